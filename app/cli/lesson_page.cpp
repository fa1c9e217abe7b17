#include "app/cli/lesson_page.h"

#include <fmt/format.h>

#include <fstream>

#include "app/catalogue/access_limits.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/questions.h"
#include "app/cli/pictures.h"
#include "app/judging/drawn_curve.h"
#include "app/lessons/html_text.h"
#include "app/lessons/lesson_text.h"

namespace spillway::cli {
namespace {

using lessons::html_escaped;

constexpr std::size_t max_charted_points = 64;  ///< of a curve in the charts

constexpr const char* page_mark = "<!-- Spillway -->";  ///< tells these pages from other files
constexpr const char* page_style = R"(
:root { color-scheme: light dark; }
body { font: 1.05rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8886; border-radius: 6px; font-size: .85rem; line-height: 1.4; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { border-bottom: 1px solid #8886; padding: .2rem .7rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
blockquote { margin-left: 0; padding-left: 1rem; border-left: 3px solid #8886; }
figure { margin: 1rem 0 1rem calc(50% - min(48vw, 39rem)); width: min(96vw, 78rem); }
figure div { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 23rem), 1fr)); gap: .5rem; }
figure svg { width: 100%; max-width: 34rem; height: auto; margin: 0 auto; background: #fff; border-radius: 6px; }
figcaption { font-size: .85rem; margin-top: .3rem; }
section.asked { border: 1px solid #8886; border-radius: 6px; padding: 0 1rem; margin: 1rem 0; }
h3 small { font-weight: 400; opacity: .75; }
summary { cursor: pointer; padding: .4rem 0; font-weight: 600; }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; font-size: 10.5pt; padding: 0; }
  nav { display: none; }
  pre { white-space: pre-wrap; }
  table { overflow: visible; }
  figure { margin: 1rem 0; width: auto; }
  figure div { grid-template-columns: 1fr 1fr; }
  details.kernel::details-content { content-visibility: visible; }
  figure, pre, tr, section.asked { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; }
}
)";

/// The lesson's title, removed from its text, because the page has its own heading.
std::string title_of(const model::Experiment& experiment, std::vector<lessons::LessonPart>& parts)
{
    auto& blocks = parts.front().text.blocks;
    if (blocks.empty() || blocks.front().kind != lessons::markdown::BlockKind::heading) return experiment.title;
    std::string words;
    for (const lessons::markdown::Span& span : blocks.front().text) words += span.text;
    blocks.erase(blocks.begin());
    return words;
}

/// The lesson's reply to each choice.
std::string replies_html(const model::Question& question)
{
    std::string html;
    for (const model::Option& choice : question.choices)
        if (!choice.reply.empty())
            html += fmt::format("<p><em>{}</em> {}</p>\n", html_escaped(choice.text),
                                html_escaped(catalogue::without_links(choice.reply)));
    return html;
}

std::string question_html(const LessonNumbers& lesson, const model::Question& question, std::size_t number)
{
    std::string html = fmt::format("<section class=\"asked\">\n<h3>Question {} <small>{}</small></h3>\n<p>{}</p>\n",
                                   number, catalogue::level_words(question), html_escaped(question.text));
    if (!question.choices.empty()) {
        html += "<ol type=\"a\">\n";
        for (const model::Option& choice : question.choices) html += "<li>" + html_escaped(choice.text) + "</li>\n";
        html += "</ol>\n";
    }
    if (question.kind == model::QuestionKind::number)
        html += fmt::format("<p>Your answer in {}: ____ (within {} is right)</p>\n", html_escaped(question.unit),
                            judging::tolerance_percent());
    if (question.kind == model::QuestionKind::curve)
        html += fmt::format("<p>Draw the curve over {}.</p>\n", html_escaped(question.curve.over));
    return html + fmt::format("<details><summary>Answer</summary>\n<p>{} {}</p>\n{}</details>\n</section>\n",
                              html_escaped(answer_words(lesson, question)), html_escaped(question.why),
                              replies_html(question));
}

std::string exercise_html(const LessonNumbers& lesson, const std::string& name)
{
    const model::Experiment* exercise = find_exercise(lesson, name);
    if (exercise == nullptr) return {};
    std::string html = fmt::format("<section class=\"asked\">\n<h3>Exercise: {}</h3>\n<p>{}</p>\n<ul>\n",
                                   html_escaped(exercise->title), html_escaped(exercise->question));
    for (const model::Claim& claim : exercise->claims) html += "<li>" + html_escaped(claim.text) + "</li>\n";
    for (const std::string& limit : catalogue::limit_words(*exercise)) html += "<li>" + html_escaped(limit) + "</li>\n";
    html += "</ul>\n";
    const std::vector<std::string>& hints = exercise->exercise->hints;
    for (std::size_t i = 0; i < hints.size(); ++i)
        html += fmt::format("<details><summary>Hint {} of {}</summary>\n<p>{}</p>\n</details>\n", i + 1, hints.size(),
                            html_escaped(hints[i]));
    return html + "</section>\n";
}

std::string table_html(const CurveTable& table)
{
    std::string html = "<table>\n<caption>" + html_escaped(table.heading) + "</caption>\n";
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        html += "<tr>";
        for (std::size_t column = 0; column < table.rows[i].size(); ++column) {
            const char* const tag = i == 0 ? "th scope=\"col\"" : column == 0 ? "th scope=\"row\"" : "td";
            html += fmt::format("<{}>{}</{}>", tag, html_escaped(table.rows[i][column]), std::string(tag, 2));
        }
        html += "</tr>\n";
    }
    return html + "</table>\n";
}

/// The charts as SVG within a page: without the XML declaration, with labels for screen readers.
std::string figure_html(const LessonNumbers& lesson, const LessonCurves& curves)
{
    const std::vector<Axis> axes{{curves.x, curves.points}};
    const PageCharts page = page_charts({lesson.experiment, curves.variants, axes, lesson.gpu, curves.results});
    std::string html = "<figure>\n<div>\n";
    for (std::string svg : page.svgs) {
        svg.erase(0, svg.find("<svg"));
        svg.insert(4, fmt::format(" role=\"img\" aria-label=\"A chart over {}; a table below holds its values\"",
                                  html_escaped(curves.x->label)));
        html += svg + "\n";
    }
    return html + "</div>\n<figcaption>" + html_escaped(page.foot) + "</figcaption>\n</figure>\n";
}

std::string curves_html(const LessonNumbers& lesson)
{
    const auto curves = lesson_curves(lesson, max_charted_points);
    if (!curves) return {};
    std::string html = fmt::format(
        "<h2>The curves</h2>\n<p>On {}, with every setting except the x axis at its initial value. \"-\": no result, "
        "or not possible.</p>\n",
        html_escaped(lesson.gpu.label));
    html += figure_html(lesson, *curves) + "<ul>\n";
    for (std::size_t i = 0; i < curves->variants.size(); ++i)
        html += fmt::format("<li>{}: {}</li>\n", letter_of(i), html_escaped(curves->variants[i]->label));
    html += "</ul>\n";
    for (const std::string& sentence : failed_points(*curves))
        html += fmt::format("<p>{}.</p>\n", html_escaped(sentence));
    const LessonCurves some = thinned(*curves, max_table_rows);
    if (some.points.size() < curves->points.size())
        html += fmt::format("<p>The tables have {} of the {} values of the x axis; the charts have all of them.</p>\n",
                            some.points.size(), curves->points.size());
    for (const model::Metric* metric : table_metrics(lesson.experiment)) html += table_html(curve_table(some, *metric));
    return html;
}

}  // namespace

bool is_plain_page(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::string beginning(200, '\0');
    stream.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    return beginning.find(page_mark) != std::string::npos;
}

std::string plain_page(const std::string& title, const std::string& body)
{
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{}\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n"
        "</html>\n",
        page_mark, html_escaped(title), page_style, body);
}

std::string lesson_page(const LessonNumbers& lesson, const std::string& way_back, const std::set<std::string>& pages)
{
    const model::Experiment& experiment = lesson.experiment;
    auto parts = lessons::lesson_parts(experiment, {}, {});
    const std::string title = title_of(experiment, parts);
    std::string body = way_back + "<main>\n<h1>" + html_escaped(title) + "</h1>\n";
    std::size_t asked = 0;
    for (const lessons::LessonPart& part : parts) {
        body += lessons::html_text(part.text, pages);
        if (const model::Question* question = catalogue::find_question(experiment, part.question))
            body += question_html(lesson, *question, ++asked);
        if (!part.exercise.empty()) body += exercise_html(lesson, part.exercise);
    }
    body += curves_html(lesson);
    body += "<details class=\"kernel\"><summary>The kernel's text</summary>\n<pre><code>" +
            html_escaped(experiment.source) + "</code></pre>\n</details>\n</main>\n";
    return plain_page(title, body);
}

}  // namespace spillway::cli
