// Messages to one client: order, pieces, and how much it has not taken.

#include <gtest/gtest.h>

#include "app/room/server/outgoing.h"

namespace spillway::room {
namespace {

/// Takes all pieces; a message's pieces are joined.
std::vector<std::string> all_of(Outgoing& outgoing)
{
    std::vector<std::string> messages;
    while (const auto piece = outgoing.next()) {
        if (piece->is_first) messages.emplace_back();
        messages.back() += piece->bytes;
        outgoing.sent();
    }
    return messages;
}

TEST(OutgoingTest, TheNewestOfASlotAndEveryLine)
{
    Outgoing outgoing;
    EXPECT_TRUE(outgoing.is_empty());
    outgoing.add("line 1");
    outgoing.add("line 2");
    outgoing.put(Slot::state, "old");
    outgoing.put(Slot::state, "new");
    EXPECT_EQ(outgoing.bytes(), 12U);
    EXPECT_EQ(all_of(outgoing), (std::vector<std::string>{"new", "line 1", "line 2"}));
    EXPECT_TRUE(outgoing.is_empty());
    EXPECT_EQ(outgoing.bytes(), 0U);
}

TEST(OutgoingTest, ALongMessageGoesInPiecesAndIsNotInterrupted)
{
    Outgoing outgoing;
    const std::string line(100'000, 'x');
    outgoing.add(line);
    const auto first = outgoing.next();
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->is_first);
    EXPECT_FALSE(first->is_last);
    outgoing.sent();
    EXPECT_LT(outgoing.bytes(), line.size());
    outgoing.put(Slot::state, "state");
    std::size_t bytes = 0;
    while (outgoing.bytes() > 0) {
        bytes += outgoing.next()->bytes.size();
        outgoing.sent();
    }
    EXPECT_EQ(bytes, line.size() - (32 << 10));
    EXPECT_EQ(all_of(outgoing), std::vector<std::string>{"state"});
}

}  // namespace
}  // namespace spillway::room
