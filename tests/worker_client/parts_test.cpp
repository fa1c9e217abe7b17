#include <gtest/gtest.h>

#include "app/worker_client/request_book.h"
#include "app/worker_client/split_command.h"

namespace spillway::worker_client {
namespace {

TEST(SplitCommand, KeepsQuotedWordsTogether)
{
    EXPECT_EQ(split_command("ssh lab  spillway-worker"), (std::vector<std::string>{"ssh", "lab", "spillway-worker"}));
    EXPECT_EQ(split_command("'a b' \"c d\"e"), (std::vector<std::string>{"a b", "c de"}));
    EXPECT_TRUE(split_command("  ").empty());
}

/// A request that was overtaken may be dropped, also when the newer one was answered first, at once from a cache.
TEST(RequestBook, WhatWasOvertakenMayBeDropped)
{
    RequestBook book;
    const auto add = [&](std::uint64_t id, const std::string& group) {
        protocol::Run run;
        run.group = group;
        book.add(id, run, {}, [](const Answer&) {});
        book.find(id)->sent = true;
    };
    add(1, "current/a");
    add(2, "current/b");
    EXPECT_FALSE(book.may_drop(1)) << "nobody has overtaken it";
    add(3, "current/a");
    EXPECT_TRUE(book.may_drop(1));
    (void)book.take(3);
    EXPECT_TRUE(book.may_drop(1));
    EXPECT_FALSE(book.may_drop(2)) << "another group's request is no reason";
    add(4, "current/a");
    EXPECT_FALSE(book.may_drop(4));
}

}  // namespace
}  // namespace spillway::worker_client
