#include "app/catalogue/plain/file_settings.h"
#include "app/base/command_words.h"

#include <algorithm>
#include <charconv>

#include <nlohmann/json.hpp>

#include "app/base/visible_text.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/plain/nvcc_flags.h"
#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {
namespace {

using Json = nlohmann::json;

constexpr std::size_t max_listed_values = 16;
constexpr std::int64_t max_typed = std::int64_t{1} << 40;
constexpr const char* word_ends = " \t\r\n,";

std::vector<std::string_view> option_words(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(word_ends, at)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(word_ends, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

/// "N=4" for "-DN=4" and "-D N=4".
std::vector<std::string_view> words_without(std::string_view text, std::string_view option)
{
    std::vector<std::string_view> words;
    for (std::string_view word : option_words(text)) {
        if (word.starts_with(option)) word.remove_prefix(option.size());
        if (!word.empty()) words.push_back(word);
    }
    return words;
}

model::Error no_range(const std::string& what)
{
    return {what, "", "8:64:8 counts in steps of 8, 8:64:x2 doubles, and 16, 32, 64 are these values alone"};
}

model::Expected<std::int64_t> typed_number(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty())
        return no_range("\"" + base::visible_line(std::string(text.substr(0, 40))) + "\" is not a whole number");
    if (number > max_typed || number < -max_typed)
        return no_range(std::to_string(number) + " is too large for a slider");
    return number;
}

std::vector<std::string_view> span_parts(std::string_view text)
{
    std::vector<std::string_view> parts;
    for (std::size_t at = 0;;) {
        const std::size_t end = std::min(text.find(':', at), text.size());
        parts.push_back(text.substr(at, end - at));
        if (end == text.size()) return parts;
        at = end + 1;
    }
}

model::Expected<SliderRange> parse_list(std::string_view text)
{
    SliderRange range;
    for (const std::string_view word : option_words(text)) {
        const auto number = typed_number(word);
        if (!number) return number.error();
        range.values.push_back(*number);
    }
    std::sort(range.values.begin(), range.values.end());
    range.values.erase(std::unique(range.values.begin(), range.values.end()), range.values.end());
    if (range.values.size() < 2) return no_range("one value leaves a slider nothing to choose");
    if (range.values.size() > max_listed_values) return no_range("a list can have at most 16 values");
    return range;
}

model::Expected<SliderRange> parse_span(const std::vector<std::string_view>& parts)
{
    if (parts.size() > 3) return no_range("a range has a first value, a last one and a step");
    SliderRange range;
    const auto first = typed_number(parts[0]), last = typed_number(parts[1]);
    if (!first) return first.error();
    if (!last) return last.error();
    range.first = *first;
    range.last = *last;
    if (range.first >= range.last)
        return no_range("a range from " + std::to_string(range.first) + " to " + std::to_string(range.last) +
                        " holds nothing to choose");
    if (parts.size() == 3 && parts[2] == "x2") {
        range.doubles = true;
        if (range.first < 1) return no_range("a range with x2 has to begin at 1 or above");
        return range;
    }
    if (parts.size() < 3) return range;
    const auto step = typed_number(parts[2]);
    if (!step) return step.error();
    if (*step < 1) return no_range("a step of " + std::to_string(*step) + " is below 1");
    if (*step > range.last - range.first) return no_range("the step leads beyond the last value");
    range.step = *step;
    // Lower the last value to one that the steps reach.
    range.last -= (range.last - range.first) % range.step;
    return range;
}

void take_range(model::Parameter& parameter, const SliderRange& range)
{
    const bool is_list = !range.values.empty();
    parameter.extra_values.clear();
    // A list is stored as its last value plus extra values.
    parameter.first = is_list ? range.values.back() : range.first;
    parameter.last = is_list ? range.values.back() : range.last;
    if (is_list) parameter.extra_values.assign(range.values.begin(), range.values.end() - 1);
    parameter.step = range.step;
    parameter.scale = range.doubles ? model::Scale::power_of_two : model::Scale::linear;
    if (check_value(parameter, parameter.initial))
        parameter.initial = nearest_value(parameter, axis_position(parameter, parameter.initial));
}

FileSettings settings_in(const Json& json)
{
    FileSettings settings;
    if (!json.is_object()) return settings;
    const auto words = [&](const char* key) {
        return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string();
    };
    settings.build = {folders_in(words("include")), macros_in(words("define")), standard_in(words("standard"))};
    if (json.contains("compile_seconds") && json["compile_seconds"].is_number_integer())
        settings.build.max_seconds = json["compile_seconds"].get<int>();
    if (auto flags = flags_in(words("options"))) settings.build = joined_settings(std::move(settings.build), *flags);
    if (check_settings(settings.build, "")) settings.build = {};
    if (!json.contains("ranges") || !json["ranges"].is_object()) return settings;
    for (const auto& [name, text] : json["ranges"].items())
        if (const auto range = parse_range(text.is_string() ? text.get<std::string>() : std::string()))
            settings.ranges[name] = *range;
    return settings;
}

}  // namespace

model::Expected<SliderRange> parse_range(std::string_view text)
{
    std::string tight;
    for (const char c : text)
        if (c != ' ' || text.find(':') == std::string_view::npos) tight += c;
    const auto parts = span_parts(tight);
    return parts.size() == 1 ? parse_list(tight) : parse_span(parts);
}

std::string range_text(const SliderRange& range)
{
    std::string text;
    for (const std::int64_t value : range.values) text += (text.empty() ? "" : ", ") + std::to_string(value);
    if (!text.empty()) return text;
    text = std::to_string(range.first) + ":" + std::to_string(range.last);
    if (range.doubles) return text + ":x2";
    return range.step > 1 ? text + ":" + std::to_string(range.step) : text;
}

std::optional<SliderRange> range_of(const model::Parameter& parameter)
{
    if (parameter.kind != model::ParameterKind::integer) return std::nullopt;
    SliderRange range{{}, parameter.first, parameter.last, parameter.step, false};
    range.doubles = parameter.scale == model::Scale::power_of_two;
    if (parameter.extra_values.empty() || parameter.first != parameter.last) return range;
    range.values = parameter.extra_values;
    range.values.push_back(parameter.last);
    return range;
}

void take_ranges(model::Experiment& experiment, const std::map<std::string, SliderRange>& ranges)
{
    for (model::Parameter& parameter : experiment.parameters) {
        const auto range = ranges.find(parameter.name);
        if (range != ranges.end() && parameter.kind == model::ParameterKind::integer)
            take_range(parameter, range->second);
    }
}

namespace {

std::string quoted_folder(const std::string& folder)
{
    return folder.find(' ') == std::string::npos ? folder : "\"" + folder + "\"";
}

}  // namespace

std::vector<std::string> folders_in(std::string_view text)
{
    std::vector<std::string> folders;
    for (std::string word : base::command_words(text)) {
        if (word.ends_with(',')) word.pop_back();
        if (word.starts_with("-I")) word.erase(0, 2);
        if (!word.empty()) folders.push_back(std::move(word));
    }
    return folders;
}

std::vector<std::pair<std::string, std::string>> macros_in(std::string_view text)
{
    std::vector<std::pair<std::string, std::string>> macros;
    for (const std::string_view word : words_without(text, "-D")) {
        const std::size_t equals = std::min(word.find('='), word.size());
        macros.emplace_back(word.substr(0, equals), word.substr(std::min(equals + 1, word.size())));
    }
    return macros;
}

std::string standard_in(std::string_view text)
{
    const auto words = option_words(text);
    std::string standard;
    for (std::string_view word : words) {
        if (word.starts_with('-')) word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
        if (word.starts_with("std=")) word.remove_prefix(4);
        standard += (standard.empty() ? "" : " ") + std::string(word);
    }
    return standard;
}

model::Expected<std::optional<int>> seconds_in(std::string_view text)
{
    auto words = option_words(text);
    if (words.size() == 2 && words[1] == "s") words.pop_back();
    if (words.empty()) return std::optional<int>();
    int seconds = 0;
    const auto [end, error] = std::from_chars(words[0].data(), words[0].data() + words[0].size(), seconds);
    if (words.size() != 1 || error != std::errc{} || end != words[0].data() + words[0].size())
        return model::Error{"\"" + base::visible_line(std::string(text.substr(0, 40))) + "\" is no time limit", "",
                            "give whole seconds, as in 300"};
    return std::optional(seconds);
}

std::string seconds_text(const model::BuildSettings& build)
{
    return build.max_seconds ? std::to_string(*build.max_seconds) + " s" : "";
}

std::string folders_text(const model::BuildSettings& build)
{
    std::string text;
    for (const std::string& folder : build.include_folders) text += (text.empty() ? "" : " ") + quoted_folder(folder);
    return text;
}

std::string macros_text(const model::BuildSettings& build)
{
    std::string text;
    for (const auto& [name, value] : build.macros)
        text += (text.empty() ? "" : " ") + name + (value.empty() ? "" : "=" + value);
    return text;
}

std::string options_text(const model::BuildSettings& build)
{
    std::string text;
    for (const std::string& folder : build.include_folders)
        text += (text.empty() ? "-I " : " -I ") + quoted_folder(folder);
    for (const auto& [name, value] : build.macros)
        text += (text.empty() ? "-D " : " -D ") + name + (value.empty() ? "" : "=" + value);
    if (!build.standard.empty()) text += (text.empty() ? "-std=" : " -std=") + build.standard;
    if (const std::string flags = flags_text(build); !flags.empty()) text += (text.empty() ? "" : " ") + flags;
    if (build.max_seconds)
        text += (text.empty() ? "--compile-seconds " : " --compile-seconds ") + std::to_string(*build.max_seconds);
    return text;
}

std::string print_file_settings(const std::map<std::string, FileSettings>& files)
{
    Json json = Json::object();
    for (const auto& [path, settings] : files) {
        Json& file = json[path] = Json::object();
        if (!settings.build.include_folders.empty()) file["include"] = folders_text(settings.build);
        if (!settings.build.macros.empty()) file["define"] = macros_text(settings.build);
        if (!settings.build.standard.empty()) file["standard"] = settings.build.standard;
        if (const std::string flags = flags_text(settings.build); !flags.empty()) file["options"] = flags;
        if (settings.build.max_seconds) file["compile_seconds"] = *settings.build.max_seconds;
        for (const auto& [name, range] : settings.ranges) file["ranges"][name] = range_text(range);
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::map<std::string, FileSettings> parse_file_settings(std::string_view text)
{
    std::map<std::string, FileSettings> files;
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return files;
    for (const auto& [path, settings] : json.items())
        if (FileSettings known = settings_in(settings); !known.is_empty()) files[path] = std::move(known);
    return files;
}

}  // namespace spillway::catalogue
