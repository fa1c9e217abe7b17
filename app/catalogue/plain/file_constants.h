#pragma once

// What the words of a file's launches come to.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/formula/formula.h"
#include "app/catalogue/plain/source_look.h"

namespace spillway::catalogue {

/// Cut at the commas that are in no brackets.
[[nodiscard]] std::vector<std::string> arguments_of(std::string_view list);

/// A slider by a word that stands for its number in a launch: its name, and where it begins.
struct Slider {
    std::string name;
    double initial = 0;
};
using Sliders = std::map<std::string, Slider, std::less<>>;

/// What the file's own words come to in numbers, where they are numbers.
class FileConstants {
public:
    FileConstants(const SourceLook& look, const model::Experiment& experiment);

    [[nodiscard]] std::optional<double> of(std::string text) const;

    /// A number, or a formula over sliders with its value where they begin.
    struct Words {
        model::Formula text;
        double number = 0;
        bool has_slider = false;
    };
    [[nodiscard]] std::optional<Words> formula(const std::string& text, const Sliders& sliders) const;

    /// 256, dim3(TILE, 16), or the name of either: three extents.
    struct Shape {
        std::array<model::Formula, 3> formulas{"1", "1", "1"};
        std::array<std::int64_t, 3> extents{1, 1, 1};
        bool has_slider = false;

        [[nodiscard]] std::int64_t threads() const { return extents[0] * extents[1] * extents[2]; }
    };
    [[nodiscard]] std::optional<Shape> shape(std::string_view text, const Sliders& sliders) const;

private:
    void set(const std::string& name, double value);
    /// The text with sliders' names in it and the file's other names as what they stand for; empty where one is
    /// unknown.
    [[nodiscard]] std::string expanded(std::string_view text, const Sliders& sliders, int depth,
                                       bool& has_slider) const;

    Scope scope_;
    std::map<std::string, std::vector<std::string>, std::less<>> texts_;  ///< of constants, as written
};

}  // namespace spillway::catalogue
