#pragma once

// Source and generated code side by side: which line came of which. What is hovered or selected on one side shows on
// the other, and a chosen line brings the other side's into view.

#include <vector>

#include "app/window/panels/code/code_texts.h"

namespace spillway::window {

struct LinkedCode {
    SourceText& source;
    GeneratedText* generated = nullptr;                      ///< null where there is none to show
    const std::vector<model::ListingLine>* lines = nullptr;  ///< its listing

    /// What both columns show.
    void prepare(teaching::Language generated_language, bool is_stale) const;
    /// After a line was chosen in the source, and after one in the generated code.
    void follow_source() const;
    void follow_generated() const;

private:
    void prepare_source() const;
    void prepare_generated(teaching::Language language, bool is_stale) const;
};

}  // namespace spillway::window
