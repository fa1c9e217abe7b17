#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "app/room/host.h"
#include "app/room/live/closed_list.h"

namespace spillway::room {

/// The last kernels that pages have sent, bounded for each page and for all together.
class OwnTexts {
public:
    /// False if all pages together have too many.
    [[nodiscard]] bool put(ClientId client, std::string hash, std::string text);
    /// Null if the page has sent no such text, or too many since. Valid until the next put() or forget().
    [[nodiscard]] OwnKernel* find(ClientId client, const std::string& hash);
    void forget(ClientId client);

private:
    struct Held {
        std::string hash;
        OwnKernel kernel;
    };
    std::map<ClientId, std::deque<Held>> held_;
    std::size_t count_ = 0;
};

}  // namespace spillway::room
