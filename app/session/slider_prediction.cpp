#include "app/session/slider_prediction.h"

#include <algorithm>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"

namespace spillway::session {

std::vector<model::Value> guess_ahead(const model::Parameter& parameter, const model::Value& previous,
                                      const model::Value& current, int max_count)
{
    const double here = catalogue::axis_position(parameter, current);
    const double before = catalogue::axis_position(parameter, previous);
    const bool doubling = parameter.scale == model::Scale::power_of_two && here > 0 && before > 0;
    std::vector<model::Value> guesses;
    if (here == before) return guesses;
    double position = here;
    for (int i = 0; i < max_count; ++i) {
        position = doubling ? position * (here / before) : position + (here - before);
        const model::Value value = catalogue::nearest_value(parameter, position);
        if (value == current || std::find(guesses.begin(), guesses.end(), value) != guesses.end()) break;
        guesses.push_back(value);
    }
    return guesses;
}

std::vector<model::Value> neighbours(const model::Parameter& parameter, const model::Value& current, int max_count)
{
    const double here = catalogue::axis_position(parameter, current);
    const bool doubling = parameter.scale == model::Scale::power_of_two && here > 0;
    std::vector<model::Value> near;
    const auto add = [&](double position) {
        const model::Value value = catalogue::nearest_value(parameter, position);
        if (value != current && std::find(near.begin(), near.end(), value) == near.end()) near.push_back(value);
    };
    double factor = 1;
    for (int i = 1; i <= max_count; ++i) {
        factor *= 2;
        const double distance = static_cast<double>(parameter.step) * i;
        add(doubling ? here * factor : here + distance);
        add(doubling ? here / factor : here - distance);
    }
    return near;
}

}  // namespace spillway::session
