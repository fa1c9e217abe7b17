#pragma once

#include <string>
#include <vector>

#include "app/teaching/line_diff.h"
#include "app/window/panels/code/code_texts.h"

namespace spillway::window {

/// What of a variant's code is compared.
enum class CodeKind { source, ptx, sass };

/// Two variants of the experiment laid over each other, line by line.
class CodeDiff {
public:
    /// The button that chooses the other variant.
    void draw_choice(PanelContext& context);
    [[nodiscard]] bool is_on(const session::SessionView& session) const;
    /// Reads both texts anew where they have changed. The sentence says why there is nothing to compare yet.
    void refresh(const session::SessionView& session, CodeKind kind);

    [[nodiscard]] CodeColumn& column() { return column_; }
    /// Sets what the column shows, with its marks.
    void prepare(const Theme& theme);
    /// First rows of the changes, for stepping.
    [[nodiscard]] const std::vector<int>& changes() const { return changes_; }
    /// "12 lines of local_array are gone and 7 of sliding_sum have come, in 5 places."
    [[nodiscard]] const std::string& summary() const { return summary_; }
    [[nodiscard]] bool is_ready() const { return is_ready_; }

private:
    void compare();
    [[nodiscard]] std::string changes_text(const std::string& before, const std::string& after) const;

    std::string other_;  ///< the variant that the focused one is compared with; empty: none
    std::size_t key_ = 0;
    std::uint64_t revision_ = ~std::uint64_t{0};  ///< of the session whose texts were compared
    CodeKind kind_ = CodeKind::source;
    std::vector<std::string> before_, after_, numbers_;
    std::vector<teaching::DiffRow> rows_;
    std::vector<int> changes_;
    std::string summary_;
    bool is_ready_ = false;
    CodeColumn column_;
};

}  // namespace spillway::window
