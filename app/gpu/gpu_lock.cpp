#include "app/gpu/gpu_lock.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spillway::gpu {
namespace {

using Clock = std::chrono::steady_clock;

// Layout of the file. The first eight bytes hold the next number.
constexpr off_t counter_byte = 0;
constexpr off_t measuring_byte = 8;
constexpr off_t first_number_byte = 16;

bool set_lock(int file, short kind, off_t byte)
{
    struct flock lock {};
    lock.l_type = kind;
    lock.l_whence = SEEK_SET;
    lock.l_start = byte;
    lock.l_len = 1;
    return fcntl(file, F_OFD_SETLK, &lock) == 0;
}

bool is_locked_by_other(int file, off_t byte)
{
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = byte;
    lock.l_len = 1;
    return fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

/// Polls until the condition holds or the deadline passes, because a blocking lock would have no timeout. Calls
/// `on_waiting` once.
template <typename Condition>
bool wait_until(Condition condition, Clock::time_point deadline, const std::function<void()>& on_waiting,
                bool& has_called)
{
    while (!condition()) {
        if (Clock::now() >= deadline) return false;
        if (!has_called && on_waiting) on_waiting();
        has_called = true;
        std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
    return true;
}

bool is_private_folder(const std::string& folder)
{
    struct stat status {};
    return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
           (status.st_mode & 0077) == 0;
}

}  // namespace

std::string runtime_folder()
{
    const char* given = std::getenv("XDG_RUNTIME_DIR");
    if (given && *given == '/') return given;
    const std::string own = "/tmp/spillway-" + std::to_string(geteuid());
    mkdir(own.c_str(), 0700);
    return is_private_folder(own) ? own : "";
}

TurnQueue::TurnQueue(const std::string& gpu)
{
    const std::string folder = runtime_folder();
    if (folder.empty()) return;
    const std::string path = folder + "/spillway-gpu-" + gpu + ".turns";
    file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

TurnQueue::~TurnQueue()
{
    if (file_ >= 0) close(file_);  // this also releases its locks
}

std::optional<model::Error> TurnQueue::begin(const std::function<void()>& on_waiting, double& waited_seconds)
{
    waited_seconds = 0;
    if (file_ < 0 || number_ >= 0) return std::nullopt;
    const auto start = Clock::now();
    const auto deadline =
        start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(max_seconds));
    bool has_called = false;
    const model::Error too_long{"another Spillway has used this GPU for more than a minute", "launch",
                                "look for a stopped spillway-worker process"};

    if (!wait_until([&] { return set_lock(file_, F_WRLCK, counter_byte); }, deadline, {}, has_called)) return too_long;
    std::int64_t next = 0;
    if (pread(file_, &next, sizeof next, 0) != sizeof next || next < 0 || next > std::int64_t{1} << 50) next = 0;
    number_ = next++;
    set_lock(file_, F_WRLCK, first_number_byte + number_);
    const bool is_counted = pwrite(file_, &next, sizeof next, 0) == sizeof next;
    set_lock(file_, F_UNLCK, counter_byte);
    has_called = false;
    const auto is_previous_done = [&] {
        return number_ == 0 || !is_locked_by_other(file_, first_number_byte + number_ - 1);
    };
    const bool is_my_turn =
        is_counted && wait_until(is_previous_done, deadline, on_waiting, has_called) &&
        wait_until([&] { return set_lock(file_, F_WRLCK, measuring_byte); }, deadline, on_waiting, has_called);
    waited_seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (is_my_turn) return std::nullopt;
    end();
    return too_long;
}

void TurnQueue::end()
{
    if (file_ < 0 || number_ < 0) return;
    set_lock(file_, F_UNLCK, measuring_byte);
    set_lock(file_, F_UNLCK, first_number_byte + number_);
    number_ = -1;
}

bool TurnQueue::is_another_waiting() const
{
    return file_ >= 0 && number_ >= 0 && is_locked_by_other(file_, first_number_byte + number_ + 1);
}

}  // namespace spillway::gpu
