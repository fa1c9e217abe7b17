#include "app/cli/course.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/catalogue/course_map.h"
#include "app/charts/course_drawing.h"
#include "app/charts/svg.h"
#include "app/cli/json_output.h"
#include "app/cli/output.h"
#include "app/cli/pictures.h"
#include "app/cli/print.h"
#include "app/learner/progress_store.h"
#if SPILLWAY_HAS_WINDOW
#include "app/charts/picture_file.h"
#endif

namespace spillway::cli {
namespace {

using catalogue::Catalogue;
using catalogue::LessonState;

const char* lesson_state_name(LessonState state)
{
    switch (state) {
        case LessonState::done: return "done";
        case LessonState::ready: return "ready";
        case LessonState::later: return "later";
    }
    return "later";
}

Json course_map_json(const Catalogue& catalogue, const std::set<std::string>& done)
{
    const catalogue::CourseMap map = catalogue::course_map(catalogue);
    const model::Experiment* next = catalogue::next_lesson(catalogue, done);
    Json json = Json::array();
    for (const catalogue::MapPlace& place : map.places) {
        Json leads_to = Json::array();
        for (const catalogue::MapWay& way : map.ways)
            if (map.places[way.from].lesson == place.lesson) leads_to.push_back(map.places[way.to].lesson->name);
        const model::CoursePlace& course = place.lesson->course;
        json.push_back({{"name", place.lesson->name},
                        {"title", place.lesson->title},
                        {"topic", place.lesson->topic},
                        {"column", place.column},
                        {"row", place.row},
                        {"prerequisites", course.prerequisites},
                        {"leads_to", leads_to},
                        {"difficulty", course.difficulty == 0 ? Json() : Json(course.difficulty)},
                        {"minutes", course.minutes == 0 ? Json() : Json(course.minutes)},
                        {"state", lesson_state_name(catalogue::lesson_state(catalogue, *place.lesson, done))},
                        {"next", place.lesson == next}});
    }
    return json;
}

void print_in_order(const Catalogue& catalogue, const std::set<std::string>& done)
{
    const auto lessons = catalogue::lessons_in_order(catalogue);
    const model::Experiment* next = catalogue::next_lesson(catalogue, done);
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        const model::Experiment& lesson = *lessons[i];
        print("{:>3} {} {:<20} {}\n", i + 1,
              done.contains(lesson.name) ? "done"
              : &lesson == next          ? "next"
                                         : "    ",
              lesson.name, charts::course_words(catalogue, lesson));
    }
    print("{}\n", charts::next_words(catalogue, done));
}

std::optional<model::Error> write_course(const Catalogue& catalogue, const std::set<std::string>& done,
                                         const std::string& file, charts::CourseLook look)
{
    const charts::ChartStyle style = charts::ChartStyle::document();
    const charts::CourseDrawing course =
        charts::course_drawing(catalogue, look, {done, "", ""}, {1240, 680}, style, charts::EstimatedTextMeasure());
    charts::SvgOptions options;
    options.footer = charts::next_words(catalogue, done);
    const charts::SvgPage page = charts::svg_page({course.drawing}, options);
#if SPILLWAY_HAS_WINDOW
    if (const auto format = charts::picture_format(file)) return charts::write_picture(file, *format, page);
#endif
    return write_output(file, page.text);
}

}  // namespace

int course_command(const CommonOptions& options, const std::string& picture, bool by_topic, bool force)
{
    if (auto error = check_picture(picture, "--map", force)) return fail(*error);
    if (by_topic && picture.empty())
        return fail({"the map without a file has no topics", "--by-topic", "add a file: --map FILE.svg"});
    auto context = load_context(options);
    if (!context) return fail(context.error());
    print_log(*context);
    learner::ProgressStore store(learner::progress_file());
    for (const model::Error& trouble : store.take_troubles()) (void)fail(trouble);
    const std::set<std::string> done = learner::lessons_read(store.now());
    const Catalogue& catalogue = context->library.catalogue();
    if (!picture.empty()) {
        const auto look = by_topic ? charts::CourseLook::topics : charts::CourseLook::map;
        if (auto error = write_course(catalogue, done, picture, look)) return fail(*error, exit_other);
    }
    if (options.json)
        print_json(course_map_json(catalogue, done));
    else if (picture.empty())
        print_in_order(catalogue, done);
    return exit_ok;
}

}  // namespace spillway::cli
