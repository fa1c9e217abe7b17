#include "app/learner/progress_json.h"

#include <cmath>
#include <iterator>
#include <utility>

namespace spillway::learner {
namespace {

constexpr std::size_t max_values = 300'000;

constexpr std::pair<Seen, const char*> seen_words[] = {
    {Seen::as_guessed, "as_guessed"}, {Seen::otherwise, "otherwise"}, {Seen::cannot_tell, "cannot_tell"}};

bool read_seen(const Json& object, Seen& into)
{
    const auto found = object.find("seen");
    if (found == object.end()) return true;
    const auto* known = std::find_if(std::begin(seen_words), std::end(seen_words),
                                     [&](const auto& each) { return *found == each.second; });
    if (known == std::end(seen_words)) return false;
    into = known->first;
    return true;
}

/// Reads a finite number; false if the key is missing or has another type.
bool read_number(const Json& object, const char* key, double& into)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number() || !std::isfinite(found->get<double>())) return false;
    into = found->get<double>();
    return true;
}

bool read_unit(const Json& object, std::string& into)
{
    const auto found = object.find("unit");
    if (found == object.end() || !is_short_text(*found)) return false;
    into = found->get<std::string>();
    return true;
}

bool read_numbers(const Json& object, Prediction& into)
{
    const auto found = object.find("numbers");
    if (found == object.end()) return true;
    judging::GuessedNumber numbers;
    if (!found->is_object() || !read_number(*found, "guess", numbers.guess) ||
        !read_number(*found, "answer", numbers.answer) || !read_unit(*found, numbers.unit))
        return false;
    into.numbers = std::move(numbers);
    return true;
}

}  // namespace

bool is_short_text(const Json& value)
{
    return value.is_string() && value.get_ref<const std::string&>().size() <= max_text;
}

bool read_flag(const Json& object, const char* key, bool& into)
{
    const auto found = object.find(key);
    if (found == object.end()) return true;
    if (!found->is_boolean()) return false;
    into = found->get<bool>();
    return true;
}

bool read_text(const Json& object, const char* key, std::string& into)
{
    const auto found = object.find(key);
    if (found == object.end()) return true;
    if (!is_short_text(*found)) return false;
    into = found->get<std::string>();
    return true;
}

bool read_prediction(const Json& object, Prediction& into)
{
    if (!read_flag(object, "skipped", into.skipped)) return false;
    if (!read_seen(object, into.seen) || !read_numbers(object, into)) return false;
    for (const auto& [key, text] :
         {std::pair{"guess", &into.guess}, std::pair{"answer", &into.answer}, std::pair{"where", &into.where}})
        if (!read_text(object, key, *text)) return false;
    const auto off_by = object.find("off_by");
    if (off_by == object.end() || off_by->is_null()) return true;
    if (!off_by->is_number() || !std::isfinite(off_by->get<double>()) || off_by->get<double>() < 0) return false;
    into.off_by = off_by->get<double>();
    return true;
}

Json prediction_json(const Prediction& prediction)
{
    if (prediction.skipped) return {{"skipped", true}};
    Json json{{"guess", prediction.guess}, {"answer", prediction.answer}};
    if (prediction.off_by) json["off_by"] = *prediction.off_by;
    if (prediction.numbers)
        json["numbers"] = {{"guess", prediction.numbers->guess},
                           {"answer", prediction.numbers->answer},
                           {"unit", prediction.numbers->unit}};
    if (!prediction.where.empty()) json["where"] = prediction.where;
    for (const auto& [seen, word] : seen_words)
        if (prediction.seen == seen) json["seen"] = word;
    return json;
}

Json parse_bounded(std::string_view text, int max_depth)
{
    bool is_too_deep = false;
    std::size_t values = 0;
    const Json parsed = Json::parse(
        text.begin(), text.end(),
        [&](int depth, Json::parse_event_t, Json&) {
            return !(is_too_deep |= depth > max_depth || ++values > max_values);
        },
        /*allow_exceptions=*/false);
    return is_too_deep ? Json(Json::value_t::discarded) : parsed;
}

}  // namespace spillway::learner
