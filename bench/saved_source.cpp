#include "bench/saved_source.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>

#include "app/base/paths.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/device_part.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/compile_bounds.h"
#include "app/compiler/options.h"
#include "app/compiler/toolchain.h"
#include "app/session/session.h"

namespace spillway::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds longest_wait{20};

/// A plain program, with main and all; each number makes another text and another kernel.
std::string program(int number)
{
    return "#include <cstdio>\n"
           "__global__ void saved(float* out, int n)\n"
           "{\n"
           "    float window[16];\n"
           "    for (int i = 0; i < 16; ++i) window[i] = out[i + " +
           std::to_string(number) +
           "];\n"
           "    out[threadIdx.x] = window[n % 16];\n"
           "}\n"
           "int main() { saved<<<1, 32>>>(nullptr, 0); std::printf(\"done\"); }\n";
}

void save(const fs::path& file, int number)
{
    std::ofstream(file) << program(number);
}

/// The session asleep between what wakes it, as in the window.
class Sleeper {
public:
    void wake()
    {
        const std::lock_guard lock(mutex_);
        is_woken_ = true;
        awake_.notify_one();
    }
    /// False where it has not come true in time.
    template <typename IsSo>
    bool update_until(session::Session& session, IsSo is_so)
    {
        const auto end = Clock::now() + longest_wait;
        while (!is_so() && Clock::now() < end) {
            std::unique_lock lock(mutex_);
            awake_.wait_until(lock, end, [this] { return is_woken_; });
            is_woken_ = false;
            lock.unlock();
            session.update();
        }
        return is_so();
    }

private:
    std::mutex mutex_;
    std::condition_variable awake_;
    bool is_woken_ = false;
};

/// The kernels of the file alone, as NVRTC takes them: it has no <cstdio> and no main.
void add_nvrtc(const compiler::Toolchain& tools, const session::SessionView& session, Samples& samples)
{
    const auto job = catalogue::make_job(session.experiment(), session.experiment().variants.front(),
                                         session.selection().values, session.gpu());
    if (!tools.nvrtc || !job) return;
    const compiler::Nvrtc& nvrtc = **tools.nvrtc;
    const auto options = compiler::nvrtc_options(job->compile, tools.include_folders, nvrtc.version_number(), true);
    const model::SourceText source = catalogue::source_text(session.experiment());
    const auto files = catalogue::unbundled(source.text);
    if (!files) return;
    const std::string text = catalogue::device_part(*files).files.files.front().text;
    const auto begin = Clock::now();
    const bool compiled =
        nvrtc.compile(text, source.name, "", options, {}, compiler::compile_bounds().whole_file_seconds()).compiled;
    if (compiled) samples.add(std::chrono::duration<double>(Clock::now() - begin).count());
}

}  // namespace

void measure_saves(const fs::path& folder, int saves, Figures& figures)
{
    setenv("SPILLWAY_CACHE_DIR", (folder / "saves-cache").c_str(), 1);
    setenv("SPILLWAY_REPORTS", "none", 1);
    const fs::path file = folder / "saves" / "saved.cu";
    fs::create_directories(file.parent_path());
    save(file, 0);
    Sleeper sleeper;
    session::Options options;
    options.installed_experiments = base::data_folder() / "kernels";
    options.trusted_folders = {file};
    options.gpus_file = base::data_folder() / "assets/gpus.json";
    options.guess_ahead = options.fill_curve = false;
    options.wake = [&sleeper] { sleeper.wake(); };
    auto opened = session::Session::open(options);
    if (!opened || (*opened)->add_catalogue_folder(file)) {
        std::fprintf(stderr, "%s could not be opened\n", file.c_str());
        return;
    }
    session::Session& session = **opened;
    const auto is_answered = [&] { return session.view().current("saved").state >= results::PointState::ready; };
    if (!sleeper.update_until(session, is_answered)) return;
    const compiler::Toolchain tools = compiler::find_toolchain();
    for (int number = 1; number <= saves; ++number) {
        const std::string before = session.view().experiment().origin.content_hash;
        const auto begin = Clock::now();
        save(file, number);
        const bool came = sleeper.update_until(
            session, [&] { return session.view().experiment().origin.content_hash != before && is_answered(); });
        if (!came) continue;
        figures.save_to_report.add(std::chrono::duration<double>(Clock::now() - begin).count());
        add_nvrtc(tools, session.view(), figures.save_nvrtc);
    }
}

}  // namespace spillway::bench
