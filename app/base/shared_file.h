#pragma once

// Replaces a file that other programs also write. It is replaced only while it holds the text read last, and no
// concurrent save of another program is lost.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/model/error.h"

namespace spillway::base {

/// Reason why a file cannot be replaced with its permissions, links and owner kept. Empty if it can.
[[nodiscard]] std::optional<model::Error> why_not_replaced(const std::filesystem::path& file);

/// A file that was replaced. A program that opened it just before may still write into it; no program opens it any
/// more.
class Displaced {
public:
    Displaced(int descriptor, std::string text) : descriptor_(descriptor), text_(std::move(text)) {}
    ~Displaced();
    Displaced(const Displaced&) = delete;
    Displaced& operator=(const Displaced&) = delete;

    /// Text that another program has finished writing into it since; returned once.
    [[nodiscard]] std::optional<std::string> written_since();

private:
    int descriptor_;
    std::string text_;
};

/// Result of replace_text().
struct Replacement {
    bool is_done = false;
    std::string found;  ///< if not done: the file's actual text instead of the expected one
    /// if done: the old file, to be checked for late writes for a while; null if the file held `text` already
    std::shared_ptr<Displaced> displaced{};
};

/// Method of replacement. exchange: swaps the two names in one step. take_out: for file systems without that (sshfs,
/// some network folders), moves the old file away and puts the new one in only if no other file has appeared.
enum class Swap { exchange, take_out };

/// Replaces `expected` by `text`. Reads the old file once more after removing it, and puts it back if it is not
/// `expected`. Error: the file was not replaced. If the old file could not be put back, it stays in the same
/// folder under a name that ends in .unfinished or .unfinished.old, and the Error's advice names it.
[[nodiscard]] model::Expected<Replacement> replace_text(const std::filesystem::path& file, std::string_view expected,
                                                        std::string_view text, Swap swap = Swap::exchange);

/// Renames a file to the first free name of NAME1, NAME2, ...; returns that name. Never replaces a file.
[[nodiscard]] model::Expected<std::filesystem::path> move_aside(const std::filesystem::path& file,
                                                                const std::string& name);

}  // namespace spillway::base
