#include "app/charts/course_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace spillway::charts {
namespace {

using catalogue::Catalogue;
using catalogue::CourseMap;
using catalogue::LessonState;
using catalogue::MapWay;
using model::Experiment;

constexpr int difficulties = 3;
constexpr std::size_t topic_columns = 3;
constexpr double narrow_width = 540;  ///< an upright phone is narrower; times the style's scale

/// State of a lesson that determines its look.
struct LessonLook {
    const Experiment& lesson;
    LessonState state = LessonState::later;
    bool is_next = false, is_current = false, is_pointed = false;
};

class CoursePainter {
public:
    CoursePainter(const Catalogue& catalogue, const CourseView& view, Size size, const ChartStyle& style,
                  const TextMeasure& measure)
        : catalogue_(catalogue),
          view_(view),
          style_(style),
          measure_(measure),
          next_(catalogue::next_lesson(catalogue, view.done))
    {
        result_.drawing.size = size;
    }

    CourseDrawing map();
    CourseDrawing topics();

private:
    [[nodiscard]] double px(double pixels) const { return pixels * style_.scale; }
    [[nodiscard]] double font(FontRole role) const { return style_.font(role); }
    [[nodiscard]] LessonLook look_of(const Experiment& lesson) const
    {
        return {lesson, catalogue::lesson_state(catalogue_, lesson, view_.done), &lesson == next_,
                lesson.name == view_.current, lesson.name == view_.pointed};
    }
    void add(Primitive primitive) { result_.drawing.primitives.push_back(std::move(primitive)); }
    double text(std::string_view words, Point at, Anchor anchor, FontRole role, ColourRole colour);
    void tick(Point centre, double radius);
    void discs(const Experiment& lesson, Point first, Point step, ColourRole colour);
    [[nodiscard]] double discs_width() const { return px(difficulties * 9.0); }
    void frame(const Rect& rect, const LessonLook& look);
    void lesson_box(const Rect& rect, const LessonLook& look);
    /// Lines of a title in a box: at most two.
    [[nodiscard]] std::size_t lines_in_box(FontRole role) const
    {
        return box_height_ >= 2 * measure_.line_height(role, font(role)) + px(2) ? 2 : 1;
    }
    void facts(const Rect& row, const LessonLook& look);
    void way(const CourseMap& map, const MapWay& way, bool stands_out);
    void topic_row(const Rect& row, const LessonLook& look);
    [[nodiscard]] double facts_left(double right) const;
    [[nodiscard]] Rect box_of(const CourseMap& map, const catalogue::MapPlace& place) const;
    [[nodiscard]] double port(const CourseMap& map, const MapWay& way, bool is_start) const;

    const Catalogue& catalogue_;
    const CourseView& view_;
    const ChartStyle& style_;
    const TextMeasure& measure_;
    const Experiment* next_;
    CourseDrawing result_;
    FontRole title_role_ = FontRole::readout;
    bool has_facts_ = true;  ///< difficulty and minutes beside the titles by topic
    double box_width_ = 0, gap_ = 0, row_ = 0, box_height_ = 0;
};

double CoursePainter::text(std::string_view words, Point at, Anchor anchor, FontRole role, ColourRole colour)
{
    const double pixels = font(role), width = measure_.width(words, role, pixels);
    const double left = anchor == Anchor::start ? at.x : anchor == Anchor::end ? at.x - width : at.x - width / 2;
    const double top = at.y - measure_.ascent(role, pixels);
    add(Text{std::string(words),
             at,
             anchor,
             role,
             pixels,
             {colour},
             {left, top, left + width, top + measure_.line_height(role, pixels)}});
    return width;
}

void CoursePainter::tick(Point c, double r)
{
    add(Polyline{{{c.x - r, c.y}, {c.x - r * 0.3, c.y + r * 0.7}, {c.x + r, c.y - r * 0.8}},
                 px(2),
                 {},
                 0,
                 {ColourRole::good},
                 {}});
}

/// Draws the difficulty as discs; one to three of them are filled.
void CoursePainter::discs(const Experiment& lesson, Point first, Point step, ColourRole colour)
{
    for (int i = 0; i < difficulties && lesson.course.difficulty > 0; ++i) {
        const Point centre{first.x + step.x * i, first.y + step.y * i};
        if (i < lesson.course.difficulty)
            add(MarkerShape{centre, Marker::circle, px(3), {colour}, false, false, {}});
        else
            add(MarkerShape{centre, Marker::circle, px(2.4), {colour}, true, false, {}});
    }
}

/// Draws the box only: a thicker border for the next or open lesson, a dashed one for lessons with unread
/// prerequisites.
void CoursePainter::frame(const Rect& rect, const LessonLook& look)
{
    const bool is_marked = look.is_next || look.is_current || look.is_pointed;
    const ColourRole border = is_marked                          ? ColourRole::accent
                              : look.state == LessonState::done  ? ColourRole::good
                              : look.state == LessonState::ready ? ColourRole::text_muted
                                                                 : ColourRole::grid;
    const double line = std::max(std::round(px(is_marked ? 2 : 1)), 1.0), round = style_.rounding;
    add(Box{rect, round, {border}});
    add(Box{rect.grown(-line), std::max(round - line, 0.0), {ColourRole::background}});
    if (look.is_next || look.is_current)
        add(Box{rect.grown(-line), std::max(round - line, 0.0), {ColourRole::accent, 0, 0.13}});
}

/// Draws difficulty and minutes at the left, "next" or "open" at the right.
void CoursePainter::facts(const Rect& row, const LessonLook& look)
{
    const auto colour = look.state == LessonState::later ? ColourRole::text_muted : ColourRole::text;
    const double pixels = font(FontRole::annotation), middle = (row.top + row.bottom) / 2;
    const double base = middle + 0.36 * pixels;
    double x = row.left;
    if (look.lesson.course.difficulty > 0) {
        discs(look.lesson, {x + px(4), middle}, {px(9), 0}, colour);
        x += discs_width() + px(6);
    }
    const std::string minutes = fmt::format("{} min", look.lesson.course.minutes);
    if (look.lesson.course.minutes > 0 && x + measure_.width(minutes, FontRole::annotation, pixels) <= row.right)
        x += text(minutes, {x, base}, Anchor::start, FontRole::annotation, colour);
    const char* word = look.is_next ? "next" : look.is_current ? "open" : "";
    const bool has_room = row.right - x > measure_.width(word, FontRole::annotation, pixels) + px(8);
    if (*word != 0 && has_room) text(word, {row.right, base}, Anchor::end, FontRole::annotation, ColourRole::accent);
}

void CoursePainter::lesson_box(const Rect& rect, const LessonLook& look)
{
    frame(rect, look);
    const double pad = px(8), mark = look.state == LessonState::done ? px(16) : 0;
    const double facts_line = measure_.line_height(FontRole::annotation, font(FontRole::annotation));
    const FontRole role = title_role_;
    const double pixels = font(role), line = measure_.line_height(role, pixels);
    const auto lines_of = [&](double room) {
        return wrapped(look.lesson.title, room, lines_in_box(role), role, pixels, measure_);
    };
    const double room = rect.width() - 2 * pad - mark, upright_discs = px(12);
    auto lines = lines_of(room);
    // Decide by box_height_, not by each rect: rounding makes rects differ.
    const bool has_facts = box_height_ >= static_cast<double>(lines.size()) * line + facts_line + px(2);
    if (!has_facts) lines = lines_of(room - upright_discs);
    const double titles = static_cast<double>(lines.size()) * line;
    double y = rect.top + (rect.height() - titles - (has_facts ? facts_line : 0)) / 2;
    const auto colour = look.state == LessonState::later ? ColourRole::text_muted : ColourRole::text;
    if (mark > 0) tick({rect.right - pad - px(5), y + line / 2}, px(5));
    for (const std::string& each : lines) {
        text(each, {rect.left + pad, y + measure_.ascent(role, pixels)}, Anchor::start, role, colour);
        y += line;
    }
    const double step = std::min(px(8), (box_height_ - px(10)) / 2);
    if (has_facts)
        facts({rect.left + pad, y, rect.right - pad, y + facts_line}, look);
    else  // two lines of title leave space for the difficulty beside them
        discs(look.lesson, {rect.right - pad - mark - px(2), (rect.top + rect.bottom) / 2 - step}, {0, step}, colour);
    result_.lessons.push_back({&look.lesson, rect});
}

Rect CoursePainter::box_of(const CourseMap& map, const catalogue::MapPlace& place) const
{
    const double left = px(4) + place.column * (box_width_ + gap_);
    const double top = px(4) + (result_.drawing.size.height - px(8) - map.rows * row_) / 2;
    const double middle = top + place.row * row_;
    // Whole pixels give a border the same thickness on every side.
    return {std::round(left), std::round(middle - box_height_ / 2), std::round(left + box_width_),
            std::round(middle + box_height_ / 2)};
}

/// Height at which a link meets a lesson's side. Links at one side are sorted by their other ends.
double CoursePainter::port(const CourseMap& map, const MapWay& way, bool is_start) const
{
    const auto other_end = [&](const MapWay& each) {
        if (!each.rows.empty()) return is_start ? each.rows.front() : each.rows.back();
        return map.places[is_start ? each.to : each.from].row;
    };
    const std::size_t lesson = is_start ? way.from : way.to;
    double before = 0, all = 0;
    for (const MapWay& each : map.ways) {
        if ((is_start ? each.from : each.to) != lesson) continue;
        all += 1;
        const bool is_above = other_end(each) < other_end(way) || (other_end(each) == other_end(way) && &each < &way);
        if (is_above) before += 1;
    }
    const Rect box = box_of(map, map.places[lesson]);
    const double step = std::min(px(8), 0.7 * box.height() / std::max(all, 1.0));
    return (box.top + box.bottom) / 2 + (before - (all - 1) / 2) * step;
}

/// Draws a link: level through columns, with a smooth step in the gaps between them.
void CoursePainter::way(const CourseMap& map, const MapWay& way, bool stands_out)
{
    const Rect from = box_of(map, map.places[way.from]);
    std::vector<double> levels{port(map, way, true)};
    for (const double row : way.rows)
        levels.push_back(px(4) + (result_.drawing.size.height - px(8) - map.rows * row_) / 2 + row * row_);
    levels.push_back(port(map, way, false));
    const double tip = px(6);
    Polyline line;
    double x = from.right;
    for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
        constexpr int steps = 16;
        const bool is_last = i + 2 == levels.size();
        const double width = gap_ - (is_last ? tip : 0);
        for (int step = 0; step <= steps; ++step) {
            const double t = static_cast<double>(step) / steps, eased = t * t * (3 - 2 * t);
            line.points.push_back({x + t * width, levels[i] + eased * (levels[i + 1] - levels[i])});
        }
        x += gap_ + box_width_;
    }
    line.width = px(stands_out ? 2.4 : 1.3);
    line.colour = {stands_out ? ColourRole::accent : ColourRole::axis};
    const Point end = line.points.back();
    add(std::move(line));
    add(Area{{{end.x - px(1), end.y - px(3.5)}, {end.x + tip, end.y}},
             {{end.x - px(1), end.y + px(3.5)}, {end.x + tip, end.y}},
             {stands_out ? ColourRole::accent : ColourRole::axis}});
}

CourseDrawing CoursePainter::map()
{
    const CourseMap map = catalogue::course_map(catalogue_);
    if (map.places.empty()) return std::move(result_);
    const Size size = result_.drawing.size;
    gap_ = std::clamp(size.width / std::max(map.columns, 1) * 0.18, px(22), px(60));
    box_width_ = std::min((size.width - px(8) - (map.columns - 1) * gap_) / map.columns, px(240));
    if (map.columns > 1) gap_ = std::min((size.width - px(8) - map.columns * box_width_) / (map.columns - 1), px(110));
    row_ = std::min((size.height - px(8)) / map.rows, px(86));
    box_height_ = std::min(row_ - px(3), px(56));
    // If one title does not fit in the larger font, all titles use the smaller one.
    for (const catalogue::MapPlace& place : map.places) {
        const FontRole larger = FontRole::readout;
        const double room = box_width_ - 2 * px(8) - (view_.done.contains(place.lesson->name) ? px(16) : 0);
        const std::size_t lines = wrapped(place.lesson->title, room, 9, larger, font(larger), measure_).size();
        if (lines > lines_in_box(larger)) title_role_ = FontRole::annotation;
    }
    const auto touches = [&](const MapWay& way) {
        return map.places[way.from].lesson->name == view_.pointed || map.places[way.to].lesson->name == view_.pointed;
    };
    for (const bool stands_out : {false, true})
        for (const MapWay& each : map.ways)
            if (touches(each) == stands_out) way(map, each, stands_out);
    std::vector<const catalogue::MapPlace*> places;
    for (const catalogue::MapPlace& place : map.places) places.push_back(&place);
    std::stable_sort(places.begin(), places.end(), [](const auto* a, const auto* b) {
        return std::pair(a->column, a->row) < std::pair(b->column, b->row);
    });
    for (const catalogue::MapPlace* place : places) lesson_box(box_of(map, *place), look_of(*place->lesson));
    return std::move(result_);
}

/// Left edge of difficulty and minutes in a row. With the smaller font there is no label ("next") beside them.
double CoursePainter::facts_left(double right) const
{
    if (!has_facts_) return right - px(4);
    const double pixels = font(FontRole::annotation);
    const double minutes = measure_.width("000 min", FontRole::annotation, pixels);
    const bool has_word = title_role_ == FontRole::readout;
    const double word = has_word ? measure_.width("next", FontRole::annotation, pixels) + px(10) : 0;
    return right - px(8) - word - minutes - discs_width() - px(6);
}

void CoursePainter::topic_row(const Rect& row, const LessonLook& look)
{
    if (look.is_next || look.is_current || look.is_pointed)
        add(Box{row, px(4), {ColourRole::accent, 0, look.is_pointed ? 0.22 : 0.13}});
    const double pixels = font(title_role_), middle = (row.top + row.bottom) / 2;
    const double left = row.left + px(22), right = facts_left(row.right);
    if (look.state == LessonState::done) tick({row.left + px(10), middle}, px(5));
    text(elided(look.lesson.title, right - left - px(6), title_role_, pixels, measure_), {left, middle + 0.36 * pixels},
         Anchor::start, title_role_, look.state == LessonState::later ? ColourRole::text_muted : ColourRole::text);
    if (has_facts_) facts({right, row.top, row.right - px(8), row.bottom}, look);
    result_.lessons.push_back({&look.lesson, row});
}

struct Topic {
    std::string name;
    std::vector<const Experiment*> lessons;
};

std::vector<Topic> topics_of(const Catalogue& catalogue)
{
    std::vector<Topic> topics;
    for (const Experiment& lesson : catalogue.experiments) {
        if (lesson.is_plain()) continue;
        if (topics.empty() || topics.back().name != lesson.topic) topics.push_back({lesson.topic, {}});
        topics.back().lessons.push_back(&lesson);
    }
    return topics;
}

/// Height of a topic in rows: heading, lessons, and space below.
double rows_of(const Topic& topic)
{
    return static_cast<double>(topic.lessons.size()) + 1.7;
}

/// First topic of each column, in order, such that the tallest column is as short as possible.
std::array<std::size_t, topic_columns> column_starts(const std::vector<Topic>& topics, std::size_t columns,
                                                     double& tallest)
{
    const auto height = [&](std::size_t from, std::size_t to) {
        double sum = 0;
        for (std::size_t i = from; i < to; ++i) sum += rows_of(topics[i]);
        return sum;
    };
    std::array<std::size_t, topic_columns> best{0, topics.size(), topics.size()};
    tallest = height(0, topics.size());
    for (std::size_t a = 0; a <= topics.size(); ++a)
        for (std::size_t b = columns < topic_columns ? topics.size() : a; b <= topics.size(); ++b) {
            const double now = std::max({height(0, a), height(a, b), height(b, topics.size())});
            if (now < tallest) {
                tallest = now;
                best = {0, a, b};
            }
        }
    return best;
}

CourseDrawing CoursePainter::topics()
{
    const std::vector<Topic> topics = topics_of(catalogue_);
    if (topics.empty()) return std::move(result_);
    double tallest = 1;
    const Size size = result_.drawing.size;
    // On a phone: two columns, titles only.
    has_facts_ = size.width >= px(narrow_width);
    const std::size_t columns = has_facts_ ? topic_columns : topic_columns - 1;
    const auto starts = column_starts(topics, columns, tallest);
    const double gap = px(20), row = std::min((size.height - px(8)) / tallest, px(30));
    const double width = (size.width - px(8) - gap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
    for (const Topic& topic : topics)
        for (const Experiment* lesson : topic.lessons)
            if (measure_.width(lesson->title, FontRole::readout, font(FontRole::readout)) > facts_left(width) - px(28))
                title_role_ = FontRole::annotation;
    for (std::size_t column = 0; column < columns; ++column) {
        const double left = px(4) + static_cast<double>(column) * (width + gap);
        const std::size_t end = column + 1 < topic_columns ? starts[column + 1] : topics.size();
        double y = px(4);
        for (std::size_t i = starts[column]; i < end; ++i) {
            const double base = y + row / 2 + 0.36 * font(FontRole::subtitle);
            text(elided(topics[i].name, width - px(8), FontRole::subtitle, font(FontRole::subtitle), measure_),
                 {left + px(4), base}, Anchor::start, FontRole::subtitle, ColourRole::text_muted);
            y += row;
            for (const Experiment* lesson : topics[i].lessons) {
                topic_row({left, y + px(1), left + width, y + row - px(1)}, look_of(*lesson));
                y += row;
            }
            y += 0.7 * row;
        }
    }
    return std::move(result_);
}

}  // namespace

CourseDrawing course_drawing(const Catalogue& catalogue, CourseLook look, const CourseView& view, Size size,
                             const ChartStyle& style, const TextMeasure& measure)
{
    CoursePainter painter(catalogue, view, size, style, measure);
    return look == CourseLook::map ? painter.map() : painter.topics();
}

std::string course_words(const Catalogue& catalogue, const Experiment& lesson)
{
    std::string before;
    const auto& names = lesson.course.prerequisites;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Experiment* other = catalogue.find(names[i]);
        before += (i == 0 ? "after " : i + 1 < names.size() ? ", " : " and ") + (other ? other->title : names[i]);
    }
    std::vector<std::string> parts{before.empty() ? "no prerequisites" : before};
    if (lesson.course.difficulty > 0) parts.push_back(fmt::format("difficulty {} of 3", lesson.course.difficulty));
    if (lesson.course.minutes > 0) parts.push_back(fmt::format("{} minutes", lesson.course.minutes));
    std::string words;
    for (const std::string& part : parts) words += (words.empty() ? "" : " \xc2\xb7 ") + part;
    return words;
}

std::string next_words(const Catalogue& catalogue, const std::set<std::string>& done)
{
    std::size_t all = 0, read = 0;
    for (const Experiment& lesson : catalogue.experiments) {
        if (lesson.is_plain()) continue;
        ++all;
        read += done.contains(lesson.name);
    }
    const std::string count = fmt::format("{} of {} done.", read, all);
    const Experiment* next = catalogue::next_lesson(catalogue, done);
    if (next == nullptr) return count;
    const std::string minutes =
        next->course.minutes > 0 ? fmt::format(", {} minutes", next->course.minutes) : std::string();
    return fmt::format("Next: {}{}. {}", next->title, minutes, count);
}

}  // namespace spillway::charts
