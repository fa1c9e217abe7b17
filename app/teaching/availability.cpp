#include "app/teaching/availability.h"

#include <algorithm>
#include <cctype>

#include "app/worker_client/program_run.h"

namespace spillway::teaching {

bool lacks_compiler(const session::SessionView& session)
{
    const auto& hello = session.worker().hello;
    return hello && !hello->compiler.available;
}

namespace {

/// True if nothing shipped answers any point of the curves and nothing else can: the user's own experiment in a web
/// page.
bool ships_no_answer(const session::SessionView& session)
{
    const session::Progress progress = session.progress();
    if (!session.worker().is_shipped || progress.total == 0 || progress.done < progress.total) return false;
    const auto is_known = [](const results::CurvePoint& point) {
        return point.result != nullptr && point.result->compile.has_value();
    };
    return std::none_of(session.curves().begin(), session.curves().end(), [&](const results::Curve& curve) {
        return std::any_of(curve.points.begin(), curve.points.end(), is_known);
    });
}

}  // namespace

std::optional<std::string> why_no_answers(const session::SessionView& session)
{
    if (!session.experiment().origin.trusted)
        return worker_client::can_run_programs()
                   ? "It is not compiled until you trust it: read it, then use the buttons above."
                   : "There is no compiler here, so it is not compiled.";
    if (session.worker().state == worker_client::WorkerState::unavailable) return "There is no worker to compile it.";
    if (lacks_compiler(session) && !session.worker().is_shipped) return "There is no compiler here.";
    if (ships_no_answer(session))
        return "This setting needs a compiler: install Spillway on a Linux machine to try it.";
    if (!session.files_to_send().empty()) return "It is not compiled until its files are sent.";
    return std::nullopt;
}

bool compiles_own_code(const session::SessionView& session)
{
    const auto& hello = session.worker().hello;
    return worker_client::can_run_programs() || (hello && hello->takes_code.value_or(false));
}

const char* stale_words(const session::SessionView& session)
{
    if (session.experiment().origin.source_state != model::SourceState::current) return "of an earlier text";
    return why_no_answers(session) || session.worker().is_shipped ? "of an earlier setting" : "being compiled anew";
}

std::string as_sentence(std::string text)
{
    if (text.empty()) return text;
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    if (std::string_view(".!?").find(text.back()) == std::string_view::npos) text += '.';
    return text;
}

}  // namespace spillway::teaching
