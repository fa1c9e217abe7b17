#include "app/window/panels/lesson_links.h"

#include <algorithm>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/claims.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/questions.h"
#include "app/model/claim_link.h"
#include "app/teaching/parameter_labels.h"
#include "app/teaching/parameter_steps.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/kit/step_view.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

using lessons::markdown::Link;
using lessons::markdown::LinkKind;

const model::Gpu* find_gpu(const session::SessionView& session, const std::string& name)
{
    const auto& gpus = session.gpus();
    const auto found = std::find_if(gpus.begin(), gpus.end(), [&](const model::Gpu& gpu) { return gpu.name == name; });
    return found == gpus.end() ? nullptr : &*found;
}

LinkTarget no_target(const std::string& why)
{
    LinkTarget target;
    target.why_nowhere = why;
    return target;
}

LinkTarget experiment_target(const session::SessionView& session, const std::string& name)
{
    LinkTarget target;
    if (session.catalogue().find(name) == nullptr)
        target.why_nowhere = "There is no experiment \"" + name + "\" here.";
    else
        target.experiment = name;
    return target;
}

LinkTarget question_target(const session::SessionView& session, const std::string& id)
{
    LinkTarget target;
    if (catalogue::find_question(session.experiment(), id) == nullptr)
        target.why_nowhere = "This lesson asks no question \"" + id + "\".";
    else
        target.question = id;
    return target;
}

/// Setting of the link's first claim.
LinkTarget claim_target(const session::SessionView& session, const std::string& link)
{
    const model::Experiment& experiment = session.experiment();
    const std::string id = model::claims_of_link(link).front();
    const model::Claim* claim = find_claim(experiment, id);
    if (claim == nullptr) return no_target("This experiment makes no claim \"" + id + "\".");
    LinkTarget target;
    // A claim about all GPUs keeps the chosen GPU.
    const model::Gpu* gpu = teaching::claim_gpu(session, *claim);
    if (gpu != nullptr && claim->gpu != catalogue::every_architecture) target.gpu = gpu->name;
    // A claim applies to the initial value of every parameter that it does not set.
    target.set = catalogue::initial_values(experiment, gpu != nullptr ? *gpu : session.gpu());
    for (const auto& [name, value] : claim->set) target.set[name] = value;
    // If the claim is about several variants, a focused one of them stays.
    const std::vector<std::string> variants = catalogue::claim_variants(experiment, *claim);
    const bool includes_focus =
        std::find(variants.begin(), variants.end(), session.selection().focus) != variants.end();
    // A claim's own kernel is not among the lesson's variants.
    const auto shown = std::find_if(variants.begin(), variants.end(),
                                    [&](const auto& name) { return !experiment.find_variant(name)->is_of_claim; });
    if (shown != variants.end() && !includes_focus) target.variant = *shown;
    return target;
}

/// "window size from 8 to 32, the GPU from NVIDIA T4 to NVIDIA H200"; empty if nothing changes.
std::string changes(const PanelContext& context, const LinkTarget& target)
{
    const session::SessionView& session = context.session;
    const model::Experiment& experiment = session.experiment();
    std::string words;
    const auto add = [&](const std::string& what) { words += (words.empty() ? "" : ", ") + what; };
    for (const auto& [name, value] : target.set) {
        const model::Parameter* parameter = experiment.find_parameter(name);
        const auto now = session.selection().values.find(name);
        if (parameter == nullptr || now == session.selection().values.end() || now->second == value) continue;
        add(parameter->label + " from " + teaching::value_label(*parameter, now->second) + " to " +
            teaching::value_label(*parameter, value));
    }
    if (const model::Gpu* gpu = find_gpu(session, target.gpu); gpu != nullptr && gpu->name != session.selection().gpu)
        add("the GPU from " + session.gpu().label + " to " + gpu->label);
    if (!target.variant.empty() && target.variant != session.selection().focus)
        add("the variant shown to " + experiment.find_variant(target.variant)->label);
    if (!target.x_axis.empty() && target.x_axis != session.selection().x_axis)
        add("the x axis to " + experiment.find_parameter(target.x_axis)->label);
    for (const Panel* panel : panels())
        if (target.tab == panel->key && !is_tab_visible(session, context.view, target.tab))
            add("the tab to " + std::string(panel->title));
    if (target.warp && *target.warp != warp_place(session, context.view)) add("the place in the warp's run");
    return words;
}

std::string claim_words(const PanelContext& context, const model::Claim& claim, bool is_covered)
{
    if (is_covered) return std::string(teaching::asked_words);
    const std::string said = teaching::without_code_marks(claim.text, context.session.experiment());
    if (covers_of(context.session, context.view).hides(claim))
        return said + "\n\nAnswer or skip the lesson's questions to see what was found.";
    const teaching::LiveClaim live = teaching::live_claim(context.session, claim);
    const model::Gpu* gpu = find_gpu(context.session, live.gpu);
    const std::string where = gpu == nullptr ? "" : " on " + gpu->label;
    const std::string found = teaching::found_words(context.session.experiment(), live);
    const std::string cause = claim.cause.empty() ? "" : "\nTested by a change of the cause: " + claim.cause + ".";
    const std::string text = said + cause + "\n\n";
    if (live.is_pending) return text + "Being checked" + where + ".";
    switch (live.verdict()) {
        case catalogue::ClaimVerdict::holds: return text + "Holds here" + where + ": " + found + ".";
        case catalogue::ClaimVerdict::broken: return text + "Does not hold here" + where + ": " + found + ".";
        case catalogue::ClaimVerdict::unknown: break;
    }
    return text + "No result here" + where + ": " + found + ".";
}

}  // namespace

const model::Claim* find_claim(const model::Experiment& experiment, const std::string& id)
{
    const auto found = std::find_if(experiment.claims.begin(), experiment.claims.end(),
                                    [&](const model::Claim& claim) { return claim.id == id; });
    return found == experiment.claims.end() ? nullptr : &*found;
}

Mark claim_mark(const teaching::LiveClaim& claim)
{
    if (claim.is_pending) return Mark::pending;
    if (claim.verdict() == catalogue::ClaimVerdict::unknown) return Mark::unknown;
    return claim.verdict() == catalogue::ClaimVerdict::holds ? Mark::yes : Mark::no;
}

LinkTarget target_of(const session::SessionView& session, const Link& link)
{
    if (link.kind == LinkKind::claim) return claim_target(session, link.target);
    if (link.kind == LinkKind::experiment) return experiment_target(session, link.target);
    if (link.kind == LinkKind::question) return question_target(session, link.target);
    if (link.kind == LinkKind::web) return {};
    if (link.kind != LinkKind::set) return no_target("This link has no target in Spillway: " + link.target);
    const auto set = catalogue::parse_set_link(session.experiment(), link.target);
    if (!set) return no_target(set.error().line());
    LinkTarget target;
    target.set = set->values;
    target.variant = set->variant;
    target.tab = set->tab;
    target.x_axis = set->x_axis;
    target.warp = set->warp;
    return target;
}

bool is_current(const session::SessionView& session, const ViewState& view, const LinkTarget& target)
{
    const session::Selection& now = session.selection();
    if (!target.experiment.empty() || !target.question.empty()) return false;
    if (!target.gpu.empty() && target.gpu != now.gpu) return false;
    if (!target.variant.empty() && target.variant != now.focus) return false;
    if (!target.tab.empty() && !is_tab_visible(session, view, target.tab)) return false;
    if (!target.x_axis.empty() && target.x_axis != now.x_axis) return false;
    if (target.warp && *target.warp != warp_place(session, view)) return false;
    return std::all_of(target.set.begin(), target.set.end(), [&](const auto& entry) {
        const auto found = now.values.find(entry.first);
        return found != now.values.end() && found->second == entry.second;
    });
}

namespace {

/// Sentences of the link's claims, one below the other.
std::string words_of_claims(const PanelContext& context, const std::string& link, bool is_covered)
{
    std::string words;
    for (const std::string& id : model::claims_of_link(link)) {
        const model::Claim* claim = find_claim(context.session.experiment(), id);
        if (claim != nullptr) words += claim_words(context, *claim, is_covered) + "\n\n";
        if (is_covered) break;  // the same words for each
    }
    return words;
}

}  // namespace

std::string link_help(const PanelContext& context, const Link& link, const LinkTarget& target, bool is_covered)
{
    if (target.why_nowhere) return *target.why_nowhere;
    if (link.kind == LinkKind::web) return link.target + "\nClick to copy the address.";
    if (!target.experiment.empty()) {
        const model::Experiment& other = *context.session.catalogue().find(target.experiment);
        return other.title + ": " + other.question + "\n" +
               for_input_device(context.view, "Click to open its lesson; ", "Tap to open its lesson; ") +
               undo_words(context.view) + ".";
    }
    if (!target.question.empty()) return "Click to go to the question.";
    const std::string words = link.kind == LinkKind::claim ? words_of_claims(context, link.target, is_covered) : "";
    const std::string change = changes(context, target);
    if (!change.empty()) return words + "A click changes " + change + ".";
    // Only the first of several claims is shown by a click.
    const bool is_one_setting = link.kind != LinkKind::claim || model::claims_of_link(link.target).size() == 1;
    return words + (is_one_setting ? "You are looking at this setting." : "");
}

void follow(PanelContext& context, const Link& link, const LinkTarget& target)
{
    if (link.kind == LinkKind::web) return ImGui::SetClipboardText(link.target.c_str());
    if (target.why_nowhere) return;
    if (!target.experiment.empty() || !target.question.empty())
        return context.commands.post([target](session::Session& session, ViewState& view) {
            if (!target.experiment.empty())
                choose_experiment(session, view, target.experiment);
            else
                go_to_question(session, view, target.question);
        });
    context.commands.post([target](session::Session& session, ViewState& view) {
        const std::string before = session.view().gpu().label;
        const bool changes_gpu = !target.gpu.empty() && target.gpu != session.view().selection().gpu;
        session::Selection setting = session.view().selection();
        if (changes_gpu)
            for (const model::Gpu& gpu : session.view().gpus())
                if (gpu.name == target.gpu)
                    setting = moved_to(setting, session.view().experiment(), session.view().gpu(), gpu);
        for (const auto& [name, value] : target.set) setting.values[name] = value;
        if (!target.variant.empty()) setting.focus = target.variant;
        if (!target.x_axis.empty()) setting.x_axis = target.x_axis;
        choose_setting(session, view, setting);
        if (!target.tab.empty() && view.lesson_leads_now)
            choose_pane_beside(session.view(), view, target.tab == "lesson" ? "" : target.tab);
        else if (!target.tab.empty())
            view.tab = target.tab;
        if (target.warp) show_warp_place(session, view, *target.warp);
        if (changes_gpu)
            view.status_notice = "The lesson changed the GPU from " + before + " to " + session.view().gpu().label +
                                 "; " + undo_words(view) + ".";
    });
}

}  // namespace spillway::window
