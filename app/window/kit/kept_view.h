#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/charts/metric_chart.h"
#include "app/window/kit/borders.h"

namespace spillway::window {

/// How pictures are saved.
struct SavingChoice {
    std::string folder;                           ///< as typed; empty: the user's pictures
    std::set<std::string> formats{"png", "svg"};  ///< of "svg", "png", "pdf", "csv"
    bool for_slides = true;                       ///< else for print
    friend bool operator==(const SavingChoice&, const SavingChoice&) = default;
};

/// What the user arranged on the screen and finds again at the next start.
struct KeptView {
    float scale = 1;  ///< of the user's Ctrl +/-, on top of the monitor's
    bool dark = true;
    std::string tab;  ///< key of the panel shown below the charts
    std::set<std::string> hidden_variants;
    std::map<std::string, std::vector<std::string>> charts;  ///< experiment to the metrics chosen for it
    std::map<std::string, charts::AxisScale> y_scales;       ///< metric to the scale chosen for it
    std::map<std::string, int> lesson_steps;                 ///< experiment to the step of its lesson, from 1
    Borders borders;
    SavingChoice saving;
    std::vector<std::string> machines;  ///< others that ssh reaches, the one used last first
    friend bool operator==(const KeptView&, const KeptView&) = default;
};

}  // namespace spillway::window
