#include "app/teaching/compile_errors.h"

#include <charconv>
#include <optional>

namespace spillway::teaching {
namespace {

constexpr std::size_t max_messages = 200;

std::optional<LineMessage> message_of(std::string_view line, std::string_view file_name)
{
    const std::size_t name = line.find(file_name);
    if (file_name.empty() || name == std::string_view::npos) return std::nullopt;
    if (name > 0 && line[name - 1] != '/') return std::nullopt;
    std::string_view rest = line.substr(name + file_name.size());
    // CUDA's front end writes "(12): "; the host compiler, which preprocesses for nvcc, writes ":12:3: ".
    const bool is_hosts = rest.starts_with(':');
    if (!is_hosts && !rest.starts_with('(')) return std::nullopt;
    int number = 0;
    const auto [end, failed] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), number);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    const std::size_t words = rest.find(": ");
    if (failed != std::errc{} || number < 1 || words == std::string_view::npos) return std::nullopt;
    const bool is_place = is_hosts ? rest.find_first_not_of(":0123456789") > words : words == 1 && rest.front() == ')';
    if (!is_place) return std::nullopt;
    rest.remove_prefix(words + 2);
    const bool is_error =
        rest.starts_with("error") || rest.starts_with("catastrophic error") || rest.starts_with("fatal error");
    if (!is_error && !rest.starts_with("warning")) return std::nullopt;
    return LineMessage{number, is_error, std::string(rest)};
}

}  // namespace

std::vector<LineMessage> line_messages(std::string_view log, std::string_view file_name)
{
    std::vector<LineMessage> found;
    while (!log.empty() && found.size() < max_messages) {
        const std::size_t end = log.find('\n');
        if (auto message = message_of(log.substr(0, end), file_name)) found.push_back(std::move(*message));
        if (end == std::string_view::npos) break;
        log.remove_prefix(end + 1);
    }
    return found;
}

}  // namespace spillway::teaching
