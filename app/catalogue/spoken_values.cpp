#include "app/catalogue/spoken_values.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/plain/token_scan.h"
#include "app/catalogue/show_line.h"
#include "app/model/show_key.h"

namespace spillway::catalogue {
namespace {

class Collected {
public:
    explicit Collected(const model::Parameter& parameter) : parameter_(parameter) {}

    void add(const model::Value& value)
    {
        if (std::ranges::find(values_, value) == values_.end()) values_.push_back(value);
    }
    void add_set(const model::Values& set)
    {
        if (const auto here = set.find(parameter_.name); here != set.end()) add(here->second);
    }
    /// Adds a number from a text if it is a valid value of the parameter.
    void add_number(const std::string& digits)
    {
        if (const auto value = parse_value(parameter_, digits)) add(*value);
    }
    [[nodiscard]] bool takes_numbers() const { return parameter_.kind == model::ParameterKind::integer; }
    std::vector<model::Value> take() { return std::move(values_); }

private:
    const model::Parameter& parameter_;
    std::vector<model::Value> values_;
};

/// Length of the whole number at the front, with commas between groups of three digits: "2,048".
std::size_t number_length(std::string_view text)
{
    std::size_t length = 0;
    while (length < text.size() && is_digit(text[length])) ++length;
    const auto is_group = [&](std::size_t at) {
        return at + 3 < text.size() && text[at] == ',' && std::all_of(&text[at + 1], text.data() + at + 4, is_digit) &&
               (at + 4 == text.size() || !is_digit(text[at + 4]));
    };
    while (is_group(length)) length += 4;
    return length;
}

/// Adds the whole numbers of a line outside of `code` and link targets. Leaves out percentages, fractions and names
/// with digits.
void add_numbers(std::string_view line, Collected& collected)
{
    bool is_code = false;
    char before = ' ';
    for (std::size_t at = 0; at < line.size();) {
        if (line[at] == '`') is_code = !is_code;
        if (!is_code && line.substr(at).starts_with("](")) {
            const std::size_t close = line.find(')', at);
            at = close == std::string_view::npos ? line.size() : close;
            before = ' ';
            continue;
        }
        const std::size_t length = is_code ? 0 : number_length(line.substr(at));
        if (length == 0) {
            before = line[at++];
            continue;
        }
        const std::string_view after = line.substr(at + length);
        const bool has_fraction = after.size() > 1 && after[0] == '.' && is_digit(after[1]);
        const bool is_name = continues_name(before) || before == '.' || (!after.empty() && continues_name(after[0]));
        if (!has_fraction && !is_name && !after.starts_with(" %") && !after.starts_with("%")) {
            std::string digits(line.substr(at, length));
            std::erase(digits, ',');
            collected.add_number(digits);
        }
        before = line[at + length - 1];
        at += length;
    }
}

/// The numbers of a lesson's text outside of code and show lines.
void add_numbers_of_text(std::string_view text, Collected& collected)
{
    bool is_code = false;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.starts_with("```")) is_code = !is_code;
        if (!is_code && !line.starts_with(model::show_key)) add_numbers(line, collected);
    }
}

void add_settings(const model::Experiment& experiment, Collected& collected)
{
    for (const model::Question& question : experiment.questions) collected.add_set(question.set);
    for (const PlacedShowLine& line : show_lines(experiment.lesson))
        if (const auto show = parse_show_line(experiment, line.text)) collected.add_set(show->set.values);
    for (const LessonLink& link : lesson_links(experiment.lesson))
        if (link.target.starts_with("set:"))
            if (const auto set = parse_set_link(experiment, link.target)) collected.add_set(set->values);
}

void add_claims(const model::Experiment& experiment, const std::string& parameter, Collected& collected)
{
    for (const model::Claim& claim : experiment.claims) {
        collected.add_set(claim.set);
        for (const model::ClaimCase& each : claim.cases) collected.add_set(each.set);
        if (!claim.over || claim.over->parameter != parameter) continue;
        for (const model::Value& value : claim.over->between) collected.add(value);
        if (claim.over->from) collected.add(*claim.over->from);
        for (const model::Value& value : claim.over->range) collected.add(value);
    }
}

void add_texts(const model::Experiment& experiment, Collected& collected)
{
    add_numbers_of_text(experiment.lesson, collected);
    for (const model::Question& question : experiment.questions) {
        add_numbers(question.text, collected);
        add_numbers(question.why, collected);
        for (const model::Option& choice : question.choices) {
            add_numbers(choice.text, collected);
            add_numbers(choice.reply, collected);
        }
    }
}

}  // namespace

std::vector<model::Value> spoken_values(const model::Experiment& experiment, const model::Parameter& parameter,
                                        const model::Gpu& gpu)
{
    Collected collected(parameter);
    collected.add(initial_value(parameter, gpu));
    add_settings(experiment, collected);
    add_claims(experiment, parameter.name, collected);
    if (collected.takes_numbers()) add_texts(experiment, collected);
    return collected.take();
}

}  // namespace spillway::catalogue
