#include "app/teaching/view_text.h"

#include <algorithm>
#include <charconv>

#include "app/base/percent_text.h"
#include "app/base/visible_text.h"

namespace spillway::teaching {
namespace {

using model::Error;

constexpr const char* in_the_line = "the view";
constexpr const char* copy_again = "copy the whole line again, as 'Copy link to this view' writes it";

// ---- writing ----

constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.~";

std::string encoded(std::string_view name)
{
    return base::percent_encoded(name, plain);
}

void add(std::string& line, const std::string& key, const std::string& value)
{
    if (!value.empty()) line += "/" + key + "=" + value;
}

template <class Names>
std::string list_of(const Names& names)
{
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ",") + encoded(name);
    return text;
}

std::string pairs_of(const std::map<std::string, std::string>& pairs)
{
    std::string text;
    for (const auto& [name, value] : pairs) text += (text.empty() ? "" : ",") + encoded(name) + ":" + encoded(value);
    return text;
}

void add_setting(std::string& line, const std::string& prefix, const ViewSetting& setting)
{
    add(line, prefix + "gpu", encoded(setting.gpu));
    add(line, prefix + "recording", encoded(setting.recording));
    add(line, prefix + "x", encoded(setting.x_axis));
    add(line, prefix + "variant", encoded(setting.variant));
    add(line, prefix + "set", pairs_of(setting.values));
}

// ---- reading ----

/// A decoded name; empty if it is too long, empty or has invalid characters.
std::optional<std::string> decoded(std::string_view text)
{
    const bool is_encoded =
        std::ranges::all_of(text, [](char c) { return c == '%' || plain.find(c) != std::string_view::npos; });
    auto name = is_encoded ? base::percent_decoded(text) : std::nullopt;
    const bool is_name =
        name && !name->empty() && name->size() <= max_view_name_bytes && base::visible_line(*name) == *name;
    return is_name ? name : std::nullopt;
}

std::vector<std::string_view> split(std::string_view text, char at)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(at);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// Quoted text, shortened to fit into a sentence.
std::string quoted(std::string_view text)
{
    constexpr std::size_t max_shown = 40;
    const bool is_cut = text.size() > max_shown;
    return "'" + base::visible_line(text.substr(0, max_shown)) + (is_cut ? "…" : "") + "'";
}

/// Fields of one line; each may occur once.
class Fields {
public:
    /// Stores a field of the line in `view`. Returns what is wrong with it; empty on success.
    std::optional<Error> take(View& view, std::string_view key, std::string_view value)
    {
        if (!seen_.insert(std::string(key)).second)
            return Error{"it says " + quoted(key) + " twice", in_the_line, copy_again};
        ViewSetting* setting = &view.setting;
        if (key == "a" || key.starts_with("a.")) {
            if (!view.a) view.a.emplace();
            setting = &*view.a;
            if (key == "a") return name(setting->experiment, key, value);
            key.remove_prefix(2);
        }
        if (key == "gpu") return name(setting->gpu, key, value);
        if (key == "recording") return name(setting->recording, key, value);
        if (key == "x") return name(setting->x_axis, key, value);
        if (key == "variant") return name(setting->variant, key, value);
        if (key == "set") return pairs(setting->values, key, value);
        return setting == &view.setting ? take_look(view, key, value) : unknown(key);
    }

private:
    static std::optional<Error> take_look(View& view, std::string_view key, std::string_view value)
    {
        if (key == "charts")
            return names(value, key, [&](std::string each) { view.charts.push_back(std::move(each)); });
        if (key == "hidden") return names(value, key, [&](std::string each) { view.hidden.insert(std::move(each)); });
        if (key == "scales") return pairs(view.y_scales, key, value);
        if (key == "tab") return name(view.tab, key, value);
        if (key == "fill") return name(view.filled, key, value);
        if (key == "step") return step(view.step, value);
        if (key == "warp") {
            view.warp = catalogue::parse_warp_place(value);
            return view.warp ? std::nullopt : std::optional(wrong(key, value));
        }
        if (key == "present" && value == "1") return view.present = true, std::nullopt;
        if (key == "answers" && value == "1") return view.shows_everything = true, std::nullopt;
        if (key == "theme" && (value == "dark" || value == "light")) {
            view.theme = value == "dark" ? ViewTheme::dark : ViewTheme::light;
            return std::nullopt;
        }
        return key == "present" || key == "theme" || key == "answers" ? wrong(key, value) : unknown(key);
    }
    static Error wrong(std::string_view key, std::string_view value)
    {
        return {quoted(value) + " is not a value of " + quoted(key), in_the_line, copy_again};
    }
    static Error unknown(std::string_view key)
    {
        return {"it says " + quoted(key) + ", which views of version " + std::to_string(view_version) + " do not have",
                in_the_line, copy_again};
    }
    static std::optional<Error> name(std::string& into, std::string_view key, std::string_view value)
    {
        auto name = decoded(value);
        if (!name) return wrong(key, value);
        into = std::move(*name);
        return std::nullopt;
    }
    template <class Take>
    static std::optional<Error> names(std::string_view value, std::string_view key, const Take& take)
    {
        const auto parts = split(value, ',');
        if (parts.size() > max_view_names) return wrong(key, value);
        for (const std::string_view part : parts) {
            auto name = decoded(part);
            if (!name) return wrong(key, value);
            take(std::move(*name));
        }
        return std::nullopt;
    }
    static std::optional<Error> pairs(std::map<std::string, std::string>& into, std::string_view key,
                                      std::string_view value)
    {
        const auto parts = split(value, ',');
        if (parts.size() > max_view_names) return wrong(key, value);
        for (const std::string_view part : parts) {
            const std::size_t colon = part.find(':');
            const auto name = decoded(part.substr(0, colon));
            const auto each = colon == std::string_view::npos ? std::nullopt : decoded(part.substr(colon + 1));
            if (!name || !each || !into.emplace(*name, *each).second) return wrong(key, part);
        }
        return std::nullopt;
    }
    static std::optional<Error> step(int& into, std::string_view value)
    {
        int number = 0;
        const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool is_whole = failed == std::errc() && end == value.data() + value.size();
        if (!is_whole || number < 1 || number > max_view_step || value.front() == '0') return wrong("step", value);
        into = number;
        return std::nullopt;
    }

    std::set<std::string> seen_;
};

/// The line without the characters around it in a file, a browser's address or a mail.
std::string_view bare(std::string_view text)
{
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    if (text.starts_with(view_scheme))
        text.remove_prefix(view_scheme.size());
    else if (text.starts_with('#'))
        text.remove_prefix(1);
    if (text.ends_with('/')) text.remove_suffix(1);  // some programs add it to an address
    return text;
}

/// Checks "v1"; returns why this Spillway cannot read it.
std::optional<Error> check_version(std::string_view word)
{
    int version = 0;
    const char* const end = word.data() + word.size();
    const bool is_version = word.starts_with('v') && word.size() > 1 && word[1] != '0' &&
                            std::from_chars(word.data() + 1, end, version).ptr == end && version >= 1;
    if (!is_version)
        return Error{
            "it is not a view: it begins with " + quoted(word) + ", not with 'v" + std::to_string(view_version) + "'",
            in_the_line, copy_again};
    if (version == view_version) return std::nullopt;
    return Error{
        "it is of version " + std::to_string(version) + "; this Spillway reads version " + std::to_string(view_version),
        in_the_line, "open it with a newer Spillway"};
}

}  // namespace

std::string format_view(const View& view)
{
    std::string line = "v" + std::to_string(view_version) + "/" + encoded(view.setting.experiment);
    add_setting(line, "", view.setting);
    if (view.a) {
        add(line, "a", encoded(view.a->experiment));
        add_setting(line, "a.", *view.a);
    }
    add(line, "charts", list_of(view.charts));
    add(line, "scales", pairs_of(view.y_scales));
    add(line, "hidden", list_of(view.hidden));
    add(line, "tab", encoded(view.tab));
    add(line, "fill", encoded(view.filled));
    if (view.step > 0) add(line, "step", std::to_string(view.step));
    if (view.warp) add(line, "warp", catalogue::format_warp_place(*view.warp));
    if (view.present) add(line, "present", "1");
    if (view.shows_everything) add(line, "answers", "1");
    if (view.theme != ViewTheme::unsaid) add(line, "theme", view.theme == ViewTheme::dark ? "dark" : "light");
    return line;
}

model::Expected<View> parse_view(std::string_view text)
{
    if (text.size() > max_view_bytes)
        return Error{
            "it has " + std::to_string(text.size()) + " bytes; a view has at most " + std::to_string(max_view_bytes),
            in_the_line, copy_again};
    const std::vector<std::string_view> parts = split(bare(text), '/');
    if (auto error = check_version(parts.front())) return *error;
    View view;
    const auto experiment = parts.size() > 1 ? decoded(parts[1]) : std::nullopt;
    if (!experiment) return Error{"it names no experiment", in_the_line, copy_again};
    view.setting.experiment = *experiment;
    Fields fields;
    for (std::size_t i = 2; i < parts.size(); ++i) {
        const std::size_t equals = parts[i].find('=');
        if (equals == std::string_view::npos)
            return Error{quoted(parts[i]) + " is not KEY=VALUE", in_the_line, copy_again};
        if (auto error = fields.take(view, parts[i].substr(0, equals), parts[i].substr(equals + 1))) return *error;
    }
    if (view.a && view.a->experiment.empty())
        return Error{"it does not name the experiment of A", in_the_line, copy_again};
    return view;
}

}  // namespace spillway::teaching
