#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace spillway::cli {

/// Prints text for people. Removes terminal control sequences, because names and messages may come from a stranger.
/// Throws std::system_error if standard output is closed or full; ignores errors of other streams.
void print_text(std::FILE* stream, const std::string& text);

template <typename... Arguments>
void print(std::FILE* stream, fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    print_text(stream, fmt::format(format, std::forward<Arguments>(arguments)...));
}

template <typename... Arguments>
void print(fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    print_text(stdout, fmt::format(format, std::forward<Arguments>(arguments)...));
}

/// Prints text for programs (JSON, CSV) unchanged. Throws as print_text does.
void print_exactly(const std::string& text);

}  // namespace spillway::cli
