#include "app/room/live/own_texts.h"

#include <utility>

#include "app/room/limits.h"

namespace spillway::room {

bool OwnTexts::put(ClientId client, std::string hash, std::string text)
{
    if (find(client, hash) != nullptr) return true;
    std::deque<Held>& own = held_[client];
    if (own.size() >= max_own_texts) {
        own.pop_front();
        --count_;
    }
    if (count_ >= max_own_texts_in_all) return false;
    ++count_;
    own.push_back({std::move(hash), {std::move(text), nullptr}});
    return true;
}

OwnKernel* OwnTexts::find(ClientId client, const std::string& hash)
{
    const auto own = held_.find(client);
    if (own == held_.end()) return nullptr;
    for (Held& each : own->second)
        if (each.hash == hash) return &each.kernel;
    return nullptr;
}

void OwnTexts::forget(ClientId client)
{
    const auto own = held_.find(client);
    if (own == held_.end()) return;
    count_ -= own->second.size();
    held_.erase(own);
}

}  // namespace spillway::room
