#include <gtest/gtest.h>

#include "app/worker_client/request_book.h"

namespace spillway::worker_client {
namespace {

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
