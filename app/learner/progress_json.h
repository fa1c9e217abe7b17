#pragma once

// Shared by the readers and writers of progress.json and hand-ins.

#include <algorithm>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/learner/learner_progress.h"

namespace spillway::learner {

using Json = nlohmann::json;

inline constexpr std::size_t max_text = 16000;    ///< bytes; a curve of 512 points, the most that is read, has 13,000
inline constexpr std::size_t max_entries = 1000;  ///< experiments, or questions of one experiment

[[nodiscard]] bool is_short_text(const Json& value);

/// Whether it is an object of at most max_entries objects, each accepted by `read`.
template <typename Read>
bool each_of(const Json& object, const Read& read)
{
    if (!object.is_object() || object.size() > max_entries) return false;
    return std::all_of(object.items().begin(), object.items().end(), [&](const auto& item) {
        return item.key().size() <= max_text && item.value().is_object() && read(item.key(), item.value());
    });
}

/// Reads an optional flag. False if it has another type.
[[nodiscard]] bool read_flag(const Json& object, const char* key, bool& into);
/// Reads an optional short text. False if it is something else.
[[nodiscard]] bool read_text(const Json& object, const char* key, std::string& into);

[[nodiscard]] bool read_prediction(const Json& object, Prediction& into);
[[nodiscard]] Json prediction_json(const Prediction& prediction);

/// Parses JSON. Returns a discarded value if the text is invalid, nested deeper than `max_depth`, or has too many
/// values: the library's destructor recurses.
[[nodiscard]] Json parse_bounded(std::string_view text, int max_depth);

}  // namespace spillway::learner
