#pragma once

#include <string>

#include "app/charts/drawing.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"

namespace spillway::charts {

/// Lines of text on a card, from top to bottom.
class CardText {
public:
    CardText(Drawing& drawing, const ChartStyle& style, const TextMeasure& measure)
        : drawing_(drawing), style_(style), measure_(measure), top(style.padding)
    {
    }

    void add(const std::string& text, FontRole font, ColourRole role);
    /// Adds text, wrapped at blanks; keeps its line breaks.
    void add_wrapped(const std::string& text, FontRole font, ColourRole role);

private:
    Drawing& drawing_;
    const ChartStyle& style_;
    const TextMeasure& measure_;

public:
    double top;  ///< of the next line
};

}  // namespace spillway::charts
