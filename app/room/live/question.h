#pragma once

// Reads the lines that a page sends: messages of app/protocol/FORMAT.md. A question here is a page's request for a
// result; a lesson's question is model::Question. A page's job is read for its names, values and source hash only:
// task_of() (closed_list.h) builds the job itself.

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
    std::uint64_t id = 0;  ///< chosen by the page
    std::string group;     ///< a newer question of the same group replaces this one; may be empty
    int priority = 0;
    bool measure = false, count = false, refine = false, samples_only = false;
    bool inspect_sass = false, check_output = false;
    std::string experiment, variant, gpu;
    model::Values values;
    std::string source_hash;  ///< selects a text that the page has sent; else it must be empty or the installed text's
};

/// Cancels questions by their ids.
struct Cancellation {
    std::vector<std::uint64_t> ids;
};

struct PagePing {};

/// A kernel.cu of the page's user.
struct OwnText {
    std::string text;
};

using PageLine = std::variant<Question, Cancellation, PagePing, OwnText>;

/// Reads one line; safe for any bytes.
[[nodiscard]] model::Expected<PageLine> read_line(std::string_view line);

}  // namespace spillway::room
