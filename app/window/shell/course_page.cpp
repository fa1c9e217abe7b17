#include "app/window/shell/course_page.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/charts/course_drawing.h"
#include "app/charts/imgui_painter.h"
#include "app/learner/learner_progress.h"
#include "app/teaching/courses.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/chart_look.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/page_window.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/saving.h"
#include "app/window/panels/talk_steps.h"

#include "app/window/shell/layout.h"

namespace spillway::window {
namespace {

constexpr const char* lesson_key = "course:lesson:";

std::set<std::string> lessons_done(const session::SessionView& session)
{
    return learner::lessons_read(session.learner());
}

void open_page(ViewState& view, bool is_open)
{
    view.course_page.is_open = is_open;
}

/// Name of the lesson that has the visible focus, else of the one under the mouse; empty if there is none.
std::string pointed_lesson(const PanelContext& context, const charts::CourseDrawing& course, ImVec2 origin)
{
    const std::string prefix = lesson_key, &focused = context.items.focused();
    if (context.items.focus_is_visible() && focused.starts_with(prefix)) return focused.substr(prefix.size());
    const ImVec2 mouse = ImGui::GetMousePos();
    for (const charts::PlacedLesson& placed : course.lessons)
        if (placed.rect.contains(charts::Point{mouse.x - origin.x, mouse.y - origin.y})) return placed.lesson->name;
    return {};
}

/// True on an upright phone, which is too narrow for the map.
bool is_narrow(const Theme& theme)
{
    return ImGui::GetIO().DisplaySize.x < phone_width * theme.scale;
}

/// Left: map or list by topic, and Save. Right: the courses, which open as talks, and Close.
void draw_head(PanelContext& context, const Rect& head)
{
    const Theme& theme = context.theme;
    const float gap = 8 * theme.scale;
    float x = head.min.x;
    const float line = head.centre().y - font_pixels(theme.heading) / 2;
    draw_text(ImGui::GetWindowDrawList(), theme.heading, {x, line}, theme.text, "Course");
    x += text_width(theme.heading, "Course") + 3 * gap;
    for (const bool by_topic : {false, true}) {
        if (is_narrow(theme)) break;
        const char* label = by_topic ? "By topic" : "Map";
        const ButtonLook look = context.view.course_page.by_topic == by_topic ? ButtonLook::primary : ButtonLook::plain;
        if (button_at(context, by_topic ? "course:topics" : "course:map", {x, head.min.y}, label, look))
            context.commands.post(
                [by_topic](session::Session&, ViewState& view) { view.course_page.by_topic = by_topic; });
        x += button_size(theme, label).x + gap;
    }
    if (button_at(context, "course:save", {x + 2 * gap, head.min.y}, "Save", ButtonLook::quiet,
                  "This picture as SVG, PNG or PDF"))
        context.commands.post([](session::Session&, ViewState& view) {
            open_page(view, false);
            open_saving_page(view, {"map"});
        });
    x += 2 * gap + button_size(theme, "Save").x;
    const float close = head.max.x - button_size(theme, "Close").x;
    float width = 0;
    for (const teaching::Course& course : teaching::shipped_courses())
        width += button_size(theme, course.title).x + gap;
    float right = std::max(x + gap, close - width);
    for (const teaching::Course& course : teaching::shipped_courses()) {
        if (right + button_size(theme, course.title).x + gap > close) break;  // a phone has room for none
        if (button_at(context, "course:talk:" + course.name, {right, head.min.y}, course.title, ButtonLook::plain,
                      "Opens this way through the lessons as a talk: stops with a lecturer's notes"))
            context.commands.post(
                [file = course.file](session::Session& session, ViewState& view) { open_course(file, session, view); });
        right += button_size(theme, course.title).x + gap;
    }
    if (button_at(context, "course:close", {close, head.min.y}, "Close", ButtonLook::quiet))
        context.commands.post([](session::Session&, ViewState& view) { open_page(view, false); });
}

/// Two lines: the pointed lesson, else the next lesson and how to read the picture.
void draw_foot(PanelContext& context, const Rect& foot, const std::string& pointed)
{
    const Theme& theme = context.theme;
    const auto& catalogue = context.session.catalogue();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float second = foot.max.y - font_pixels(theme.body) - 2 * theme.scale;
    const auto lines = [&](std::string_view bold, std::string_view muted) {
        draw_text_fitted(list, theme.body_bold, foot.min, theme.text, bold, foot.width());
        draw_text_fitted(list, theme.body, {foot.min.x, second}, theme.text_muted, muted, foot.width());
    };
    if (const model::Experiment* lesson = catalogue.find(pointed))
        return lines(lesson->title + ": " + lesson->question, charts::course_words(catalogue, *lesson));
    lines(charts::next_words(catalogue, lessons_done(context.session)),
          std::string(is_narrow(theme) ? "Tick: you have read it. "
                                       : "Dots: difficulty. Tick: read. Faded: read its prerequisites first. ") +
              for_input_device(context.view, "A click or Enter opens a lesson.", "A tap opens a lesson."));
}

void draw_lessons(PanelContext& context, const Rect& place, std::string& pointed)
{
    const Theme& theme = context.theme;
    const charts::ChartFonts fonts = chart_fonts(theme);
    const charts::ChartStyle style = chart_style(theme, false);
    const charts::ImFontTextMeasure measure(fonts);
    const auto look =
        context.view.course_page.by_topic || is_narrow(theme) ? charts::CourseLook::topics : charts::CourseLook::map;
    charts::CourseView course_view{
        lessons_done(context.session), std::string(context.session.selection().experiment), {}};
    const charts::Size size{place.width(), place.height()};
    charts::CourseDrawing course =
        charts::course_drawing(context.session.catalogue(), look, course_view, size, style, measure);
    pointed = course_view.pointed = pointed_lesson(context, course, place.min);
    if (!pointed.empty())
        course = charts::course_drawing(context.session.catalogue(), look, course_view, size, style, measure);
    charts::paint(course.drawing, *ImGui::GetWindowDrawList(), place.min, *theme.palette, fonts, *theme.round);
    for (const charts::PlacedLesson& placed : course.lessons) {
        const auto x = [&](double at) { return place.min.x + static_cast<float>(at); };
        const auto y = [&](double at) { return place.min.y + static_cast<float>(at); };
        const Rect box{{x(placed.rect.left), y(placed.rect.top)}, {x(placed.rect.right), y(placed.rect.bottom)}};
        if (touch_area(context, lesson_key + placed.lesson->name, box).clicked)
            context.commands.post([name = placed.lesson->name](session::Session& session, ViewState& view) {
                open_page(view, false);
                choose_experiment(session, view, name);
                view.tab = "lesson";
            });
    }
}

}  // namespace

void draw_course_page(PanelContext& context)
{
    const Theme& theme = context.theme;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    begin_page("##course", theme.panel);
    context.items.begin_scope();
    const float pad = std::round(14 * theme.scale);
    const Rect inside = Rect{{0, 0}, screen}.inset(pad);
    const float head = button_size(theme, "0").y;
    const float foot = std::round(2 * font_pixels(theme.body) + 8 * theme.scale);
    const Rect place{{inside.min.x, inside.min.y + head + 10 * theme.scale},
                     {inside.max.x, inside.max.y - foot - 8 * theme.scale}};
    context.items.note("course:page", place);
    push_font(theme.body);
    std::string pointed;
    draw_head(context, {inside.min, {inside.max.x, inside.min.y + head}});
    draw_lessons(context, place, pointed);
    draw_foot(context, {{inside.min.x, inside.max.y - foot}, inside.max}, pointed);
    ImGui::PopFont();
    context.items.end_scope();
    end_page();
}

}  // namespace spillway::window
