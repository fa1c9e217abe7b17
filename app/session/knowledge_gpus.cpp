#include <algorithm>
#include <utility>

#include "app/catalogue/suggestion.h"
#include "app/session/knowledge.h"

// The part of Knowledge that is about GPUs: which there are, under which names, and what the worker says of them.

namespace spillway::session {
namespace {

constexpr std::string_view first_choice = "h200";

const model::Gpu* find_in(const std::vector<model::Gpu>& gpus, std::string_view name)
{
    const auto found = std::find_if(gpus.begin(), gpus.end(), [&](const model::Gpu& gpu) { return gpu.name == name; });
    return found == gpus.end() ? nullptr : &*found;
}

/// "NVIDIA RTX A6000" as a name for --gpu: "nvidia_rtx_a6000".
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

/// What decides which code the compiler here writes.
std::string tools_of(const protocol::Hello& hello)
{
    return hello.compiler.version + '|' + hello.headers.version + (hello.headers.available ? "|headers" : "|none");
}

}  // namespace

void Knowledge::list_gpus()
{
    const std::vector<model::Gpu> before = std::exchange(gpus_, table_);
    if (recording_) {
        // The recording's own figures: its jobs were made with them, and only they make the same jobs again.
        model::Gpu recorded = recording_->gpu();
        const auto same = std::find_if(gpus_.begin(), gpus_.end(),
                                       [&](const model::Gpu& gpu) { return gpu.name == recorded.name; });
        if (same == gpus_.end()) {
            gpus_.push_back(std::move(recorded));
        } else {
            // What only the table has is no part of a job.
            recorded.data_cache_bytes = same->data_cache_bytes;
            recorded.shared_splits_bytes = same->shared_splits_bytes;
            *same = std::move(recorded);
        }
    }
    gpus_.insert(gpus_.end(), live_.begin(), live_.end());
    if (gpus_ != before) identities_.clear();
}

const model::Gpu* Knowledge::find_gpu(const std::string& name) const
{
    return find_in(gpus_, name);
}

bool Knowledge::is_live(const std::string& gpu) const
{
    return find_in(live_, gpu) != nullptr;
}

bool Knowledge::is_recorded(const std::string& gpu) const
{
    return recording_ && recording_->gpu().name == gpu;
}

std::string Knowledge::table_name(const model::Gpu& live) const
{
    for (const model::Gpu& known : table_)
        if (known.arch() == live.arch() && known.sm_count == live.sm_count &&
            known.shared_bytes_per_sm == live.shared_bytes_per_sm && known.registers_per_sm == live.registers_per_sm)
            if (known.label.find(live.label) != std::string::npos || live.label.find(known.label) != std::string::npos)
                return known.name;
    return name_of_label(live.label);
}

model::Expected<model::Gpu> Knowledge::choose_gpu(const std::string& name) const
{
    if (name == "live" || (name.empty() && !live_.empty() && !is_recording_named_)) {
        if (!live_.empty()) return live_.front();
        return model::Error{"there is no live GPU: " + why_no_live_gpu_, "--gpu",
                            "name one of 'spillway gpus' instead"};
    }
    if (!name.empty() && !is_recorded(name))
        for (const model::Gpu& live : live_)
            if (table_name(live) == name) return live;
    std::string wanted = name;
    if (name.empty()) wanted = recording_ ? recording_->gpu().name : std::string(first_choice);
    if (const model::Gpu* found = find_gpu(wanted)) return *found;
    if (name.empty()) return gpus_.front();
    std::vector<std::string> known;
    for (const model::Gpu& gpu : gpus_) known.push_back(gpu.name);
    return model::Error{"there is no GPU '" + name + "'", "--gpu", catalogue::suggestion(name, known)};
}

void Knowledge::leave_machine()
{
    for (const model::Gpu& gpu : live_) store_.forget_gpu(gpu.name);
    live_.clear();
    has_compiler_.reset();
    list_gpus();
}

void Knowledge::take(const WorkerStatus& worker)
{
    if (worker.state == WorkerState::unavailable) has_compiler_ = false;
    if (worker.state != WorkerState::ready || !worker.hello) return;
    const protocol::Hello& hello = *worker.hello;
    has_compiler_ = hello.compiler.available;
    why_no_live_gpu_ = hello.driver.reason;
    for (const model::Gpu& gpu : hello.live_gpus)
        if (const model::Gpu* before = find_in(live_, gpu.name); before != nullptr && *before != gpu)
            store_.forget_gpu(gpu.name);
    live_ = hello.live_gpus;
    list_gpus();
    if (hello.compiler.available) {
        const std::string tools = tools_of(hello);
        if (!tools_.empty() && tools_ != tools) {
            // Another compiler writes other code: its answers must not stand beside the earlier one's.
            store_.clear();
            codes_.clear();
            code_order_.clear();
        }
        tools_ = tools;
    }
    if (!recording_) return;
    const CompilerFit before = recording_->status().compiler;
    recording_->fit_compiler(hello.compiler.available ? hello.compiler.version : std::string());
    const RecordingStatus& status = recording_->status();
    if (status.compiler != before && status.compiler == CompilerFit::changed)
        say(Severity::warning, {status.sentence(), status.file.filename().string(), ""});
}

}  // namespace spillway::session
