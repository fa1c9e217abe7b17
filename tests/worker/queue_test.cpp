#include <thread>

#include <unistd.h>

#include <gtest/gtest.h>

#include "app/worker/line_reader.h"
#include "app/worker/task_queue.h"
#include "app/worker/worker.h"

namespace spillway::worker {
namespace {

Task task(std::uint64_t id, int priority, const std::string& group = "")
{
    protocol::Run run;
    run.id = id;
    run.priority = priority;
    run.group = group;
    return {run};
}

using Ids = std::vector<std::uint64_t>;

TEST(TaskQueue, GoesByPriorityThenByArrival)
{
    TaskQueue queue;
    for (const auto& [id, priority] : std::initializer_list<std::pair<int, int>>{{1, 5}, {2, 0}, {3, 5}, {4, -1}}) {
        EXPECT_TRUE(queue.push(task(static_cast<std::uint64_t>(id), priority)).empty());
    }
    for (const std::uint64_t id : {4, 2, 1, 3}) EXPECT_EQ(queue.pop().id(), id);
}

TEST(TaskQueue, HasALaneForWhatSomebodyWaitsFor)
{
    TaskQueue queue;
    for (const auto& [id, priority] : std::initializer_list<std::pair<int, int>>{{1, 4}, {2, 0}, {3, 1}, {4, 0}}) {
        EXPECT_TRUE(queue.push(task(static_cast<std::uint64_t>(id), priority)).empty());
    }
    EXPECT_EQ(queue.pop(Lane::background).id(), 3U);
    EXPECT_EQ(queue.pop(Lane::urgent).id(), 2U);
    EXPECT_EQ(queue.pop(Lane::any).id(), 4U);

    std::uint64_t got = 0;
    std::thread waiting([&] { got = queue.pop(Lane::urgent).id(); });
    EXPECT_TRUE(queue.push(task(5, 2)).empty()) << "is not for that thread";
    EXPECT_TRUE(queue.push(task(6, 0)).empty());
    waiting.join();
    EXPECT_EQ(got, 6U);
}

TEST(TaskQueue, ANewerOneOfItsGroupOvertakes)
{
    TaskQueue queue;
    EXPECT_TRUE(queue.push(task(1, 0, "slider")).empty());
    EXPECT_TRUE(queue.push(task(2, 0, "other")).empty());
    EXPECT_EQ(queue.push(task(3, 9, "slider")), Ids{1});
    EXPECT_EQ(queue.pop().id(), 2U);
    EXPECT_EQ(queue.pop().id(), 3U);
    EXPECT_TRUE(queue.push(task(4, 0, "slider")).empty()) << "3 has begun";
    EXPECT_EQ(queue.overtake("slider"), Ids{4});
    EXPECT_TRUE(queue.overtake("").empty());
}

TEST(TaskQueue, CancelsWhatHasNotBegun)
{
    TaskQueue queue;
    for (std::uint64_t id = 1; id <= 4; ++id) EXPECT_TRUE(queue.push(task(id, 0, "g" + std::to_string(id))).empty());
    EXPECT_EQ(queue.pop().id(), 1U);
    EXPECT_EQ(queue.cancel({1, 3, 99}), Ids{3});
    EXPECT_EQ(queue.pop().id(), 2U);
    EXPECT_EQ(queue.pop().id(), 4U);
}

TEST(TaskQueue, IsBounded)
{
    TaskQueue queue;
    for (std::size_t i = 0; i < TaskQueue::max_tasks; ++i) ASSERT_TRUE(queue.push(task(i, 0)).empty());
    EXPECT_EQ(queue.push(task(777777, 0)), Ids{777777});
}

TEST(TaskQueue, WakesWhoWaits)
{
    TaskQueue queue;
    std::uint64_t got = 0;
    std::thread waiting([&] { got = queue.pop().id(); });
    EXPECT_TRUE(queue.push(task(5, 0)).empty());
    waiting.join();
    EXPECT_EQ(got, 5U);
}

TEST(LineReader, BoundsItsLines)
{
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    std::thread writer([&] {
        const std::string text = "one\n\n" + std::string(300000, 'x') + "\ntwo\n" + std::string(101, 'y') + "\ntorn";
        EXPECT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
        close(ends[1]);
    });
    LineReader reader(ends[0], 100);
    EXPECT_EQ(reader.next()->text, "one");
    EXPECT_EQ(reader.next()->text, "");
    EXPECT_TRUE(reader.next()->too_long);
    EXPECT_EQ(reader.next()->text, "two");
    EXPECT_TRUE(reader.next()->too_long);
    EXPECT_FALSE(reader.next()) << "a torn last line is none";
    writer.join();
    close(ends[0]);
}

TEST(Sources, LetTheOldestGo)
{
    Sources sources;
    for (int i = 0; i < 40; ++i) {
        sources.add({std::to_string(i), "k.cu", std::string(std::size_t{2} << 20, 'x')});
    }
    EXPECT_FALSE(sources.find("0"));
    ASSERT_TRUE(sources.find("39"));
    EXPECT_EQ(sources.find("39")->name, "k.cu");
}

}  // namespace
}  // namespace spillway::worker
