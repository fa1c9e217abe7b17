#include "app/window/shell/shown_characters.h"

#include <cstdint>
#include <functional>
#include <string>

#include "app/window/kit/fonts.h"

namespace spillway::window {
namespace {

/// Changes whenever a text that is drawn and may hold unusual characters has changed.
std::size_t fingerprint(const session::SessionView& session, const ViewState& view)
{
    std::size_t value = session.log().size() ^ (session.catalogue().experiments.size() << 8);
    if (view.talk) value ^= std::hash<std::string>()(view.talk->in_file) | 1;
    for (const model::Experiment& experiment : session.catalogue().experiments) {
        const auto mix = [&](const std::string& text) {
            value = value * 1099511628211u + text.size() + reinterpret_cast<std::uintptr_t>(text.data());
        };
        mix(experiment.lesson);
        mix(experiment.source);
        mix(experiment.title);
    }
    return value;
}

void collect_texts(const session::SessionView& session, const ViewState& view, std::set<char32_t>& into)
{
    if (view.talk)
        for (const teaching::TalkStop& stop : view.talk->talk.stops) collect_code_points(stop.notes, into);
    for (const model::Experiment& experiment : session.catalogue().experiments) {
        for (const std::string* text :
             {&experiment.title, &experiment.question, &experiment.topic, &experiment.lesson, &experiment.source})
            collect_code_points(*text, into);
        for (const model::Variant& variant : experiment.variants) {
            collect_code_points(variant.label, into);
            collect_code_points(variant.help, into);
        }
        for (const auto* list : {&experiment.parameters, &experiment.knobs})
            for (const model::Parameter& parameter : *list) {
                collect_code_points(parameter.label, into);
                collect_code_points(parameter.help, into);
            }
    }
    for (const base::LogEntry& entry : session.log()) {
        collect_code_points(entry.error.what, into);
        collect_code_points(entry.error.where, into);
    }
}

}  // namespace

bool ShownCharacters::refresh(const session::SessionView& session, const ViewState& view)
{
    const std::size_t now = fingerprint(session, view);
    if (now == fingerprint_) return false;
    fingerprint_ = now;
    const std::size_t before = all_.size();
    collect_texts(session, view, all_);
    return all_.size() != before;
}

}  // namespace spillway::window
