#include <algorithm>
#include <string>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/claims.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/markdown_view.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

using teaching::markdown::Link;
using teaching::markdown::LinkKind;

struct State {
    std::size_t key = 0;
    MarkdownView view;
    bool is_new = false;
};

/// What a link would change.
struct Target {
    model::Values set;
    std::string gpu;
    std::string problem;  ///< why it can do nothing
    std::string help;
};

const model::Claim* find_claim(const model::Experiment& experiment, const std::string& id)
{
    const auto found = std::find_if(experiment.claims.begin(), experiment.claims.end(),
                                    [&](const model::Claim& claim) { return claim.id == id; });
    return found == experiment.claims.end() ? nullptr : &*found;
}

std::string describe(const model::Values& values, const std::string& gpu)
{
    std::string text;
    for (const auto& [name, value] : values)
        text += (text.empty() ? "" : ", ") + name + " = " + model::to_string(value);
    if (!gpu.empty()) text += (text.empty() ? "on " : " on ") + gpu;
    return text;
}

Target claim_target(const session::Session& session, const std::string& id)
{
    const model::Experiment& experiment = session.experiment();
    const model::Claim* claim = find_claim(experiment, id);
    if (claim == nullptr) return {{}, "", "This experiment makes no claim \"" + id + "\".", ""};
    // What holds everywhere is shown on the GPU that is chosen.
    const bool everywhere = claim->gpu == catalogue::every_architecture;
    const std::string where = describe(claim->set, everywhere ? "every architecture" : claim->gpu);
    std::string help = claim->text;
    if (!where.empty()) help += "\nAt " + where + ".";
    help += "\nChecked: " + claim->expect + (claim->needs_measurement ? " (needs a measurement)" : "") +
            "\nClick to set the sliders to it.";
    // A claim holds where everything that it does not name is at its initial value.
    const auto& gpus = session.gpus();
    const auto named = std::find_if(gpus.begin(), gpus.end(), [&](const auto& gpu) { return gpu.name == claim->gpu; });
    model::Values set = catalogue::initial_values(experiment, named == gpus.end() ? session.gpu() : *named);
    for (const auto& [name, value] : claim->set) set[name] = value;
    return {set, everywhere ? "" : claim->gpu, "", help};
}

Target set_target(const model::Experiment& experiment, const std::string& link)
{
    const model::Expected<model::Values> values = catalogue::parse_set_link(experiment, link);
    if (!values) return {{}, "", values.error().line(), ""};
    return {*values, "", "", "Set " + describe(*values, "") + "."};
}

Target target_of(const session::Session& session, const Link& link)
{
    switch (link.kind) {
        case LinkKind::claim:
            return claim_target(session, link.target);
        case LinkKind::set:
            return set_target(session.experiment(), link.target);
        case LinkKind::web:
            return {{}, "", "", link.target + "\nClick to copy the address."};
        case LinkKind::other:
        case LinkKind::none:
            break;
    }
    return {{}, "", "This link leads nowhere in Spillway: " + link.target, ""};
}

void follow(PanelContext& context, const Link& link)
{
    if (link.kind == LinkKind::web) return ImGui::SetClipboardText(link.target.c_str());
    const Target target = target_of(context.session, link);
    if (!target.problem.empty()) return;
    context.commands.post([target](session::Session& session, ViewState&) {
        const auto& gpus = session.gpus();
        const bool knows_gpu =
            std::any_of(gpus.begin(), gpus.end(), [&](const model::Gpu& gpu) { return gpu.name == target.gpu; });
        if (knows_gpu) session.set_gpu(target.gpu);
        if (!target.set.empty()) session.set_values(target.set);
    });
}

bool is_current(const session::Session& session, const Link& link)
{
    const Target target = target_of(session, link);
    if (!target.gpu.empty() && target.gpu != session.selection().gpu) return false;
    return std::all_of(target.set.begin(), target.set.end(), [&](const auto& entry) {
        const auto found = session.selection().values.find(entry.first);
        return found != session.selection().values.end() && found->second == entry.second;
    });
}

void refresh(State& state, const model::Experiment& experiment)
{
    const std::size_t key = std::hash<std::string>{}(experiment.name + "\n" + experiment.lesson);
    state.is_new = key != state.key;
    if (!state.is_new) return;
    state.key = key;
    state.view.set(teaching::markdown::parse(experiment.lesson));
}

/// About 75 characters: lines that the eye finds back from.
float comfortable_width(const Theme& theme)
{
    constexpr std::string_view sample = "the quick brown fox jumps over a lazy dog ";
    return text_size(theme.body, sample).x / static_cast<float>(sample.size()) * 75;
}

class LessonView final : public PanelView {
public:
    void draw(PanelContext& context) override;

private:
    State state_;
};

void LessonView::draw(PanelContext& context)
{
    const model::Experiment& experiment = context.session.experiment();
    refresh(state_, experiment);
    if (experiment.lesson.empty()) return draw_empty(context.theme, "This experiment has no lesson.");
    ImGui::BeginChild("lesson text");
    if (state_.is_new) ImGui::SetScrollY(0);
    const auto& links = state_.view.document().links;
    const MarkdownView::Hooks hooks{
        [&](int link) { follow(context, links[link]); },
        [&](int link) {
            const Target target = target_of(context.session, links[link]);
            tooltip(context.theme, target.problem.empty() ? target.help : target.problem);
        },
        [&](int link) { return is_current(context.session, links[link]); },
    };
    state_.view.draw(context, std::min(ImGui::GetContentRegionAvail().x, comfortable_width(context.theme)), hooks);
    if (!state_.view.document().problem.empty())
        draw_text(context.theme.small, context.theme.warning, state_.view.document().problem, true);
    ImGui::EndChild();
}

}  // namespace

const Panel lesson_panel{"lesson", "Lesson", PanelPlace::tab, open_view<LessonView>};

}  // namespace spillway::window
