#include "app/catalogue/plain/run_settings.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/base/visible_text.h"
#include "app/catalogue/plain/file_text.h"
#include "app/model/grouped.h"

namespace spillway::catalogue {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t max_elements = std::int64_t{1} << 40;
constexpr double max_shared_setting = 1 << 20;  ///< bytes per block

struct FillWord {
    std::string_view word;
    model::Fill fill;
    std::size_t max_numbers;  ///< after the word
};
constexpr std::array fill_names{
    FillWord{"random", model::Fill::random, 2},          FillWord{"integers", model::Fill::random_integers, 2},
    FillWord{"bytes", model::Fill::random_bytes, 0},     FillWord{"ramp", model::Fill::ramp, 2},
    FillWord{"constant", model::Fill::constant, 1},      FillWord{"zero", model::Fill::zero, 0},
    FillWord{"permutation", model::Fill::permutation, 0}};

bool is_range(model::Fill fill)
{
    return fill == model::Fill::random || fill == model::Fill::random_integers;
}

std::string in_quotes(std::string_view text)
{
    return "\"" + base::visible_line(std::string(text.substr(0, 60))) + "\"";
}

std::vector<std::string_view> split(std::string_view text, char sign)
{
    std::vector<std::string_view> parts;
    for (std::size_t at = 0;;) {
        const std::size_t end = std::min(text.find(sign, at), text.size());
        parts.push_back(text.substr(at, end - at));
        if (end == text.size()) return parts;
        at = end + 1;
    }
}

model::Error no_buffer(std::string_view text)
{
    return {in_quotes(text) + " is not a size and filling of a buffer", "",
            "4096, 4096:random, :integers:0:255, :ramp, :constant:1, :bytes, :permutation or :zero was expected"};
}

std::string plain_number(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", value);
    return model::grouped(text);
}

}  // namespace

model::Expected<std::vector<std::int64_t>> extents_in(std::string_view text)
{
    std::vector<std::int64_t> extents;
    for (const std::string_view part : split(text, text.find('x') != std::string_view::npos ? 'x' : ',')) {
        const auto number = number_in_setting(part);
        if (!number || *number < 1 || *number > 2147483647 || *number != std::floor(*number) || extents.size() == 3)
            return model::Error{in_quotes(text) + " is not a shape", "",
                                "one to three whole numbers from 1 to 2,147,483,647 were expected: 16,16"};
        extents.push_back(static_cast<std::int64_t>(*number));
    }
    extents.resize(3, 1);
    return extents;
}

std::optional<std::string> why_no_setting(std::string_view key, std::string_view text)
{
    if (key != "shared") {
        const auto extents = extents_in(text);
        return extents ? std::nullopt : std::optional(extents.error().what);
    }
    const auto bytes = number_in_setting(text);
    if (bytes && *bytes >= 0 && *bytes <= max_shared_setting && *bytes == std::floor(*bytes)) return std::nullopt;
    return in_quotes(text) + " is not a size of shared memory";
}

model::Expected<double> number_in_setting(std::string_view text)
{
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(number))
        return model::Error{in_quotes(text) + " is not a number", "", "a number was expected: 1000"};
    return number;
}

model::Expected<BufferSetting> buffer_setting(std::string_view text)
{
    const auto parts = split(text, ':');
    BufferSetting setting;
    if (!parts[0].empty()) {
        const auto count = number_in_setting(parts[0]);
        if (!count || *count < 1 || *count > static_cast<double>(max_elements) || *count != std::floor(*count))
            return no_buffer(text);
        setting.elements = static_cast<std::int64_t>(*count);
    }
    if (parts.size() == 1) return setting.elements ? model::Expected<BufferSetting>(setting) : no_buffer(text);
    std::size_t max_numbers = 0;
    for (const FillWord& known : fill_names)
        if (known.word == parts[1]) {
            setting.fill = known.fill;
            max_numbers = known.max_numbers;
        }
    if (!setting.fill || parts.size() > 2 + max_numbers) return no_buffer(text);
    std::array<double, 2> numbers{0, 1};
    for (std::size_t i = 2; i < parts.size(); ++i) {
        const auto number = number_in_setting(parts[i]);
        if (!number) return no_buffer(text);
        numbers[i - 2] = *number;
    }
    if (is_range(*setting.fill) && numbers[0] > numbers[1])
        return model::Error{in_quotes(text) + " is a range whose end is below its beginning", "",
                            "write the smaller number first"};
    setting.from = numbers[0];
    setting.to = setting.step = numbers[1];
    return setting;
}

std::string fill_words(const model::PlannedBuffer& buffer)
{
    const std::string range = " from " + plain_number(buffer.from) + " to " + plain_number(buffer.to);
    switch (buffer.fill) {
        case model::Fill::random: return "random numbers" + range;
        case model::Fill::random_integers: return "random integers" + range;
        case model::Fill::random_bytes: return "random bytes";
        case model::Fill::ramp:
            return plain_number(buffer.from) + ", " + plain_number(buffer.from + buffer.step) + ", " +
                   plain_number(buffer.from + 2 * buffer.step) + ", ...";
        case model::Fill::constant: return "all " + plain_number(buffer.from);
        case model::Fill::zero: return "zeros";
        case model::Fill::poison: return "a pattern that no kernel computes";
        case model::Fill::permutation: return "a random cycle through all indices";
        case model::Fill::cycle: break;
    }
    return "a cycle through all indices";
}

model::Expected<std::map<std::string, RunSettings>> run_settings_in(std::string_view text, const std::string& where)
{
    std::map<std::string, RunSettings> all;
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("run_here")) return all;
    const auto wrong = [&](const std::string& what) {
        return model::Error{
            what, where,
            R"({"run_here": {"KERNEL": {"grid": "16", "block": "256", "set": {"n": "1000"}}}} was expected)"};
    };
    const Json& kernels = json["run_here"];
    if (!kernels.is_object()) return wrong("\"run_here\" is no JSON object");
    const auto word = [](const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); };
    for (const auto& [kernel, object] : kernels.items()) {
        if (!object.is_object()) return wrong(in_quotes(kernel) + " in \"run_here\" is no JSON object");
        RunSettings& settings = all[kernel];
        for (const auto& [key, value] : object.items()) {
            if (key == "set" && value.is_object()) {
                for (const auto& [name, setting] : value.items()) settings.arguments[name] = word(setting);
            } else if (key == "grid" || key == "block" || key == "shared") {
                (key == "grid" ? settings.grid : key == "block" ? settings.block : settings.shared) = word(value);
                if (const auto problem = why_no_setting(key, word(value)))
                    return wrong(in_quotes(kernel) + ", \"" + key + "\": " + *problem);
            } else {
                return wrong(in_quotes(key) + " is not a key of \"run_here\"");
            }
        }
    }
    return all;
}

model::Expected<std::map<std::string, RunSettings>> run_settings_beside(const std::filesystem::path& file)
{
    const std::filesystem::path path = file.parent_path() / ".spillway.json";
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::map<std::string, RunSettings>{};
    const auto text = read_file_text(path);
    if (!text) return text.error();
    return run_settings_in(*text, path.string());
}

RunSettings merged(RunSettings first, const RunSettings& second)
{
    if (first.grid.empty()) first.grid = second.grid;
    if (first.block.empty()) first.block = second.block;
    if (first.shared.empty()) first.shared = second.shared;
    first.arguments.insert(second.arguments.begin(), second.arguments.end());
    return first;
}

}  // namespace spillway::catalogue
