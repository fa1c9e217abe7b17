#include "app/window/panels/sentence.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/charts/cliffs.h"
#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/teaching/parameter_labels.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

/// The variant to explain: the focused one, unless it runs and another visible one fails. Null without results.
const results::CurvePoint* point_to_explain(const PanelContext& context)
{
    const session::SessionView& session = context.session;
    const results::CurvePoint* focused = &session.current(session.selection().focus);
    if (focused->result && focused->result->status != model::Status::ok) return focused;
    for (const model::Variant& variant : session.experiment().variants) {
        const results::CurvePoint& point = session.current(variant.name);
        if (point.state == results::PointState::failed && point.result &&
            !context.view.hidden_variants.contains(variant.name))
            return &point;
    }
    return focused->result ? focused : nullptr;
}

/// The advice about the current setting.
struct Sentence {
    bool is_failure = false;
    std::string head;     ///< "local_array does not compile"
    std::string message;  ///< the tool's own message
    std::string advice;
    std::optional<teaching::Step> step;
    int allowed_seconds = 0;           ///< longer time limit to offer for the file; 0: none
    std::vector<std::string> shorter;  ///< shorter forms without the head, longest first, for a strip with less room
};

std::string failure_suffix(const model::RunResult& result)
{
    if (result.compile_stopped) return ": " + charts::failure_words(result);
    switch (result.status) {
        case model::Status::ok: return "";
        case model::Status::compile_error: return " does not compile";
        case model::Status::launch_error: return " cannot be launched";
        case model::Status::wrong_result: return " computed a wrong result";
        case model::Status::timed_out: return " took too long and was stopped";
        case model::Status::worker_died: return " crashed the worker";
    }
    return "";
}

/// Longer time limit to offer for a file whose compiler was stopped at the present one; 0: no offer.
int longer_limit(const model::Experiment& experiment, const model::RunResult& result)
{
    constexpr int first_offer = 300;
    if (result.compile_stopped != model::Bound::time || !experiment.is_plain()) return 0;
    const int now = experiment.max_compile_seconds.value_or(0);
    if (now < first_offer) return first_offer;
    return now < model::max_compile_seconds ? std::min(2 * now, model::max_compile_seconds) : 0;
}

/// The text without its first sentence; empty if it has only one.
std::string without_first_sentence(const std::string& text)
{
    const std::size_t end = text.find(". ");
    return end == std::string::npos ? "" : text.substr(end + 2);
}

std::string joined(const std::string& one, const std::string& other)
{
    return one.empty() || other.empty() ? one + other : one + " " + other;
}

/// Shorter forms of the advice, longest first: without the sentence about blocks, then also without the next limiter,
/// then with fewer sentences about the time. An offered step comes last, without its verdict and then without its
/// price.
std::vector<std::string> shorter_advice(const teaching::NextStep& next, const std::string& step)
{
    std::vector<std::string> shorter;
    if (!next.time.empty()) shorter.push_back(joined(next.time, step));
    for (std::string time = next.time.substr(0, next.time.find(" Next: ")); !time.empty();
         time = without_first_sentence(time))
        shorter.push_back(joined(time, step));
    if (next.offered) {
        shorter.push_back(step);
        shorter.push_back(next.offered->what + ": " + next.price + ".");
        shorter.push_back(next.offered->what + ".");
    } else {
        shorter.push_back(next.sentence);
    }
    return shorter;
}

std::optional<Sentence> sentence_of(const PanelContext& context)
{
    const session::SessionView& session = context.session;
    const results::CurvePoint* point = point_to_explain(context);
    if (point == nullptr) return std::nullopt;
    // The banner already reports it.
    if (teaching::lacks_compiler(session) && point->result->status == model::Status::compile_error) return std::nullopt;
    const model::RunResult& result = *point->result;
    const teaching::Covers covers = covers_of(session, context.view);
    if (covers.hides_outcome() || covers.hides_code()) return std::nullopt;
    Sentence sentence;
    if (covers.any() && result.status == model::Status::ok) {
        if (!context.view.advice_in_strip) return std::nullopt;
        sentence.message = "The limiter appears here once you answer or skip the lesson's question.";
        return sentence;
    }
    if (result.status != model::Status::ok) {
        sentence.is_failure = true;
        const model::Variant* variant = session.experiment().find_variant(result.variant);
        sentence.head = (variant && !variant->label.empty() ? variant->label : result.variant) +
                        failure_suffix(result) + (point->is_stale() ? " (stale)" : "");
        sentence.message = result.message.value_or("");
        sentence.allowed_seconds = longer_limit(session.experiment(), result);
        sentence.advice =
            teaching::as_sentence(teaching::with_labels(result.advice.value_or(""), session.experiment()));
        return sentence;
    }
    if (result.advice)
        sentence.advice = teaching::as_sentence(teaching::with_labels(*result.advice, session.experiment()));
    if (context.view.advice_in_strip) {
        const teaching::NextStep& next = context.next_step;
        sentence.message = next.time.empty() ? next.sentence : next.time + " " + next.sentence;
        sentence.step = next.offered;
        if (next.offered) sentence.advice = next.offered->what + ": " + next.price + ". " + next.verdict;
        sentence.shorter = shorter_advice(next, sentence.advice);
    }
    if (sentence.message.empty() && sentence.advice.empty()) return std::nullopt;
    return sentence;
}

/// A compiler's error can be pages long; the report panel shows all of it.
std::string shortened(const std::string& message)
{
    std::string text = message.substr(0, 600);
    int lines = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n' && ++lines == 4) return text.substr(0, text.find_last_not_of(" \n", i) + 1) + "\n…";
    return text.size() < message.size() ? text + "…" : text;
}

std::string on_one_line(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

/// Keeps the words that fit in `text` and returns the rest.
std::string cut_to_fit(std::string& text, ImFont* font, float room)
{
    if (text_width(font, text) <= room) return {};
    std::size_t end = text.rfind(' ');
    while (end != std::string::npos && end > 0 && text_width(font, text.substr(0, end)) > room)
        end = text.rfind(' ', end - 1);
    if (end == std::string::npos || end == 0) return {};
    std::string rest = text.substr(end + 1);
    text.erase(end);
    return rest;
}

std::string all_of(const Sentence& sentence)
{
    std::string text;
    for (const std::string& each : {shortened(sentence.message), sentence.advice})
        if (!each.empty()) text += (text.empty() ? "" : "\n\n") + each;
    return text;
}

constexpr std::size_t present_lines = 3;

float line_height(const Theme& theme)
{
    return std::round(font_pixels(theme.body) * 1.15f);
}

/// Draws the lines that fit; the last one ends with an ellipsis if text is left.
void draw_lines(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text, float width,
                float line, std::size_t max_lines)
{
    const std::string wrapped = wrapped_text(font, text, width);
    std::size_t from = 0;
    for (std::size_t i = 0; i < max_lines && from < wrapped.size(); ++i, at.y += line) {
        const std::size_t end = i + 1 < max_lines ? wrapped.find('\n', from) : std::string::npos;
        draw_text_fitted(list, font, at, colour, on_one_line(wrapped.substr(from, end - from)), width);
        if (end == std::string::npos) return;
        from = end + 1;
    }
}

/// Empty if the sentence offers nothing to do.
std::string button_label(const Sentence& sentence, bool is_short)
{
    if (sentence.allowed_seconds > 0) return "Allow " + std::to_string(sentence.allowed_seconds / 60) + " min";
    if (!sentence.step) return {};
    return is_short ? "Try it" : sentence.step->what;
}

void draw_button(PanelContext& context, const Sentence& sentence, ImVec2 at, const std::string& label)
{
    if (sentence.allowed_seconds > 0) {
        if (button_at(
                context, "allow", at, label, ButtonLook::plain,
                "Recompiles this file with the longer limit; other work does not wait for it. Build options keeps "
                "the limit for this file."))
            context.commands.post([seconds = sentence.allowed_seconds](session::Session& session, ViewState& view) {
                model::BuildSettings build = session.view().experiment().build;
                build.max_seconds = seconds;
                if (const auto refused = session.files().set_build(std::move(build)))
                    view.status_notice = refused->line();
            });
    } else if (button_at(context, "remedy", at, label)) {
        context.commands.post([set = sentence.step->set](session::Session& session, ViewState& view) {
            set_parameters(session, view, set);
        });
    }
}

/// At the right end of a strip.
void draw_strip_button(PanelContext& context, const Sentence& sentence, const Rect& rect, const std::string& label)
{
    if (label.empty()) return;
    const ImVec2 size = button_size(context.theme, label);
    draw_button(context, sentence, {rect.max.x - size.x - 10 * context.theme.scale, rect.centre().y - size.y / 2},
                label);
}

std::size_t count_lines(ImFont* font, const std::string& text, float width)
{
    const std::string wrapped = wrapped_text(font, text, width);
    return 1 + static_cast<std::size_t>(std::count(wrapped.begin(), wrapped.end(), '\n'));
}

/// Prefers whole sentences to a truncated text; the tooltip shows the rest.
std::string text_that_fits(const Sentence& sentence, ImFont* font, float width, std::size_t lines)
{
    const auto with_head = [&](const std::string& text) {
        return sentence.head.empty() ? text : text.empty() ? sentence.head + "." : sentence.head + ": " + text;
    };
    const std::string all = joined(on_one_line(sentence.message), on_one_line(sentence.advice));
    std::vector<std::string> forms{with_head(all)};
    if (sentence.is_failure) {
        for (const std::string& each : {sentence.advice, sentence.message, std::string()})
            forms.push_back(with_head(on_one_line(each)));
    } else {
        forms.insert(forms.end(), sentence.shorter.begin(), sentence.shorter.end());
    }
    for (const std::string& form : forms)
        if (!form.empty() && count_lines(font, form, width) <= lines) return form;
    return forms.back();
}

/// All text in one colour on up to three lines, readable from the last row.
void draw_present_strip(PanelContext& context, const Sentence& sentence, const Rect& rect)
{
    const Theme& theme = context.theme;
    const std::string label = button_label(sentence, true);
    const float inset = 16 * theme.scale;
    const float button = label.empty() ? 0 : button_size(theme, label).x + 10 * theme.scale;
    const float line = line_height(theme), room = rect.width() - 2 * inset - button;
    const std::string text = text_that_fits(sentence, theme.body, room, present_lines);
    const auto lines = static_cast<float>(std::min(count_lines(theme.body, text, room), present_lines));
    const ImVec2 at{rect.min.x + inset, rect.centre().y - lines * line / 2};
    draw_lines(ImGui::GetWindowDrawList(), theme.body, at, theme.text, text, room, line, present_lines);
    draw_strip_button(context, sentence, rect, label);
    const Rect words{rect.min, {rect.max.x - button, rect.max.y}};
    if (words.contains(ImGui::GetMousePos()) && ImGui::IsWindowHovered())
        tooltip(theme, sentence.head, all_of(sentence));
}

}  // namespace

float sentence_height(const Theme& theme, bool present)
{
    if (present) return std::round(static_cast<float>(present_lines) * line_height(theme) + 12 * theme.scale);
    const float lines = font_pixels(theme.body_bold) + font_pixels(theme.body) + 6 * theme.scale;
    return std::round(std::max(lines, button_size(theme, "").y) + 12 * theme.scale);
}

void draw_sentence_strip(PanelContext& context, const Rect& rect)
{
    const auto sentence = sentence_of(context);
    if (!sentence) return;
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    draw_strip(list, theme, rect, sentence->is_failure ? theme.error : theme.accent);
    if (context.view.present) return draw_present_strip(context, *sentence, rect);
    const std::string label = button_label(*sentence, false);
    const float button = label.empty() ? 0 : button_size(theme, label).x + 10 * theme.scale;
    const float room = rect.width() - 36 * theme.scale - button;
    const float used = font_pixels(theme.body_bold) + font_pixels(theme.body) + 6 * theme.scale;
    ImVec2 at{rect.min.x + 18 * theme.scale, rect.centre().y - used / 2};
    float left = 0;
    if (!sentence->head.empty())
        left = draw_text_fitted(list, theme.body_bold, at, theme.error, sentence->head, room) + 10 * theme.scale;
    std::string message = on_one_line(sentence->message);
    ImFont* font = sentence->is_failure ? theme.body : theme.body_bold;
    if (sentence->head.empty() && sentence->advice.empty()) message = text_that_fits(*sentence, font, room, 2);
    // Without advice on the second line, the message continues there.
    const std::string rest = sentence->advice.empty() ? cut_to_fit(message, font, room - left) : std::string();
    draw_text_fitted(list, font, {at.x + left, at.y}, theme.text, message, std::max(room - left, 0.0F));
    at.y += font_pixels(theme.body_bold) + 6 * theme.scale;
    if (!rest.empty()) draw_text_fitted(list, font, at, theme.text, rest, room);
    draw_text_fitted(list, theme.body, at, sentence->is_failure ? theme.text : theme.text_muted,
                     on_one_line(sentence->advice), room);
    draw_strip_button(context, *sentence, rect, label);
    const Rect words{rect.min, {rect.max.x - button, rect.max.y}};
    if (words.contains(ImGui::GetMousePos()) && ImGui::IsWindowHovered())
        tooltip(theme, sentence->head, all_of(*sentence));
}

void draw_sentence(PanelContext& context)
{
    const auto sentence = sentence_of(context);
    if (!sentence) return;
    const Theme& theme = context.theme;
    if (!sentence->head.empty()) draw_text(theme.body_bold, theme.error, sentence->head, true);
    if (!sentence->message.empty())
        draw_text(sentence->is_failure ? theme.code : theme.body_bold, theme.text, shortened(sentence->message), true);
    if (!sentence->advice.empty()) draw_text(theme.body, theme.text, sentence->advice, true);
    if (sentence->allowed_seconds == 0) return;
    const std::string label = button_label(*sentence, false);
    draw_button(context, *sentence, take_row(button_size(theme, label).y + 6 * theme.scale).min, label);
}

bool keeps_sentence_room(const PanelContext& context)
{
    const teaching::Covers covers = covers_of(context.session, context.view);
    return !covers.hides_outcome() && !covers.hides_code();
}

}  // namespace spillway::window
