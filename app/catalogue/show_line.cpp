#include "app/catalogue/show_line.h"

#include <algorithm>

#include "app/base/text.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/lesson_lines.h"
#include "app/model/metrics.h"
#include "app/model/show_key.h"

namespace spillway::catalogue {
namespace {

using base::trimmed;
using model::Error;
using model::show_key;

/// Takes the text up to `end` off the front of `rest`.
std::string_view take_to(std::string_view& rest, char end)
{
    const std::string_view taken = rest.substr(0, rest.find(end));
    rest.remove_prefix(std::min(rest.size(), taken.size() + 1));
    return trimmed(taken);
}

std::string quoted_name(std::string_view name)
{
    return "\"" + std::string(name.substr(0, 60)) + "\"";
}

std::optional<Error> take_chart(std::string_view metric, ShowLine& show)
{
    std::vector<std::string> known;
    for (const model::Metric& each : model::metrics()) known.emplace_back(each.key);
    if (model::find_metric(metric) == nullptr)
        return Error{quoted_name(metric) + " is not a metric", "", suggestion(std::string(metric), known)};
    show.chart = metric;
    return std::nullopt;
}

std::optional<Error> take_variants(const model::Experiment& experiment, std::string_view list, ShowLine& show)
{
    std::vector<std::string> known;
    for (const model::Variant& variant : experiment.variants) known.push_back(variant.name);
    while (!list.empty()) {
        const std::string name(take_to(list, '+'));
        if (experiment.find_variant(name) == nullptr)
            return Error{quoted_name(name) + " is not a variant", "", suggestion(name, known)};
        show.variants.push_back(name);
    }
    return std::nullopt;
}

bool is_blank(std::string_view line)
{
    return trimmed(line).empty();
}

/// True if no text follows before the next show line.
bool shows_nothing(std::string_view after)
{
    while (!after.empty()) {
        const std::string_view line = take_to(after, '\n');
        if (!is_blank(line)) return line.starts_with(show_key);
    }
    return true;
}

bool is_show_line(const LessonLine& line)
{
    return line.text.starts_with(show_key);
}

}  // namespace

model::Expected<ShowLine> parse_show_line(const model::Experiment& experiment, std::string_view text)
{
    ShowLine show;
    std::string rest;  // items that set links have too
    while (!text.empty()) {
        const std::string_view item = take_to(text, ',');
        const std::string_view name = trimmed(item.substr(0, item.find('=')));
        const std::string_view value = item.size() > name.size() ? trimmed(item.substr(item.find('=') + 1)) : "";
        const bool has_value = item.find('=') != std::string_view::npos && !value.empty();
        std::optional<Error> error;
        if (!has_value)
            error = Error{quoted_name(item) + " has no value", "", "write NAME=VALUE, separated by commas"};
        else if (name == "chart")
            error = take_chart(value, show);
        else if (name == "variants")
            error = take_variants(experiment, value, show);
        else
            rest += (rest.empty() ? "" : ",") + std::string(name) + "=" + std::string(value);
        if (error) return *error;
    }
    auto set = parse_set_link(experiment, rest);
    if (!set) return set.error();
    show.set = std::move(*set);
    const std::string& focus = show.set.variant;
    if (!focus.empty() && !show.variants.empty() && std::ranges::find(show.variants, focus) == show.variants.end())
        return Error{"the shown variant " + quoted_name(focus) + " is not one of the visible ones", "",
                     "add it to variants="};
    return show;
}

std::vector<PlacedShowLine> show_lines(std::string_view lesson)
{
    std::vector<PlacedShowLine> shown;
    for (const LessonLine& line : lesson_lines(lesson))
        if (is_show_line(line)) shown.push_back({line.number, std::string(trimmed(line.text.substr(show_key.size())))});
    return shown;
}

std::optional<Error> check_show_lines(const model::Experiment& experiment, const std::string& file_name)
{
    for (const LessonLine& line : lesson_lines(experiment.lesson)) {
        if (!is_show_line(line)) continue;
        const std::string where = file_name + ":" + std::to_string(line.number);
        if (!line.is_alone())
            return Error{"a show line is part of a paragraph", where, "put a blank line above and below it"};
        if (shows_nothing(line.rest))
            return Error{"no text follows this show line", where, "put it above the text that it belongs to"};
        if (auto show = parse_show_line(experiment, line.text.substr(show_key.size())); !show) {
            Error error = show.error();
            error.where = where;
            return error;
        }
    }
    return std::nullopt;
}

}  // namespace spillway::catalogue
