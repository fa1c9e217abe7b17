#pragma once

// Links between source and generated code: hovering or selecting a line highlights its counterparts in the other
// column, and a selected line scrolls them into view.

#include <vector>

#include "app/window/panels/code/code_texts.h"

namespace spillway::window {

struct LinkedCode {
    SourceText& source;
    GeneratedText* generated = nullptr;                      ///< null if there is none
    const std::vector<model::ListingLine>* lines = nullptr;  ///< its listing

    /// Sets the rows of both columns.
    void prepare(teaching::Language generated_language, bool is_stale) const;
    /// Call them after the user selected a line of the source, or of the generated code.
    void follow_source() const;
    void follow_generated() const;

private:
    void prepare_source() const;
    void prepare_generated(teaching::Language language, bool is_stale) const;
};

}  // namespace spillway::window
