#include "app/window/panels/saving.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/base/visible_text.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/charts/course_drawing.h"
#include "app/charts/layout.h"
#include "app/charts/picture_file.h"
#include "app/learner/learner_progress.h"
#include "app/teaching/parameter_steps.h"
#include "app/window/kit/downloads.h"
#include "app/window/panels/charts/export.h"
#include "app/window/panels/charts/shown_charts.h"
#include "app/window/panels/code/code_drawing.h"
#include "app/window/panels/memory_cards.h"
#include "app/window/panels/roofline_chart.h"
#include "app/window/panels/sm_drawing.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;
using charts::PictureFormat;
using model::Error;

constexpr double page_ratio = 0.75, slide_ratio = 1.7;  ///< width / height of pictures of code

/// Caption of a saved picture: title, GPU, parameters, changed knobs, compiler, and the source of measured numbers.
std::string foot_of(const session::SessionView& session)
{
    const session::Selection& selection = session.selection();
    std::string text = session.experiment().title + " · " + session.gpu().label;
    for (const auto* list : {&session.experiment().parameters, &session.experiment().knobs})
        for (const model::Parameter& parameter : *list) {
            const auto value = selection.values.find(parameter.name);
            if (value == selection.values.end()) continue;
            if (parameter.is_knob && parameter.name != selection.x_axis &&
                value->second == catalogue::initial_value(parameter, session.gpu()))
                continue;
            text += " · " + parameter.label + " " + teaching::value_label(parameter, value->second);
        }
    const results::CurvePoint& point = session.current(selection.focus);
    const model::RunResult* result = point.result.get();
    if (result == nullptr || point.is_stale()) return text;
    if (result->compile) text += " · " + result->compile->compiler;
    if (const auto& from = result->measurement.provenance)
        text += " · " + std::string(model::to_string(result->measurement.source)) + " on " + from->gpu + ", driver " +
                from->driver + ", " + from->date.substr(0, 10);
    return text;
}

/// A picture that is drawn but not written yet.
struct Drawn {
    std::string name;  ///< file name without folder and extension
    charts::SvgPage page;
};

/// Draws the requested pictures.
class Pictures {
public:
    Pictures(const session::SessionView& session, const ViewState& view, const SaveRequest& request)
        : session_(session),
          view_(view),
          request_(request),
          look_(charts::picture_look(request.purpose)),
          stem_("spillway-" + session.selection().experiment + "-")
    {
    }

    [[nodiscard]] model::Expected<Drawn> draw(const std::string& key) const
    {
        if (key == "charts") return draw_charts(session_.selection().x_axis, visible_charts(session_, view_));
        if (key.starts_with("chart:")) return draw_chart(key.substr(6));
        if (key == "map") return draw_map();  // the map reveals no answer
        if (covers_of(session_, view_).any())
            return Error{"it would reveal the answer to an open question of the lesson", key,
                         "answer or skip the lesson's questions first"};
        const charts::EstimatedTextMeasure measure;
        if (key == "sm") {
            if (auto error = check_current(session_.selection().focus, key)) return *error;
            return drawn(key, {sm_drawing(session_, look_.sm_width, look_.style, measure)});
        }
        if (key == "code") return draw_code(key, CodeKind::source);
        if (key == "ptx") return draw_code(key, CodeKind::ptx);
        if (key == "sass") return draw_code(key, CodeKind::sass);
        if (key == "memory") return draw_memory();
        return draw_roofline(key);
    }

private:
    /// The Error: the window still shows the result of an earlier setting, or none.
    [[nodiscard]] std::optional<Error> check_current(const std::string& variant, const std::string& key) const
    {
        const results::CurvePoint& point = session_.current(variant);
        if (point.result != nullptr && !point.is_stale()) return std::nullopt;
        return Error{"there is no result for this setting yet", key, "wait until the compiler has answered"};
    }

    [[nodiscard]] Drawn drawn(const std::string& name, const std::vector<charts::Drawing>& drawings) const
    {
        charts::SvgOptions options;
        options.footer = foot_of(session_);
        options.footer_pixels = look_.footer_pixels;
        options.columns = look_.columns(drawings.size());
        std::string file = stem_ + name;
        std::ranges::replace(file, ':', '-');
        return {file, charts::svg_page(drawings, options)};
    }

    [[nodiscard]] model::Expected<Drawn> draw_charts(const std::string& name,
                                                     const std::vector<charts::Chart>& charts) const
    {
        const bool is_sheet = charts.size() > 1;
        return drawn(name,
                     charts::whole_layouts(charts, is_sheet ? look_.sheet_chart(charts.size()) : look_.chart,
                                           is_sheet ? look_.sheet_style : look_.style, charts::EstimatedTextMeasure{}));
    }

    [[nodiscard]] model::Expected<Drawn> draw_chart(const std::string& metric) const
    {
        std::vector<charts::Chart> charts = visible_charts(session_, view_);
        std::erase_if(charts, [&](const charts::Chart& chart) { return chart.key != metric; });
        if (charts.empty()) return Error{"the window shows no chart of it", metric, "choose it in a chart's title"};
        return draw_charts(metric, charts);
    }

    /// The course as on its page in the window: as a map of prerequisites, or by topic.
    [[nodiscard]] Drawn draw_map() const
    {
        const std::set<std::string> done = learner::lessons_read(session_.learner());
        const auto look = view_.course_page.by_topic ? charts::CourseLook::topics : charts::CourseLook::map;
        charts::SvgOptions options;
        options.footer = charts::next_words(session_.catalogue(), done);
        options.footer_pixels = look_.footer_pixels;
        const auto course =
            charts::course_drawing(session_.catalogue(), look, {done, session_.selection().experiment, {}}, look_.map,
                                   look_.dense_style, charts::EstimatedTextMeasure{});
        return {"spillway-course-map", charts::svg_page({course.drawing}, options)};
    }

    [[nodiscard]] model::Expected<Drawn> draw_code(const std::string& key, CodeKind kind) const
    {
        const auto drawing = code_drawing(session_, kind, look_.is_for_slides ? slide_ratio : page_ratio,
                                          look_.dense_style, charts::EstimatedTextMeasure{});
        if (!drawing) return drawing.error();
        return drawn(key, {*drawing});
    }

    [[nodiscard]] model::Expected<Drawn> draw_memory() const
    {
        std::vector<charts::MemoryCard> cards;
        for (const std::string& variant : {session_.selection().focus, request_.beside}) {
            auto card = memory_card_of(session_, variant);
            if (!card || card->flow.arrows.empty()) continue;
            if (auto error = check_current(variant, "memory")) return *error;
            cards.push_back(std::move(*card));
        }
        if (cards.empty())
            return Error{"this setting has no hardware counters", "memory", "move the slider to one that has"};
        return drawn("memory", {charts::memory_sheet(cards, look_.memory, look_.dense_style, look_.memory_columns())});
    }

    [[nodiscard]] model::Expected<Drawn> draw_roofline(const std::string& key) const
    {
        for (const charts::RoofLevel level : {charts::RoofLevel::dram, charts::RoofLevel::l2, charts::RoofLevel::l1}) {
            if (key != std::string("roofline:") + roof_level_key(level)) continue;
            const charts::Chart chart = roofline_of(session_, view_, level).chart;
            if (!chart.empty_message.empty())
                return Error{"this setting has no hardware counters", key, "move the slider to one that has"};
            return drawn(key,
                         charts::whole_layouts({chart}, look_.roofline, look_.style, charts::EstimatedTextMeasure{}));
        }
        return Error{"there is no picture of that name", key, "see 'spillway pictures --help'"};
    }

    const session::SessionView& session_;
    const ViewState& view_;
    const SaveRequest& request_;
    charts::PictureLook look_;
    std::string stem_;
};

/// Reason why the folder is not writable. A missing folder is fine if its parent exists: it is created.
std::optional<Error> why_no_folder(const fs::path& folder)
{
    const std::string shown = base::visible_line(folder.string());
    const auto unusable = [&](const std::string& what) {
        return Error{what, shown.empty() ? "the folder" : shown, "choose another folder"};
    };
    if (folder.empty()) return unusable("there is no folder to write to");
    if (!folder.is_absolute()) return unusable("a folder's path begins with / or ~");
    std::error_code failed;
    if (!fs::exists(folder, failed))
        return fs::is_directory(folder.parent_path(), failed) ? std::nullopt
                                                              : std::optional(unusable("there is no such folder"));
    if (!fs::is_directory(folder, failed)) return unusable("this is not a folder");
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        return unusable("this folder cannot be written to: " + std::string(std::strerror(errno)));
    return std::nullopt;
}

std::optional<Error> make_folder(const fs::path& folder)
{
    std::error_code failed;
    if (fs::is_directory(folder, failed) || fs::create_directory(folder, failed)) return std::nullopt;
    return Error{"this folder cannot be made: " + failed.message(), base::visible_line(folder.string()),
                 "choose another folder"};
}

std::vector<std::string> endings_of(const std::set<std::string>& formats, bool is_table)
{
    std::vector<std::string> endings;
    for (const std::string& format : formats)
        if ((format == "csv") == is_table) endings.push_back("." + format);
    return endings;
}

/// First stem of "a", "a-2", "a-3" that is unused with all of these extensions.
fs::path free_stem(const fs::path& folder, const std::string& name, const std::vector<std::string>& endings)
{
    constexpr int max_tries = 10000;
    std::error_code ignored;
    for (int number = 1; number < max_tries; ++number) {
        const fs::path stem = folder / (number == 1 ? name : name + "-" + std::to_string(number));
        const bool is_taken = std::ranges::any_of(endings, [&](const std::string& ending) {
            return fs::exists(fs::symlink_status(stem.string() + ending, ignored));
        });
        if (!is_taken) return stem;
    }
    return folder / name;  // it exists, so writing then fails
}

std::optional<Error> write_all(const std::vector<Drawn>& pictures, const SaveRequest& request, SaveOutcome& outcome)
{
    const std::vector<std::string> endings = endings_of(request.formats, false);
    for (const Drawn& picture : pictures) {
        const fs::path stem = free_stem(request.folder, picture.name, endings);
        for (const std::string& ending : endings) {
            const fs::path file = stem.string() + ending;
            const charts::PictureFormat format = charts::picture_format(ending).value();
            if (auto failed = charts::write_picture(file, format, picture.page, base::IfThere::refuse)) return failed;
            outcome.files.push_back(file);
        }
    }
    return std::nullopt;
}

std::optional<Error> write_table(const session::SessionView& session, const ViewState& view, const SaveRequest& request,
                                 SaveOutcome& outcome)
{
    if (!request.formats.contains("csv")) return std::nullopt;
    if (covers_of(session, view).any()) {
        outcome.left_out.emplace_back(table_is_covered);
        return std::nullopt;
    }
    const std::string name = "spillway-" + session.selection().experiment + "-" + session.selection().x_axis;
    const fs::path file = free_stem(request.folder, name, {".csv"}).string() + ".csv";
    if (auto failed = base::write_file(file, charts_as_csv(session, view), base::IfThere::refuse)) return failed;
    outcome.files.push_back(file);
    return std::nullopt;
}

}  // namespace

std::vector<Savable> what_can_be_saved(const session::SessionView& session, const ViewState& view)
{
    std::vector<Savable> all{{"charts", "All charts"}};
    for (const std::string& metric : chosen_metrics(session, view))
        if (const model::Metric* known = model::find_metric(metric))
            all.push_back({"chart:" + metric, std::string(charts::chart_title(*known))});
    all.push_back({"sm", "SM"});
    all.push_back({"code", "Source"});
    all.push_back({"ptx", "PTX"});
    all.push_back({"sass", "SASS"});
    all.push_back({"memory", "Memory"});
    for (const charts::RoofLevel level : {charts::RoofLevel::dram, charts::RoofLevel::l2, charts::RoofLevel::l1})
        all.push_back({std::string("roofline:") + roof_level_key(level),
                       std::string("Roofline of ") + charts::roof_level_name(level)});
    all.push_back({"map", "Course map"});
    return all;
}

std::optional<Error> why_not_saved(const SaveRequest& request)
{
    if (request.formats.empty()) return Error{"no format is chosen", "saving", "choose SVG, PNG, PDF or CSV"};
    for (const std::string& format : request.formats)
        if (format != "csv" && !charts::picture_format("." + format))
            return Error{"there is no such format", base::visible_line(format), "use svg, png, pdf or csv"};
    const bool has_pictures = !endings_of(request.formats, false).empty();
    if (has_pictures && request.what.empty()) return Error{"nothing is chosen", "saving", "choose what to save"};
    return why_no_folder(request.folder);
}

std::optional<Error> why_no_picture(const session::SessionView& session, const ViewState& view,
                                    const SaveRequest& request)
{
    const std::vector<Savable> known = what_can_be_saved(session, view);
    for (const std::string& key : request.what)
        if (std::ranges::count(known, key, &Savable::key) == 0)
            return Error{"there is no picture of that name", base::visible_line(key), "see 'spillway pictures --help'"};
    return std::nullopt;
}

model::Expected<SaveOutcome> save_files(const session::SessionView& session, const ViewState& view,
                                        const SaveRequest& request)
{
    if (auto refused = why_not_saved(request)) return *refused;
    if (auto refused = make_folder(request.folder)) return *refused;
    const bool has_pictures = !endings_of(request.formats, false).empty();
    SaveOutcome outcome;
    std::vector<Drawn> pictures;
    const Pictures all(session, view, request);
    for (const std::string& key : request.what) {
        if (!has_pictures) break;
        auto picture = all.draw(key);
        if (picture)
            pictures.push_back(std::move(*picture));
        else if (request.what.size() == 1 && !request.formats.contains("csv"))
            return picture.error();
        else
            outcome.left_out.push_back(picture.error().line());
    }
    auto failed = write_all(pictures, request, outcome);
    if (!failed) failed = write_table(session, view, request, outcome);
    if (failed) return *failed;
    if (outcome.files.empty() && !outcome.left_out.empty()) return Error{outcome.left_out.front(), "", ""};
    return outcome;
}

std::string saved_words(const SaveOutcome& outcome)
{
    std::string words;
    for (const fs::path& file : outcome.files)
        words += (words.empty() ? "" : ", ") + base::visible_line(file.filename().string());
    if (!outcome.files.empty() && saves_are_downloads())
        words = "Downloaded: " + words + ".";
    else if (!outcome.files.empty())
        words = "Saved in " + base::visible_line(outcome.files.front().parent_path().string()) + ": " + words + ".";
    for (const std::string& sentence : outcome.left_out) words += " Not saved: " + sentence;
    return words;
}

void open_saving_page(ViewState& view, std::set<std::string> what, std::string beside)
{
    view.saving_page = {true, true, std::move(what), std::move(beside), ""};
    view.open_menu.clear();
    view.show_help = false;
}

void open_saving_page(const session::SessionView& session, ViewState& view)
{
    std::string what = "charts";
    if (view.filled == Part::tabs)
        for (const char* tab : {"sm", "code", "memory"})
            if (view.tab == tab) what = tab;
    if (view.filled == Part::tabs && view.tab == "roofline")
        what = std::string("roofline:") +
               roof_level_key(limiting_level_of(session, view).value_or(charts::RoofLevel::dram));
    open_saving_page(view, {what});
}

void ask_what_to_save(Commands& commands, std::set<std::string> what, std::string beside)
{
    commands.post([what = std::move(what), beside = std::move(beside)](session::Session&, ViewState& view) {
        open_saving_page(view, what, beside);
    });
}

void save_as_chosen(const session::SessionView& session, ViewState& view)
{
    const SaveRequest request{
        view.saving_page.what, view.saving.formats,
        view.saving.for_slides ? charts::Purpose::slides : charts::Purpose::print,
        view.saving.folder.empty() ? base::pictures_folder() : base::with_home(view.saving.folder),
        view.saving_page.beside};
    const auto outcome = save_files(session, view, request);
    if (!outcome) {
        view.saving_page.error = "Not saved: " + outcome.error().line();
        view.status_notice = view.saving_page.error;
        return;
    }
    view.saving_page = {};
    view.status_notice = saved_words(*outcome);
}

}  // namespace spillway::window
