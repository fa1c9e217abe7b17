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
#include "app/window/kit/compat.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/views.h"
#include "app/window/shell/dropped.h"
#include "app/worker_client/program_run.h"

namespace spillway::window {
namespace {

struct BannerButton {
    std::string label;
    std::function<void(session::Session&, ViewState&)> act;
};

struct Banner {
    bool is_error = false;
    std::string what;
    std::string advice;
    std::vector<BannerButton> buttons;  ///< from right to left; the first is the primary one
};

/// Trusting a file whose text is open also opens its tab Causes, unless the file is being edited.
BannerButton trust_button(const char* label, const PanelContext& context, results::TrustTerm term)
{
    const model::Experiment& experiment = context.session.experiment();
    const bool shows_its_text =
        context.view.tab == tab_of_opened(experiment) && !context.items.find("editor").has_value();
    return {label, [name = experiment.name, term, shows_its_text](session::Session& session, ViewState& view) {
                session.trust_experiment(name, term);
                if (shows_its_text) view.tab = tab_of_opened(session.view().experiment());
            }};
}

std::vector<BannerButton> again_buttons(const worker_client::WorkerStatus& worker)
{
    const auto restart = [](session::Session& session, ViewState&) { session.worker().restart(); };
    if (worker.host.empty()) return {{"Start it again", restart}};
    return {{"Connect again", restart}, {"Use this machine", [](session::Session& session, ViewState&) {
                                             (void)session.worker().use_machine("");
                                         }}};
}

/// The trouble as a sentence. A machine's name keeps its own spelling, even at the beginning.
std::string trouble_words(const worker_client::WorkerStatus& worker, const std::string& trouble)
{
    std::string words = teaching::as_sentence(trouble);
    if (!worker.host.empty() && trouble.starts_with(worker.host)) words.replace(0, worker.host.size(), worker.host);
    return words;
}

/// The machine that compiles trusted code: "on this machine".
std::string compiled_where(const session::SessionView& session)
{
    const std::string& host = session.worker().host;
    return host.empty() ? "on this machine" : "on " + base::visible_line(host);
}

/// The first names, and the number of the others.
std::string listed(const std::vector<std::string>& files)
{
    constexpr std::size_t max_names = 8;
    std::string list;
    for (std::size_t i = 0; i < std::min(files.size(), max_names); ++i)
        list += (i == 0 ? "" : ", ") + base::visible_line(files[i]);
    if (files.size() > max_names) list += " and " + std::to_string(files.size() - max_names) + " more";
    return list;
}

Banner send_banner(const session::SessionView& session, const std::vector<std::string>& files)
{
    const std::string host = base::visible_line(session.worker().host);
    return {
        false,
        "To compile it on " + host + ", " + std::to_string(files.size()) + " files are sent there.",
        listed(files) + ".",
        {{"Send them", [](session::Session& target, ViewState&) { target.worker().send_files(); }},
         {"Use this machine", [](session::Session& target, ViewState&) { (void)target.worker().use_machine(""); }}}};
}

/// The most urgent message; the log has the others.
std::optional<Banner> banner_of(const PanelContext& context)
{
    const session::SessionView& session = context.session;
    const model::Experiment& experiment = session.experiment();
    if (!worker_client::can_run_programs() && experiment.is_plain())
        return Banner{false,
                      shown_path(experiment.source_file, context.view) + " is shown as text only.",
                      "There is no compiler here, so its kernels are neither compiled nor run. Read and search it on "
                      "the tab Code; an installed Spillway compiles it.",
                      {}};
    if (!experiment.origin.trusted && experiment.is_plain())
        return Banner{false,
                      base::visible_line(experiment.source_file) + " is shown as text only.",
                      "If you trust it, its kernels and the headers that it includes from its folder are compiled " +
                          compiled_where(session) +
                          ", even after edits, until this program ends or for good. Read it first.",
                      {trust_button("Trust for now", context, results::TrustTerm::until_the_end),
                       trust_button("Trust for good", context, results::TrustTerm::for_good)}};
    if (!experiment.origin.trusted)
        return Banner{false,
                      "This experiment comes from " + base::visible_line(experiment.origin.folder.string()) +
                          " and is shown as text only.",
                      "If you trust its folder, its kernels are compiled " + compiled_where(session) +
                          ", even after edits, until this program ends or for good. Read the source first.",
                      {trust_button("Trust for now", context, results::TrustTerm::until_the_end),
                       trust_button("Trust for good", context, results::TrustTerm::for_good)}};
    const worker_client::WorkerStatus& worker = session.worker();
    const auto restart = [](session::Session& target, ViewState&) { target.worker().restart(); };
    if (worker.state == worker_client::WorkerState::unavailable) {
        const model::Error trouble = worker.trouble.value_or(model::Error{"The worker is not running.", "", ""});
        return Banner{
            true,
            trouble_words(worker, trouble.where.empty() ? trouble.what : trouble.what + " (" + trouble.where + ")"),
            teaching::as_sentence(trouble.advice) + " Earlier results stay on screen.", again_buttons(worker)};
    }
    if (worker.state == worker_client::WorkerState::restarting)
        return Banner{
            false,
            worker.trouble ? trouble_words(worker, worker.trouble->what) : "The worker ended and is restarting.",
            worker.host.empty() ? "No result is lost." : "Connecting to " + worker.host + " again. No result is lost.",
            {}};
    if (const auto files = session.files_to_send(); !files.empty()) return send_banner(session, files);
    if (worker.hello && !worker.hello->compiler.available && !worker.is_shipped)
        return Banner{false,
                      "There is no compiler here, so nothing new is compiled: " +
                          teaching::as_sentence(worker.hello->compiler.reason),
                      teaching::as_sentence(worker.hello->compiler.advice),
                      {{"Look again", restart}}};
    return std::nullopt;
}

/// Width of the banner's text, left of its buttons.
float inner_width(const Theme& theme, const Banner& banner, float width)
{
    float buttons = 0;
    for (const BannerButton& button : banner.buttons) buttons += button_size(theme, button.label).x + 12 * theme.scale;
    return width - 46 * theme.scale - buttons;
}

}  // namespace

float banner_height(const PanelContext& context, float width)
{
    const auto banner = banner_of(context);
    if (!banner) return 0;
    const Theme& theme = context.theme;
    const float inner = inner_width(theme, *banner, width);
    float height = wrapped_height(theme.body_bold, banner->what, inner) + 20 * theme.scale;
    if (!banner->advice.empty() && !context.view.present)
        height += wrapped_height(theme.body, banner->advice, inner) + 3 * theme.scale;
    return std::round(std::max(height, (context.view.present ? 36 : 46) * theme.scale));
}

void draw_banner(PanelContext& context, const Rect& rect)
{
    const auto banner = banner_of(context);
    if (!banner) return;
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    draw_strip(list, theme, rect, banner->is_error ? theme.error : theme.warning);
    const float inner = inner_width(theme, *banner, rect.width());
    const ImVec2 at{rect.min.x + 20 * theme.scale, rect.min.y + 10 * theme.scale};
    const float used = draw_text_wrapped(list, theme.body_bold, at, theme.text, banner->what, inner);
    if (!context.view.present)
        draw_text_wrapped(list, theme.body, {at.x, at.y + used + 3 * theme.scale}, theme.text_muted, banner->advice,
                          inner);
    else if (rect.contains(ImGui::GetMousePos()) && ImGui::IsWindowHovered())
        tooltip(theme, banner->what, banner->advice);
    float right = rect.max.x - 12 * theme.scale;
    context.items.begin_reversed();
    for (std::size_t i = 0; i < banner->buttons.size(); ++i) {
        const BannerButton& button = banner->buttons[i];
        const ImVec2 size = button_size(theme, button.label);
        const std::string key = i == 0 ? "banner" : "banner " + std::to_string(i);
        if (button_at(context, key, {right - size.x, rect.centre().y - size.y / 2}, button.label,
                      i == 0 ? ButtonLook::primary : ButtonLook::plain))
            context.commands.post(button.act);
        right -= size.x + 12 * theme.scale;
    }
    context.items.end_reversed();
}

}  // namespace spillway::window
