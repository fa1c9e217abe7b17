#pragma once

#include <string>
#include <vector>

#include "app/trace/trace.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// The kernels of a trace as rows, of which one is chosen.
class TraceTable {
public:
    /// Another trace, which outlives its being shown; it has a kernel.
    void show(const trace::Trace& trace);
    void draw(PanelContext& context, float height);

    [[nodiscard]] std::size_t chosen() const { return chosen_; }
    /// Some columns are out of sight until it is scrolled.
    [[nodiscard]] bool is_scrolled() const { return is_scrolled_; }
    /// All columns of the chosen kernel, "add: time % 40.0, median µs 4.00, ...".
    [[nodiscard]] std::string all_words() const;

private:
    void measure(const Theme& theme);
    void draw_heads(PanelContext& context);
    void draw_row(PanelContext& context, std::size_t index, ImFont* font);
    static void draw_help(const Theme& theme, const trace::TracedKernel& kernel);

    const trace::Trace* trace_ = nullptr;
    std::vector<std::size_t> order_;
    std::vector<float> widths_[2];  ///< of the columns, in this font and in the small one
    double all_seconds_ = 0;
    MeasuredWith measured_;
    std::size_t sorted_by_ = 1, chosen_ = 0;
    bool is_descending_ = true, is_scrolled_ = false;
};

}  // namespace spillway::window
