#include "app/protocol/recording_merge.h"

#include <algorithm>
#include <unordered_map>

namespace spillway::protocol {
namespace {

std::string or_none(const std::string& text)
{
    return text.empty() ? "none" : text;
}

bool is_same_gpu(model::Gpu a, model::Gpu b)
{
    for (model::Gpu* gpu : {&a, &b}) {
        // The figures' source is not a property of the GPU; recordings omit the fields that only the GPU table has.
        gpu->source.clear();
        gpu->data_cache_bytes = 0;
        gpu->shared_splits_bytes.clear();
    }
    return a == b;
}

const std::string& date_of(const model::RunResult& result, const RecordingHeader& header)
{
    const auto& provenance = result.measurement.provenance;
    return provenance && !provenance->date.empty() ? provenance->date : header.date;
}

}  // namespace

std::vector<std::string> mismatches(const RecordingHeader& a, const std::string& first, const RecordingHeader& b,
                                    const std::string& second)
{
    std::vector<std::string> sentences;
    const auto compare = [&](const char* what, const std::string& one, const std::string& other) {
        if (one != other)
            sentences.push_back(std::string(what) + " differs: " + or_none(one) + " in " + first + ", " +
                                or_none(other) + " in " + second);
    };
    if (a.gpu.name != b.gpu.name || is_same_gpu(a.gpu, b.gpu))
        compare("the GPU", a.gpu.name, b.gpu.name);
    else
        sentences.push_back("the GPU is called " + a.gpu.name + " in " + first + " and in " + second +
                            ", but its limits or clocks differ");
    compare("what was recorded", a.measured ? "measurements" : "the compiler's answers only",
            b.measured ? "measurements" : "the compiler's answers only");
    compare("the driver", a.driver, b.driver);
    compare("the compiler", a.compiler, b.compiler);
    for (const auto& [experiment, hash] : a.kernels) {
        const auto other = b.kernels.find(experiment);
        if (other != b.kernels.end() && other->second != hash)
            sentences.push_back("the kernel text of " + experiment + " differs between " + first + " and " + second);
    }
    return sentences;
}

model::Expected<Recording> merge(std::vector<RecordingPart> parts)
{
    if (parts.empty()) return model::Error{"there is nothing to merge", "merge", "name the files"};
    struct Place {
        std::size_t index;
        std::string date;
    };
    Recording merged;
    std::unordered_map<std::string, Place> places;
    merged.header = parts.front().recording.header;
    // Compare all pairs: two later parts may share an experiment that the first part lacks.
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const auto wrong =
                mismatches(parts[j].recording.header, parts[j].name, parts[i].recording.header, parts[i].name);
            std::string sentence;
            for (const std::string& each : wrong) sentence += (sentence.empty() ? "" : "; ") + each;
            if (!wrong.empty())
                return model::Error{sentence, parts[i].name, "merge only parts recorded on one GPU with one setup"};
        }
    for (RecordingPart& part : parts) {
        const RecordingHeader& header = part.recording.header;
        merged.header.kernels.insert(header.kernels.begin(), header.kernels.end());
        for (const auto& [experiment, hash] : header.definitions) {
            std::string& known = merged.header.definitions.try_emplace(experiment, hash).first->second;
            if (known != hash) known.clear();  // several definitions: only each result's job hash identifies its job
        }
        merged.header.date = std::min(merged.header.date, header.date);
        merged.header.roofs = model::of_more_parts(merged.header.roofs, header.roofs);
        for (model::RunResult& result : part.recording.results) {
            std::string date = date_of(result, header);
            const auto [found, is_new] = places.try_emplace(recorded_key(result), Place{merged.results.size(), date});
            if (is_new) {
                merged.results.push_back(std::move(result));
            } else if (date >= found->second.date) {
                found->second.date = std::move(date);
                merged.results[found->second.index] = std::move(result);
            }
        }
    }
    return merged;
}

}  // namespace spillway::protocol
