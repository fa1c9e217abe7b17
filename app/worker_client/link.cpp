#include "app/worker_client/link.h"

#include "app/worker_client/shipped_link.h"
#include "app/worker_client/worker_link.h"

namespace spillway::worker_client {

std::unique_ptr<Link> open_link(std::vector<std::string> command, std::function<void()> wake)
{
    if (command == std::vector<std::string>{"none"}) return std::make_unique<ShippedLink>(std::move(wake));
    return std::make_unique<WorkerLink>(std::move(command), std::move(wake));
}

}  // namespace spillway::worker_client
