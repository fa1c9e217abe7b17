#pragma once

// A file that other programs write as well: replaced only where it still holds what was read last, and never so that a
// save of another program's is lost in between.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/model/error.h"

namespace spillway::base {

/// Why a file cannot take another text and keep its permissions, links and owner. Nothing where it can.
[[nodiscard]] std::optional<model::Error> why_not_replaced(const std::filesystem::path& file);

/// A file that has given way to another one. A program that was opening it in that very moment may still write into
/// it, which no program opens any more.
class Displaced {
public:
    Displaced(int descriptor, std::string text) : descriptor_(descriptor), text_(std::move(text)) {}
    ~Displaced();
    Displaced(const Displaced&) = delete;
    Displaced& operator=(const Displaced&) = delete;

    /// What a program has written into it since and is done with; told once.
    [[nodiscard]] std::optional<std::string> written_since();

private:
    int descriptor_;
    std::string text_;
};

/// What came of it.
struct Replacement {
    bool is_done = false;
    std::string found;                       ///< where it is not: what stands in the file instead of what was expected
    std::shared_ptr<Displaced> displaced{};  ///< where it is: to be looked at again for a while
};

/// How the new text takes its place: the two names change places in one step, or, where a file system cannot do that
/// (sshfs, some network folders), the old file is taken out and the new one put in only if nothing has appeared.
enum class Swap { exchange, take_out };

/// Puts `text` into the place of `expected`. What stood there is looked at once more after it was taken away, and put
/// back where it is not `expected`. The Error says why it could not be tried; nothing has been changed then.
[[nodiscard]] model::Expected<Replacement> replace_text(const std::filesystem::path& file, std::string_view expected,
                                                        std::string_view text, Swap swap = Swap::exchange);

/// Gives a file the first name of NAME1, NAME2, … that nothing has; returns that. Never replaces.
[[nodiscard]] model::Expected<std::filesystem::path> move_aside(const std::filesystem::path& file,
                                                                const std::string& name);

}  // namespace spillway::base
