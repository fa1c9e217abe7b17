#include "app/worker_client/link.h"
#include "app/worker_client/shipped_link.h"

namespace spillway::worker_client {

std::unique_ptr<Link> open_link(std::vector<std::string> /*command*/, std::function<void()> wake)
{
    return std::make_unique<ShippedLink>(std::move(wake));
}

}  // namespace spillway::worker_client
