#include "app/window/shell/banner.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/base/visible_text.h"
#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/teaching/parameter_labels.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

struct BannerButton {
    std::string label;
    std::function<void(session::Session&)> act;
};

struct Banner {
    bool is_error = false;
    std::string what;
    std::string advice;
    std::vector<BannerButton> buttons;  ///< from right to left; the first is what most will want
};

BannerButton trust_button(const char* label, const std::string& experiment, results::TrustTerm term)
{
    return {label, [experiment, term](session::Session& session) { session.trust_experiment(experiment, term); }};
}

std::vector<BannerButton> again_buttons(const worker_client::WorkerStatus& worker)
{
    const auto restart = [](session::Session& session) { session.restart_worker(); };
    if (worker.host.empty()) return {{"Start it again", restart}};
    return {{"Connect again", restart},
            {"Use this machine", [](session::Session& session) { (void)session.use_machine(""); }}};
}

/// A machine's name is written as its owner writes it, also at the beginning.
std::string trouble_words(const worker_client::WorkerStatus& worker, const std::string& trouble)
{
    std::string words = teaching::as_sentence(trouble);
    if (!worker.host.empty() && trouble.starts_with(worker.host)) words.replace(0, worker.host.size(), worker.host);
    return words;
}

/// The most pressing first; the log has the others.
std::optional<Banner> banner_of(const session::Session& session)
{
    const model::Experiment& experiment = session.experiment();
    if (!experiment.trusted && experiment.is_plain())
        return Banner{false,
                      base::visible_line(experiment.source_file) + " is shown as text only.",
                      "Trusting it compiles its kernels on this machine, with the headers of its folder that it "
                      "includes, also after they were edited: until this program ends, or for good. Read it first.",
                      {trust_button("Trust for now", experiment.name, results::TrustTerm::until_the_end),
                       trust_button("Trust for good", experiment.name, results::TrustTerm::for_good)}};
    if (!experiment.trusted)
        return Banner{false,
                      "This experiment comes from " + base::visible_line(experiment.folder.string()) +
                          " and is shown as text only.",
                      "Trusting its folder compiles its kernels on this machine, also after they were edited there: "
                      "until this program ends, or for good. Read the source first.",
                      {trust_button("Trust for now", experiment.name, results::TrustTerm::until_the_end),
                       trust_button("Trust for good", experiment.name, results::TrustTerm::for_good)}};
    const worker_client::WorkerStatus& worker = session.worker();
    const auto restart = [](session::Session& target) { target.restart_worker(); };
    if (worker.state == worker_client::WorkerState::unavailable) {
        const model::Error trouble = worker.trouble.value_or(model::Error{"The worker does not run.", "", ""});
        return Banner{
            true,
            trouble_words(worker, trouble.where.empty() ? trouble.what : trouble.what + " (" + trouble.where + ")"),
            teaching::as_sentence(trouble.advice) + " What was computed before stays on screen.",
            again_buttons(worker)};
    }
    if (worker.state == worker_client::WorkerState::restarting)
        return Banner{false,
                      worker.trouble ? trouble_words(worker, worker.trouble->what)
                                     : "The worker ended and is being started again.",
                      worker.host.empty()
                          ? "Nothing that was computed is lost."
                          : "Connecting to " + worker.host + " again. Nothing that was computed is lost.",
                      {}};
    if (worker.hello && !worker.hello->compiler.available)
        return Banner{false,
                      "There is no compiler here, so nothing new is compiled: " +
                          teaching::as_sentence(worker.hello->compiler.reason),
                      teaching::as_sentence(worker.hello->compiler.advice),
                      {{"Look again", restart}}};
    return std::nullopt;
}

/// What the words of a banner have beside its buttons.
float inner_width(const Theme& theme, const Banner& banner, float width)
{
    float buttons = 0;
    for (const BannerButton& button : banner.buttons) buttons += button_size(theme, button.label).x + 12 * theme.scale;
    return width - 46 * theme.scale - buttons;
}

/// A strip's ground with a coloured edge.
void draw_strip(ImDrawList* list, const Theme& theme, const Rect& rect, ImU32 colour)
{
    draw_card(list, theme, rect);
    fill_rounded(list, theme, rect.min, rect.max, with_alpha(colour, 0.1f), theme.rounding * 1.4f);
    list->AddRectFilled(rect.min, {rect.min.x + 5 * theme.scale, rect.max.y}, colour, theme.rounding * 1.4f,
                        ImDrawFlags_RoundCornersLeft);
}

/// The variant to speak of: the focused one, unless only another is refused. Null where nothing is known.
const results::CurvePoint* point_to_explain(const PanelContext& context)
{
    const session::Session& session = context.session;
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

/// What is said between charts and tabs.
struct Sentence {
    bool is_refusal = false;
    std::string head;     ///< "local_array was refused"
    std::string message;  ///< the tool's own words
    std::string advice;
    std::optional<teaching::Step> step;
};

const char* refusal_words(model::Status status)
{
    switch (status) {
        case model::Status::ok: return "";
        case model::Status::compile_error: return "does not compile";
        case model::Status::launch_error: return "cannot be launched";
        case model::Status::wrong_result: return "computed a wrong result";
        case model::Status::timed_out: return "took too long and was stopped";
        case model::Status::worker_died: return "took the worker down";
    }
    return "";
}

std::optional<Sentence> sentence_of(const PanelContext& context)
{
    const session::Session& session = context.session;
    const results::CurvePoint* point = point_to_explain(context);
    if (point == nullptr) return std::nullopt;
    // The banner has said it already.
    if (teaching::lacks_compiler(session) && point->result->status == model::Status::compile_error) return std::nullopt;
    const model::RunResult& result = *point->result;
    Sentence sentence;
    if (result.status != model::Status::ok) {
        sentence.is_refusal = true;
        const model::Variant* variant = session.experiment().find_variant(result.variant);
        sentence.head = (variant && !variant->label.empty() ? variant->label : result.variant) + " " +
                        refusal_words(result.status) + (point->is_stale() ? " (stale)" : "");
        sentence.message = result.message.value_or("");
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
    }
    if (sentence.message.empty() && sentence.advice.empty()) return std::nullopt;
    return sentence;
}

/// A compiler's error can be pages long; the report's panel has all of it.
std::string shortened(const std::string& message)
{
    std::string text = message.substr(0, 600);
    int lines = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n' && ++lines == 4) return text.substr(0, text.find_last_not_of(" \n", i) + 1) + "\n…";
    return text.size() < message.size() ? text + "…" : text;
}

struct Line {
    ImFont* font;
    ImU32 colour;
    std::string text;
};

std::vector<Line> lines_of(const Theme& theme, const Sentence& sentence)
{
    std::vector<Line> lines;
    const auto add = [&](ImFont* font, ImU32 colour, const std::string& text) {
        if (!text.empty()) lines.push_back({font, colour, text});
    };
    add(theme.body_bold, theme.error, sentence.head);
    if (sentence.is_refusal)
        add(theme.code, theme.text, shortened(sentence.message));
    else
        add(theme.body_bold, theme.text, sentence.message);
    add(theme.body, sentence.is_refusal ? theme.text : theme.text_muted, sentence.advice);
    return lines;
}

float inner_width(const Theme& theme, const Sentence& sentence, float width)
{
    const float button = sentence.step ? button_size(theme, sentence.step->what).x + 10 * theme.scale : 0;
    return width - 36 * theme.scale - button;
}

}  // namespace

float banner_height(const PanelContext& context, float width)
{
    const auto banner = banner_of(context.session);
    if (!banner) return 0;
    const Theme& theme = context.theme;
    const float inner = inner_width(theme, *banner, width);
    float height = wrapped_height(theme.body_bold, banner->what, inner) + 20 * theme.scale;
    if (!banner->advice.empty()) height += wrapped_height(theme.body, banner->advice, inner) + 3 * theme.scale;
    return std::round(std::max(height, 46 * theme.scale));
}

void draw_banner(PanelContext& context, const Rect& rect)
{
    const auto banner = banner_of(context.session);
    if (!banner) return;
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    draw_strip(list, theme, rect, banner->is_error ? theme.error : theme.warning);
    const float inner = inner_width(theme, *banner, rect.width());
    const ImVec2 at{rect.min.x + 20 * theme.scale, rect.min.y + 10 * theme.scale};
    const float used = draw_text_wrapped(list, theme.body_bold, at, theme.text, banner->what, inner);
    draw_text_wrapped(list, theme.body, {at.x, at.y + used + 3 * theme.scale}, theme.text_muted, banner->advice, inner);
    float right = rect.max.x - 12 * theme.scale;
    for (std::size_t i = 0; i < banner->buttons.size(); ++i) {
        const BannerButton& button = banner->buttons[i];
        const ImVec2 size = button_size(theme, button.label);
        const std::string key = i == 0 ? "banner" : "banner " + std::to_string(i);
        if (button_at(context, key, {right - size.x, rect.centre().y - size.y / 2}, button.label,
                      i == 0 ? ButtonLook::primary : ButtonLook::plain))
            context.commands.post([act = button.act](session::Session& session, ViewState&) { act(session); });
        right -= size.x + 12 * theme.scale;
    }
}

float sentence_height(const PanelContext& context, float width)
{
    const auto sentence = sentence_of(context);
    if (!sentence) return 0;
    const Theme& theme = context.theme;
    float height = 14 * theme.scale;
    for (const Line& line : lines_of(theme, *sentence))
        height += wrapped_height(line.font, line.text, inner_width(theme, *sentence, width)) + 2 * theme.scale;
    return std::round(std::max(height, sentence->step ? button_size(theme, "").y + 10 * theme.scale : 0.0f));
}

void draw_sentence(PanelContext& context, const Rect& rect)
{
    const auto sentence = sentence_of(context);
    if (!sentence) return;
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    draw_strip(list, theme, rect, sentence->is_refusal ? theme.error : theme.accent);
    const float inner = inner_width(theme, *sentence, rect.width());
    float used = -2 * theme.scale;
    const auto lines = lines_of(theme, *sentence);
    for (const Line& line : lines) used += wrapped_height(line.font, line.text, inner) + 2 * theme.scale;
    ImVec2 at{rect.min.x + 18 * theme.scale, rect.centre().y - used / 2};
    for (const Line& line : lines)
        at.y += draw_text_wrapped(list, line.font, at, line.colour, line.text, inner) + 2 * theme.scale;
    if (!sentence->step) return;
    const ImVec2 size = button_size(theme, sentence->step->what);
    if (button_at(context, "remedy", {rect.max.x - size.x - 10 * theme.scale, rect.centre().y - size.y / 2},
                  sentence->step->what))
        context.commands.post([set = sentence->step->set](session::Session& session, ViewState& view) {
            set_parameters(session, view, set);
        });
}

}  // namespace spillway::window
