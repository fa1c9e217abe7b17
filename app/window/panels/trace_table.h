#pragma once

#include <string>
#include <vector>

#include "app/trace/trace.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// The kernels of a trace as rows; the user selects one.
class TraceTable {
public:
    /// Shows another trace. It must contain a kernel and outlive the table's use of it.
    void show(const trace::Trace& trace);
    void draw(PanelContext& context, float height);

    [[nodiscard]] std::size_t chosen() const { return chosen_; }
    /// True if some columns are only visible after scrolling.
    [[nodiscard]] bool is_scrolled() const { return is_scrolled_; }
    /// All columns of the chosen kernel as text: "add: time % 40.0, median µs 4.00, ...".
    [[nodiscard]] std::string all_words() const;

private:
    void measure(const Theme& theme);
    void draw_heads(PanelContext& context);
    void draw_row(PanelContext& context, std::size_t index, ImFont* font);
    static void draw_help(const Theme& theme, const trace::TracedKernel& kernel);

    const trace::Trace* trace_ = nullptr;
    std::vector<std::size_t> order_;
    std::vector<float> widths_[2];  ///< column widths in the normal and in the small font
    double all_seconds_ = 0;
    MeasuredWith measured_;
    std::size_t sorted_by_ = 1, chosen_ = 0;
    bool is_descending_ = true, is_scrolled_ = false;
};

}  // namespace spillway::window
