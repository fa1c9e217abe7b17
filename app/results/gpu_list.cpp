#include "app/results/gpu_list.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/catalogue/formula/suggestion.h"
#include "app/model/targets.h"

namespace spillway::results {
namespace {

constexpr std::string_view first_choice = "h200";

const model::Gpu* find_in(const std::vector<model::Gpu>& gpus, std::string_view name)
{
    const auto found = std::find_if(gpus.begin(), gpus.end(), [&](const model::Gpu& gpu) { return gpu.name == name; });
    return found == gpus.end() ? nullptr : &*found;
}

/// Makes a name for --gpu from a label: "nvidia_rtx_a6000" for "NVIDIA RTX A6000".
std::string name_of_label(const std::string& label)
{
    std::string name;
    for (const char c : label) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'), is_digit = c >= '0' && c <= '9';
        if (is_letter || is_digit)
            name += is_letter ? static_cast<char>(c | 0x20) : c;
        else if (!name.empty() && name.back() != '_')
            name += '_';
    }
    while (name.ends_with('_')) name.pop_back();
    return name.empty() ? "gpu" : name.substr(0, 60);
}

}  // namespace

GpuList::GpuList(std::vector<model::Gpu> table) : table_(std::move(table)), all_(table_)
{
    add_targets();
}

void GpuList::add_targets()
{
    targeted_.clear();
    for (const model::Gpu& gpu : all_)
        for (std::string& target : model::special_targets(gpu.arch())) {
            model::Gpu& targeted = targeted_.emplace_back(gpu);
            targeted.name = gpu.name + model::target_sign + target;
            targeted.label += " as " + target;
            targeted.target = std::move(target);
        }
}

bool GpuList::take_recorded(std::vector<model::Gpu> recorded)
{
    recorded_ = std::move(recorded);
    return rebuild();
}

bool GpuList::take_live(const protocol::Hello& hello)
{
    why_none_is_live_ = hello.driver.reason;
    live_ = hello.live_gpus;
    return rebuild();
}

bool GpuList::rebuild()
{
    std::vector<model::Gpu> now = table_;
    // Use a recording's own figures: its results are found by jobs made with them.
    for (model::Gpu recorded : recorded_) {
        const auto same =
            std::find_if(now.begin(), now.end(), [&](const model::Gpu& gpu) { return gpu.name == recorded.name; });
        if (same == now.end()) {
            now.push_back(std::move(recorded));
        } else {
            // Only the table has these figures, and no job depends on them.
            recorded.data_cache_bytes = same->data_cache_bytes;
            recorded.shared_splits_bytes = same->shared_splits_bytes;
            *same = std::move(recorded);
        }
    }
    now.insert(now.end(), live_.begin(), live_.end());
    // Keep the old list if nothing has changed, so that references into it stay valid.
    if (now == all_) return false;
    all_ = std::move(now);
    add_targets();
    return true;
}

const model::Gpu* GpuList::find(const std::string& name) const
{
    const model::Gpu* usual = find_in(all_, name);
    return usual != nullptr ? usual : find_in(targeted_, name);
}

bool GpuList::is_live(const std::string& name) const
{
    return find_in(live_, name) != nullptr;
}

bool GpuList::is_recorded(const std::string& name) const
{
    return find_in(recorded_, name) != nullptr;
}

std::string GpuList::table_name(const model::Gpu& live) const
{
    for (const model::Gpu& known : table_)
        if (known.arch() == live.arch() && known.sm_count == live.sm_count &&
            known.shared_bytes_per_sm == live.shared_bytes_per_sm && known.registers_per_sm == live.registers_per_sm)
            if (known.label.find(live.label) != std::string::npos || live.label.find(known.label) != std::string::npos)
                return known.name;
    return name_of_label(live.label);
}

model::Expected<model::Gpu> GpuList::choose(const std::string& name, bool is_recording_named) const
{
    const std::size_t sign = name.find(model::target_sign);
    if (sign == std::string::npos) return choose_usual(name, is_recording_named);
    auto gpu = choose_usual(name.substr(0, sign), is_recording_named);
    if (!gpu) return gpu;
    if (const model::Gpu* targeted = find(gpu->name + name.substr(sign))) return *targeted;
    const auto targets = model::special_targets(gpu->arch());
    std::string advice = "name the GPU alone";
    for (const std::string& target : targets) advice += ", or " + gpu->name + model::target_sign + target;
    return model::Error{gpu->label + " (" + gpu->arch() + ") has no target '" + name.substr(sign + 1) + "'", "--gpu",
                        targets.empty() ? advice + ": only GPUs from sm_90 on have such targets" : advice};
}

model::Expected<model::Gpu> GpuList::choose_usual(const std::string& name, bool is_recording_named) const
{
    if (name == "live" || (name.empty() && !live_.empty() && !is_recording_named)) {
        if (!live_.empty()) return live_.front();
        return model::Error{"there is no live GPU: " + why_none_is_live_.value_or("no worker has looked for one yet"),
                            "--gpu", "name one that 'spillway gpus' lists instead"};
    }
    if (!name.empty() && !is_recorded(name))
        for (const model::Gpu& live : live_)
            if (table_name(live) == name) return live;
    std::string wanted = name;
    if (name.empty())
        wanted = recorded_.empty() || (!is_recording_named && is_recorded(std::string(first_choice)))
                     ? std::string(first_choice)
                     : recorded_.front().name;
    if (const model::Gpu* found = find(wanted)) return *found;
    if (name.empty()) return all_.front();
    std::vector<std::string> known;
    for (const model::Gpu& gpu : all_) known.push_back(gpu.name);
    return model::Error{"there is no GPU '" + name + "'", "--gpu", catalogue::suggestion(name, known)};
}

}  // namespace spillway::results
