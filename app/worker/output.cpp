#include "app/worker/output.h"

#include <cerrno>
#include <cstdlib>

#include <unistd.h>

#include "app/base/child_process.h"

namespace spillway::worker {

void Output::send(const protocol::FromWorker& message)
{
    std::string line = protocol::encode(message);
    line += '\n';
    const std::lock_guard lock(mutex_);
    for (std::size_t done = 0; done < line.size() && !closed_;) {
        const ssize_t count = write(descriptor_, line.data() + done, line.size() - done);
        if (count > 0) done += static_cast<std::size_t>(count);
        if (count < 0 && errno != EINTR) closed_ = true;
    }
}

void Output::exit_now(int status)
{
    base::end_children();
    // Limit the wait for the lock, so that a reader that stopped reading cannot keep the process alive.
    for (int tries = 0; tries < 100; ++tries) {
        if (mutex_.try_lock()) std::quick_exit(status);
        usleep(1000);
    }
    std::quick_exit(status);
}

}  // namespace spillway::worker
