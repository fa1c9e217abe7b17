#include "app/worker_client/program_run.h"

namespace spillway::worker_client {
namespace {

/// A web page cannot start programs.
class NoProgram final : public ProgramRun {
public:
    [[nodiscard]] bool has_ended() const override { return true; }
    [[nodiscard]] std::string text() const override { return {}; }
    void write(std::string_view /*line*/) override {}
    std::optional<model::Expected<ProgramEnd>> end() override
    {
        return model::Expected<ProgramEnd>(model::Error{"nothing can be run from here", "", "use Spillway's program"});
    }
};

}  // namespace

bool can_run_programs()
{
    return false;
}

std::unique_ptr<ProgramRun> ProgramRun::start(ProgramToRun)
{
    return std::make_unique<NoProgram>();
}

}  // namespace spillway::worker_client
