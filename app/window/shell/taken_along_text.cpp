#include "app/window/shell/taken_along_text.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "app/base/visible_text.h"
#include "app/window/shell/settings.h"

namespace spillway::window {
namespace {

using Json = nlohmann::json;
using model::Error;

/// Without what belongs to this machine or to this moment.
KeptView portable_part(KeptView arranged)
{
    arranged.saving = {};
    arranged.machines.clear();
    arranged.recent_files.clear();
    arranged.tab.clear();
    return arranged;
}

/// False if a text contains invisible characters, e.g. to reverse the direction of writing. Spillway writes none, but a
/// stranger's file may have them.
bool is_visible(const learner::LearnerProgress& progress)
{
    for (const auto& [name, lesson] : progress)
        for (const auto& [id, prediction] : lesson.predictions)
            for (const std::string* text : {&prediction.guess, &prediction.answer, &prediction.where})
                if (base::visible_text(*text) != *text) return false;
    return true;
}

}  // namespace

std::string print_taken_along(const TakenAlong& all)
{
    Settings settings;
    static_cast<KeptView&>(settings) = portable_part(all.arranged.value_or(KeptView()));
    Json text = Json::parse(learner::print_progress(all.progress));
    text["settings"] = Json::parse(print_settings(settings));
    return text.dump(2) + "\n";
}

model::Expected<TakenAlong> parse_taken_along(std::string_view text)
{
    auto progress = learner::parse_progress(text);  // bounds what is parsed below, too
    if (!progress) return progress.error();
    if (!is_visible(*progress)) return Error{"a text in it holds control characters", "", ""};
    TakenAlong all{std::move(*progress), std::nullopt};
    const Json parsed = Json::parse(text);
    const auto settings = parsed.find("settings");
    if (settings == parsed.end()) return all;
    const ReadSettings read = parse_settings(settings->dump(-1, ' ', false, Json::error_handler_t::replace));
    if (read.notice) return Error{"its settings cannot be read: " + read.notice->what, "", ""};
    all.arranged = portable_part(read.settings);
    return all;
}

}  // namespace spillway::window
