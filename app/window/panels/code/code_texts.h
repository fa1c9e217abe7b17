#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/model/listing.h"
#include "app/session/session.h"
#include "app/teaching/compile_errors.h"
#include "app/teaching/demangle.h"
#include "app/teaching/listing_index.h"
#include "app/window/panels/code/code_column.h"

namespace spillway::window {

/// The source split into lines; rebuilt when the experiment or the variant changes.
struct SourceText {
    std::size_t key = 0, errors_key = 0;
    std::vector<std::string> lines;
    std::vector<std::string> errors;  ///< per line: the compiler's message; mostly empty
    std::vector<bool> belongs, starts_in_comment, touches_local;
    std::vector<std::string> notes;  ///< per line: its spills; mostly empty
    CodeColumn column;
};

/// One kind of generated code, with the source's names.
struct GeneratedText {
    std::size_t key = 0;
    std::vector<teaching::ReadableLine> lines;
    teaching::ListingIndex index;
    std::vector<std::string> notes;     ///< per line: its spills; mostly empty
    std::vector<std::string> controls;  ///< control codes; empty: unknown
    CodeColumn column;
};

/// The variant's name on the screen.
[[nodiscard]] const std::string& shown_name(const model::Variant& variant);
/// Kernel of the focused variant, without template arguments.
[[nodiscard]] std::string focused_kernel(const session::SessionView& session);

/// Loads another source and scrolls to the kernel. The caller sets `errors`, `touches_local` and `notes`.
void read_source(SourceText& text, const std::string& source, const std::string& kernel);
/// Reads the source again if it or the focused kernel has changed, and the compiler's errors and local accesses each
/// time. `listing` may be null.
void refresh_source(SourceText& text, const session::SessionView& session, const model::Listing* listing);
void refresh_generated(GeneratedText& text, const std::vector<model::ListingLine>& lines, const std::string& kernel);

/// Mixes one hash into another.
void combine(std::size_t& key, std::size_t more);

}  // namespace spillway::window
