#include "app/window/shell/settings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/ownership.h"
#include "app/worker_client/worker_place.h"

namespace spillway::window {
namespace {

using Json = nlohmann::json;
using model::Error;

constexpr std::size_t max_bytes = 1 << 18;
constexpr std::size_t max_text = 256;
constexpr std::size_t max_entries = 128, max_names = 64, max_kept_machines = 16, max_in_list = 4, max_recent = 12;
constexpr std::size_t max_path_bytes = 4096;
constexpr int max_step = 999;
constexpr std::size_t max_drawing = 16000;  ///< bytes; to_text() writes at most 80 points, some 2,000 bytes

/// False for long paths, and for relative ones: the next start may have another current folder.
bool is_kept_path(const std::string& path)
{
    return path.size() <= max_path_bytes && path.starts_with("/");
}

/// The decimal number that a float stands for: 0.6 of 0.6f, whose double is 0.60000002.
double rounded(float value)
{
    return std::round(value * 100.0) / 100.0;
}

/// Reads one field after the other and remembers the first wrong one.
class Reader {
public:
    explicit Reader(const Json& object) : object_(object) {}

    void number(const char* key, float& into, float least, float most)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        // Compare as float: the 0.6 that was written for 0.6f must be accepted again.
        const float number = value->is_number() ? value->get<float>() : 0;
        if (value->is_number() && number >= least && number <= most)
            into = number;
        else
            wrong(key, "a number from " + Json(rounded(least)).dump() + " to " + Json(rounded(most)).dump());
    }
    void whole(const char* key, int& into, int least, int most)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        if (value->is_number_integer() && value->get<double>() >= least && value->get<double>() <= most)
            into = value->get<int>();
        else
            wrong(key, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    template <typename Flag>  // bool or std::optional<bool>
    void flag(const char* key, Flag& into)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        if (value->is_boolean())
            into = value->get<bool>();
        else
            wrong(key, "true or false");
    }
    void text(const char* key, std::string& into)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        if (is_short_text(*value))
            into = value->get<std::string>();
        else
            wrong(key, "a short text");
    }
    void texts(const char* key, std::set<std::string>& into)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        if (!value->is_array() || value->size() > max_names) return wrong(key, "a list of at most 64 names");
        if (!std::all_of(value->begin(), value->end(), is_short_text)) return wrong(key, "a list of short texts");
        into = value->get<std::set<std::string>>();
    }
    /// As place_json() writes it. The drawing may be longer than the other texts.
    void place(const char* key, Place& into)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        const auto text_of = [](const Json& object, const char* name, std::size_t most, std::string& text) {
            const auto found = object.find(name);
            if (found == object.end()) return true;
            if (!found->is_string() || found->get_ref<const std::string&>().size() > most) return false;
            text = found->get<std::string>();
            return true;
        };
        Place place;
        bool is_whole = value->is_object();
        for (const auto& [name, text] : {std::pair{"gpu", &place.gpu}, std::pair{"x_axis", &place.x_axis},
                                         std::pair{"focus", &place.focus}, std::pair{"question", &place.question}})
            is_whole = is_whole && text_of(*value, name, max_text, *text);
        is_whole = is_whole && text_of(*value, "drawing", max_drawing, place.drawing);
        const auto values = is_whole ? value->find("values") : value->end();
        if (is_whole && values != value->end()) {
            is_whole = values->is_object() && values->size() <= max_entries;
            if (is_whole)
                for (const auto& [name, text] : values->items()) {
                    is_whole = is_whole && name.size() <= max_text && is_short_text(text);
                    if (is_whole) place.values[name] = text.get<std::string>();
                }
        }
        if (const auto present = is_whole ? value->find("present") : value->end();
            is_whole && present != value->end()) {
            is_whole = present->is_boolean();
            place.present = is_whole && present->get<bool>();
        }
        if (is_whole)
            into = std::move(place);
        else
            wrong(key, "as Spillway saves it");
    }
    void machines(const char* key, std::vector<std::string>& into)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        const auto is_machine = [](const Json& item) {
            return is_short_text(item) && !worker_client::why_no_machine(item.get_ref<const std::string&>());
        };
        if (!value->is_array() || value->size() > max_kept_machines ||
            !std::all_of(value->begin(), value->end(), is_machine))
            return wrong(key, "a list of at most 16 machines");
        into = value->get<std::vector<std::string>>();
    }
    void paths(const char* key, std::vector<std::string>& into)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        const auto is_path = [](const Json& item) {
            return item.is_string() && is_kept_path(item.get_ref<const std::string&>());
        };
        if (!value->is_array() || value->size() > max_recent || !std::all_of(value->begin(), value->end(), is_path))
            return wrong(key, "a list of at most 12 paths");
        into = value->get<std::vector<std::string>>();
    }
    void saving(const char* key, SavingChoice& into)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        SavingChoice choice;
        bool is_whole = value->is_object();
        const auto text_of = [&](const char* name) {
            const auto found = value->find(name);
            is_whole = is_whole && found != value->end() && found->is_string() &&
                       found->get_ref<const std::string&>().size() <= max_path_bytes;
            return is_whole ? found->get<std::string>() : std::string();
        };
        if (is_whole) {
            choice.folder = text_of("folder");
            choice.for_slides = text_of("for") != "print";
            choice.formats.clear();
            const std::string formats = text_of("formats");
            for (const char* format : {"svg", "png", "pdf", "csv"})
                if (formats.find(format) != std::string::npos) choice.formats.insert(format);
        }
        if (is_whole)
            into = std::move(choice);
        else
            wrong(key, "as Spillway saves it");
    }
    void lists(const char* key, std::map<std::string, std::vector<std::string>>& into)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        if (!is_small_object(*value)) return wrong(key, small_object + " of lists");
        std::map<std::string, std::vector<std::string>> lists;
        for (const auto& [name, list] : value->items()) {
            const bool is_list =
                list.is_array() && list.size() <= max_in_list && std::all_of(list.begin(), list.end(), is_short_text);
            if (!is_list || name.size() > max_text) return wrong(key, "an object of short lists of names");
            lists[name] = list.get<std::vector<std::string>>();
        }
        into = std::move(lists);
    }
    void scales(const char* key, std::map<std::string, charts::AxisScale>& into)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        if (!is_small_object(*value)) return wrong(key, small_object + " of scales");
        std::map<std::string, charts::AxisScale> scales;
        for (const auto& [name, scale] : value->items()) {
            const bool is_linear = scale == "linear", is_logarithmic = scale == "logarithmic";
            if ((!is_linear && !is_logarithmic) || name.size() > max_text)
                return wrong(key, "an object of \"linear\" and \"logarithmic\"");
            scales[name] = is_linear ? charts::AxisScale::linear : charts::AxisScale::logarithmic;
        }
        into = std::move(scales);
    }
    void steps(const char* key, std::map<std::string, int>& into)
    {
        const Json* value = find(key);
        if (value == nullptr) return;
        if (!is_small_object(*value)) return wrong(key, small_object + " of steps");
        std::map<std::string, int> steps;
        for (const auto& [name, step] : value->items()) {
            const bool is_step = step.is_number_integer() && step.get<double>() >= 1 && step.get<double>() <= max_step;
            if (!is_step || name.size() > max_text)
                return wrong(key, "an object of whole numbers from 1 to " + std::to_string(max_step));
            steps[name] = step.get<int>();
        }
        into = std::move(steps);
    }
    [[nodiscard]] std::optional<Error> notice() const { return notice_; }

private:
    inline static const std::string small_object = "an object of at most " + std::to_string(max_entries) + " entries,";
    static bool is_small_object(const Json& value) { return value.is_object() && value.size() <= max_entries; }
    const Json* find(const char* key) const
    {
        const auto found = object_.find(key);
        return found == object_.end() ? nullptr : &*found;
    }
    static bool is_short_text(const Json& value)
    {
        return value.is_string() && value.get_ref<const std::string&>().size() <= max_text;
    }
    void wrong(const char* key, const std::string& expected)
    {
        if (!notice_)
            notice_ = Error{"the setting \"" + std::string(key) + "\" is not " + expected, "settings.json",
                            "the default is used, and replaces it in the file"};
    }

    const Json& object_;
    std::optional<Error> notice_;
};

std::array<std::pair<const char*, float*>, 5> shares_of(Borders& borders)
{
    return {{{"left_share", &borders.left},
             {"charts_share", &borders.charts},
             {"right_share", &borders.right},
             {"lesson_share", &borders.lesson},
             {"source_share", &borders.source}}};
}

Json place_json(const Place& place)
{
    return {{"gpu", place.gpu},        {"x_axis", place.x_axis},   {"focus", place.focus},
            {"values", place.values},  {"present", place.present}, {"question", place.question},
            {"drawing", place.drawing}};
}

Json saving_json(const SavingChoice& saving)
{
    std::string formats;
    for (const std::string& format : saving.formats) formats += (formats.empty() ? "" : " ") + format;
    return {{"folder", saving.folder.size() <= max_path_bytes ? saving.folder : ""},
            {"formats", formats},
            {"for", saving.for_slides ? "slides" : "print"}};
}

Json scales_json(const std::map<std::string, charts::AxisScale>& scales)
{
    Json object = Json::object();
    for (const auto& [metric, scale] : scales)
        if (scale != charts::AxisScale::automatic)
            object[metric] = scale == charts::AxisScale::linear ? "linear" : "logarithmic";
    return object;
}

/// The settings, cut to what the reader accepts: because of one entry too many it would ignore all of them.
Settings readable(Settings s)
{
    const auto is_short = [](const std::string& text) { return text.size() <= max_text; };
    for (std::string* text : {&s.experiment, &s.tab})
        if (!is_short(*text)) text->clear();
    std::erase_if(s.hidden_variants, [&](const auto& name) { return !is_short(name); });
    while (s.hidden_variants.size() > max_names) s.hidden_variants.erase(s.hidden_variants.begin());
    std::erase_if(s.charts, [&](const auto& each) { return !is_short(each.first); });
    while (s.charts.size() > max_entries) s.charts.erase(s.charts.begin());
    for (auto& [name, list] : s.charts) {
        std::erase_if(list, [&](const auto& metric) { return !is_short(metric); });
        if (list.size() > max_in_list) list.resize(max_in_list);
    }
    std::erase_if(s.y_scales, [&](const auto& each) { return !is_short(each.first); });
    while (s.y_scales.size() > max_entries) s.y_scales.erase(s.y_scales.begin());
    std::erase_if(s.lesson_steps,
                  [&](const auto& each) { return !is_short(each.first) || each.second < 1 || each.second > max_step; });
    while (s.lesson_steps.size() > max_entries) s.lesson_steps.erase(s.lesson_steps.begin());
    std::erase_if(s.machines, [](const auto& machine) { return worker_client::why_no_machine(machine).has_value(); });
    if (s.machines.size() > max_kept_machines) s.machines.resize(max_kept_machines);
    std::erase_if(s.recent_files, [](const std::string& path) { return !is_kept_path(path); });
    if (s.recent_files.size() > max_recent) s.recent_files.resize(max_recent);
    return s;
}

}  // namespace

ReadSettings parse_settings(std::string_view text)
{
    ReadSettings read;
    const auto refuse = [&](const char* what) {
        read.notice = Error{what, "settings.json", "the defaults are used"};
        return read;
    };
    if (text.size() > max_bytes) return refuse("the settings are too long");
    // Spillway writes no settings nested this deeply.
    int depth = 0;
    const Json parsed = Json::parse(
        text.begin(), text.end(),
        [&](int at, Json::parse_event_t, Json&) {
            depth = std::max(depth, at);
            return true;
        },
        /*allow_exceptions=*/false);
    if (parsed.is_discarded() || !parsed.is_object()) return refuse("the settings are not a JSON object");
    if (depth > 8) return refuse("the settings are nested too deeply");
    Reader reader(parsed);
    Settings& s = read.settings;
    reader.number("scale", s.scale, smallest_scale, largest_scale);
    reader.flag("dark", s.prefers_dark);
    reader.whole("window_width", s.window_width, 640, 16384);
    reader.whole("window_height", s.window_height, 400, 16384);
    reader.text("experiment", s.experiment);
    reader.text("tab", s.tab);
    reader.flag("lesson_leads", s.lesson_leads);
    reader.flag("less_motion", s.less_motion);
    reader.texts("hidden_variants", s.hidden_variants);
    reader.lists("charts", s.charts);
    reader.scales("y_scales", s.y_scales);
    reader.steps("lesson_steps", s.lesson_steps);
    for (const auto& [key, share] : shares_of(s.borders)) reader.number(key, *share, 0, 1);
    reader.machines("machines", s.machines);
    reader.paths("recent_files", s.recent_files);
    reader.saving("saving", s.saving);
    reader.place("place", s.place);
    reader.flag("start_here", s.start_here);
    reader.flag("is_running", s.is_running);
    read.notice = reader.notice();
    return read;
}

std::string print_settings(const Settings& settings)
{
    Settings s = readable(settings);
    Json object{{"scale", rounded(s.scale)},
                {"window_width", s.window_width},
                {"window_height", s.window_height},
                {"experiment", s.experiment},
                {"tab", s.tab},
                {"lesson_leads", s.lesson_leads},
                {"less_motion", s.less_motion},
                {"hidden_variants", s.hidden_variants},
                {"charts", s.charts},
                {"y_scales", scales_json(s.y_scales)},
                {"saving", saving_json(s.saving)},
                {"lesson_steps", s.lesson_steps},
                {"machines", s.machines},
                {"recent_files", s.recent_files},
                {"place", place_json(s.place)},
                {"start_here", s.start_here},
                {"is_running", s.is_running}};
    if (s.prefers_dark) object["dark"] = *s.prefers_dark;
    for (const auto& [key, share] : shares_of(s.borders))
        if (*share != 0) object[key] = std::round(*share * 10000.0) / 10000.0;
    return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::filesystem::path settings_file()
{
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && config[0] == '/')
        return std::filesystem::path(config) / "spillway" / "settings.json";
    if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/')
        return std::filesystem::path(home) / ".config" / "spillway" / "settings.json";
    return {};
}

ReadSettings read_settings(const std::filesystem::path& link_or_file)
{
    if (link_or_file.empty()) return {};
    const std::filesystem::path file = base::own_place(link_or_file);
    // Read only an ordinary file: opening a pipe would wait forever.
    const auto folder = base::FolderReader::open(file.parent_path());
    if (!folder || !folder->has(file.filename().string())) return {};
    const auto text = folder->read(file.filename().string(), max_bytes);
    if (text) return parse_settings(*text);
    return {{}, Error{"the settings cannot be read: " + text.error().what, "settings.json", "the defaults are used"}};
}

std::optional<Error> write_settings(const std::filesystem::path& file, const Settings& settings)
{
    if (file.empty())
        return Error{"settings cannot be saved: neither XDG_CONFIG_HOME nor HOME is an absolute path", "settings", ""};
    std::error_code failure;
    std::filesystem::create_directories(file.parent_path(), failure);
    return base::write_file(base::own_place(file), print_settings(settings));
}

}  // namespace spillway::window
