#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/charts/metric_chart.h"
#include "app/window/kit/borders.h"

namespace spillway::window {

/// Options for saved pictures.
struct SavingChoice {
    std::string folder;                           ///< as typed; empty: the user's pictures folder
    std::set<std::string> formats{"png", "svg"};  ///< any of "svg", "png", "pdf", "csv"
    bool for_slides = true;                       ///< false: for print
    friend bool operator==(const SavingChoice&, const SavingChoice&) = default;
};

/// The user's arrangement of the screen that the settings keep for the next start.
struct KeptView {
    float scale = 1;                   ///< the user's zoom (Ctrl +/-), multiplied by the monitor's scale
    std::optional<bool> prefers_dark;  ///< the theme that the user chose; empty: in a page the system's, else dark
    std::string tab;                   ///< key of the panel shown below the charts
    bool lesson_leads = true;  ///< beside the tab Lesson: only charts, sliders and the panel that the step names
    bool less_motion = false;  ///< nothing moves by itself: a revealed curve appears at once
    std::set<std::string> hidden_variants;
    std::map<std::string, std::vector<std::string>> charts;  ///< experiment to its chosen metrics
    std::map<std::string, charts::AxisScale> y_scales;       ///< metric to its chosen scale
    std::map<std::string, int> lesson_steps;                 ///< experiment to the current step of its lesson, from 1
    Borders borders;
    SavingChoice saving;
    std::vector<std::string> machines;      ///< machines reached by ssh, most recent first
    std::vector<std::string> recent_files;  ///< paths of opened files and folders, most recent first
    friend bool operator==(const KeptView&, const KeptView&) = default;
};

}  // namespace spillway::window
