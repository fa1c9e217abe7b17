// Workers that share a GPU, as processes: who holds the turn, in which order, and what a dead one leaves.

#include "app/gpu/gpu_lock.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/scratch_folder.h"

namespace spillway::gpu {
namespace {

class Turns : public testing::Test {
protected:
    Turns() { setenv("XDG_RUNTIME_DIR", folder_.c_str(), 1); }
    ~Turns() override
    {
        unsetenv("XDG_RUNTIME_DIR");
        std::filesystem::remove_all(folder_);
    }

    /// A process that takes a turn, writes a letter before and after, and ends as the test says.
    pid_t start(char letter, bool dies)
    {
        const pid_t child = fork();
        if (child != 0) return child;
        TurnQueue queue("one");
        double waited = 0;
        if (queue.begin({}, waited)) _exit(1);
        write_letter(letter);
        if (dies) raise(SIGKILL);
        usleep(2000);
        write_letter(letter);
        queue.end();
        _exit(0);
    }

    void write_letter(char letter) const
    {
        const int file = open((folder_ / "letters").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        if (write(file, &letter, 1) != 1) _exit(1);
        close(file);
    }

    [[nodiscard]] std::string letters() const
    {
        char text[200] = {};
        const int file = open((folder_ / "letters").c_str(), O_RDONLY);
        const auto count = read(file, text, sizeof text - 1);
        close(file);
        return count > 0 ? text : "";
    }

    std::filesystem::path folder_ = scratch_folder("turns");
};

TEST_F(Turns, NoTwoAtOnceAndTheDeadHoldNobodyUp)
{
    std::vector<pid_t> children;
    for (int i = 0; i < 12; ++i) children.push_back(start(static_cast<char>('a' + i), i % 4 == 1));
    int killed = 0;
    for (const pid_t child : children) {
        int status = 0;
        waitpid(child, &status, 0);
        killed += WIFSIGNALED(status) ? 1 : 0;
        if (WIFEXITED(status)) {
            EXPECT_EQ(WEXITSTATUS(status), 0);
        }
    }
    EXPECT_EQ(killed, 3);
    const std::string order = letters();
    EXPECT_EQ(order.size(), 2 * 9 + 3U) << order;
    for (std::size_t i = 0; i < order.size();) {
        const bool died = (order[i] - 'a') % 4 == 1;
        if (!died) {
            EXPECT_EQ(order[i], order[i + 1]) << "another came between: " << order;
        }
        i += died ? 1 : 2;
    }
}

TEST_F(Turns, FirstComeFirstServed)
{
    TurnQueue first("one"), third("one");
    double waited = 0;
    ASSERT_FALSE(first.begin({}, waited));
    EXPECT_EQ(first.is_another_waiting(), false);
    const pid_t child = fork();
    if (child == 0) {
        TurnQueue second("one");
        bool told = false;
        const auto error = second.begin([&] { told = true; }, waited);
        _exit(!error && told && waited > 0 ? 0 : 1);
    }
    while (!first.is_another_waiting()) usleep(500);
    first.end();
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 0) << "it was told that it waits, and then had its turn";
    EXPECT_FALSE(third.begin({}, waited)) << "after one that ended without a word";
}

TEST_F(Turns, AnotherGpuIsAnotherQueue)
{
    TurnQueue one("one"), other("other");
    double waited = 0;
    ASSERT_FALSE(one.begin({}, waited));
    EXPECT_FALSE(other.begin({}, waited));
    EXPECT_LT(waited, 1.0);
}

}  // namespace
}  // namespace spillway::gpu
