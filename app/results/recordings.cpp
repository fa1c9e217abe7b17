#include "app/results/recordings.h"

#include <algorithm>
#include <utility>

namespace spillway::results {

RecordedResults& Recordings::put(RecordedResults recording)
{
    std::erase_if(list_, [&](const auto& open) { return open->gpu().name == recording.gpu().name; });
    list_.insert(list_.begin(), std::make_unique<RecordedResults>(std::move(recording)));
    return *list_.front();
}

RecordedResults* Recordings::of(const std::string& gpu) const
{
    const auto found = std::ranges::find_if(list_, [&](const auto& open) { return open->gpu().name == gpu; });
    return found == list_.end() ? nullptr : found->get();
}

std::string Recordings::labels() const
{
    std::vector<std::string> labels;
    for (const auto& open : list_) labels.push_back(open->gpu().label);
    std::ranges::sort(labels);
    std::string text;
    for (std::size_t i = 0; i < labels.size(); ++i)
        text += (i == 0 ? "" : i + 1 == labels.size() ? " and " : ", ") + labels[i];
    return text;
}

}  // namespace spillway::results
