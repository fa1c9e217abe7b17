#include "app/teaching/availability.h"

#include <cctype>

namespace spillway::teaching {

bool lacks_compiler(const session::SessionView& session)
{
    const auto& hello = session.worker().hello;
    return hello && !hello->compiler.available;
}

std::optional<std::string> why_no_answers(const session::SessionView& session)
{
    if (!session.experiment().origin.trusted) return "This experiment is not trusted, so it is not compiled.";
    if (session.worker().state == worker_client::WorkerState::unavailable) return "There is no worker to compile it.";
    if (lacks_compiler(session) && !session.worker().is_shipped) return "There is no compiler here.";
    if (!session.files_to_send().empty()) return "It is not compiled until its files are sent.";
    return std::nullopt;
}

std::string as_sentence(std::string text)
{
    if (text.empty()) return text;
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    if (std::string_view(".!?").find(text.back()) == std::string_view::npos) text += '.';
    return text;
}

}  // namespace spillway::teaching
