#pragma once

// Reads a page's lines: messages of app/protocol/FORMAT.md. Only names, values, flags and a kernel's text are read;
// task_of() (closed_list.h) makes the job from them.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/model/error.h"
#include "app/model/value.h"

namespace spillway::room {

enum class QuestionKind { run, listing, causes, counts, roofs };

struct Question {
    QuestionKind kind = QuestionKind::run;
    std::uint64_t id = 0;  ///< the page's
    std::string group;     ///< a newer question of the same group replaces this one; may be empty
    int priority = 0;
    bool measure = false, count = false, refine = false, samples_only = false;
    bool inspect_sass = false, check_output = false;
    std::string experiment, variant, gpu;
    model::Values values;
    std::string source_hash;  ///< of the page's kernel text; compared only
};

struct Withdrawal {
    std::vector<std::uint64_t> ids;
};

struct PagePing {};

/// A kernel.cu of the page's user.
struct OwnText {
    std::string text;
};

using PageLine = std::variant<Question, Withdrawal, PagePing, OwnText>;

/// Reads one line; safe for any bytes.
[[nodiscard]] model::Expected<PageLine> read_line(std::string_view line);

}  // namespace spillway::room
