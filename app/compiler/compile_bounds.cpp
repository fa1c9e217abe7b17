#include "app/compiler/compile_bounds.h"

#include <charconv>
#include <optional>

#include "app/compiler/tool_search.h"

namespace spillway::compiler {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

/// Integer value of an environment variable; empty unless it is in the range.
std::optional<int> number_from(const char* name, int least, int most)
{
    const std::string text = environment(name);
    int number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size() || number < least || number > most)
        return std::nullopt;
    return number;
}

}  // namespace

CompileBounds compile_bounds()
{
    CompileBounds bounds;
    if (const auto seconds = number_from("SPILLWAY_COMPILE_SECONDS", 1, 3600)) bounds.seconds = *seconds;
    // NVRTC cannot be loaded with less.
    if (const auto size = number_from("SPILLWAY_COMPILE_MIB", 256, 1 << 20)) bounds.memory_bytes = *size * mib;
    return bounds;
}

std::string CompileBounds::seconds_text() const
{
    return std::to_string(static_cast<int>(seconds)) + " s";
}

model::Error whole_file_took_too_long(double seconds)
{
    return {
        "stopped after " + std::to_string(static_cast<int>(seconds)) + " s, this file's time limit", "compile",
        "raise the limit (Build options, --compile-seconds), or let the compiler do less: fewer kernels in one file, "
        "unrolled iterations or template instances",
        model::Bound::time};
}

std::string CompileBounds::memory_text() const
{
    const std::size_t size = memory_bytes / mib;
    return size % 1024 == 0 ? std::to_string(size / 1024) + " GiB" : std::to_string(size) + " MiB";
}

}  // namespace spillway::compiler
