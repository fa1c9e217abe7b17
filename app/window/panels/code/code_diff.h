#pragma once

#include <string>
#include <vector>

#include "app/teaching/line_diff.h"
#include "app/window/panels/code/code_texts.h"

namespace spillway::window {

/// The kind of code to compare.
enum class CodeKind { source, ptx, sass };

/// Line by line comparison of two variants of the experiment.
class CodeDiff {
public:
    /// The button that chooses the other variant.
    void draw_choice(PanelContext& context);
    /// True if the user has chosen another variant to compare with the focused one.
    [[nodiscard]] bool is_on(const session::SessionView& session) const;
    /// Reads both texts again if they have changed. summary() then gives the reason if there is nothing to compare yet.
    void refresh(const session::SessionView& session, CodeKind kind);

    [[nodiscard]] CodeColumn& column() { return column_; }
    /// Sets the column's rows and marks.
    void prepare(const Theme& theme);
    /// First row of each change, for stepping.
    [[nodiscard]] const std::vector<int>& changes() const { return changes_; }
    /// Summary such as "12 lines only in local_array (–), 7 only in sliding_sum (+), in 5 places."
    [[nodiscard]] const std::string& summary() const { return summary_; }
    [[nodiscard]] bool is_ready() const { return is_ready_; }

private:
    void compare();
    [[nodiscard]] std::string changes_text(const std::string& before, const std::string& after) const;

    std::string other_;  ///< the variant compared with the focused one; empty: none
    std::size_t key_ = 0;
    std::uint64_t revision_ = ~std::uint64_t{0};  ///< session revision of the compared texts
    CodeKind kind_ = CodeKind::source;
    std::vector<std::string> before_, after_, numbers_;
    std::vector<teaching::DiffRow> rows_;
    std::vector<int> changes_;
    std::string summary_;
    bool is_ready_ = false;
    CodeColumn column_;
};

}  // namespace spillway::window
