#pragma once

#include "app/trace/trace.h"
#include "app/window/kit/panel.h"
#include "app/window/panels/code/code_texts.h"

namespace spillway::window {

/// A traced kernel's source and SASS side by side; only SASS if the program has no line information.
class TraceCode {
public:
    void draw(PanelContext& context, const trace::Trace& trace, const trace::TracedKernel& kernel);

private:
    void refresh(const trace::Trace& trace, const trace::TracedKernel& kernel);
    void draw_switches(PanelContext& context, bool is_wide);
    void draw_columns(PanelContext& context, const model::Listing& listing, bool is_wide, float height);

    const trace::TracedKernel* shown_ = nullptr;
    SourceText source_;
    GeneratedText sass_;
    bool has_source_ = false, shows_source_ = true, shows_control_ = false;
};

}  // namespace spillway::window
