#pragma once

// Evaluates the expressions in a file's launches.

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

/// Splits at the commas outside brackets.
[[nodiscard]] std::vector<std::string> arguments_of(std::string_view list);

/// A slider for a word in a launch: its name and initial value.
struct Slider {
    std::string name;
    double initial = 0;
};
using Sliders = std::map<std::string, Slider, std::less<>>;

/// Values of the file's numeric constants.
class FileConstants {
public:
    FileConstants(const SourceLook& look, const model::Experiment& experiment);

    [[nodiscard]] std::optional<double> of(std::string text) const;

    /// A number, or a formula over sliders with its initial value.
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
    /// Text with slider names inserted and the file's other names replaced by their values; empty if a name is unknown.
    [[nodiscard]] std::string expanded(std::string_view text, const Sliders& sliders, int depth,
                                       bool& has_slider) const;

    Scope scope_;
    std::map<std::string, std::vector<std::string>, std::less<>> texts_;  ///< of constants, as written
};

}  // namespace spillway::catalogue
