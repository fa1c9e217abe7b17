// Connections that end so that new ones have a place.

#include <arpa/inet.h>
#include <netinet/in.h>

#include <gtest/gtest.h>

#include "app/room/server/connection_slots.h"

namespace spillway::room {
namespace {

/// Keys of connections.
const int spot[8] = {};

TEST(ConnectionSlotsTest, EndsTheBusiestMachinesOldestSilentConnectionFirst)
{
    ConnectionSlots slots;
    slots.add(&spot[0], "a");
    slots.mark_page(&spot[0]);
    for (int i = 1; i <= 3; ++i) slots.add(&spot[i], "b");
    slots.add(&spot[4], "c");
    slots.add(&spot[5], "c");
    slots.mark_socket(&spot[5]);
    EXPECT_EQ(slots.connection_to_close(), &spot[1]) << "the oldest of b";
    slots.remove(&spot[1]);
    slots.mark_page(&spot[2]);
    slots.mark_page(&spot[3]);
    EXPECT_EQ(slots.connection_to_close(), &spot[4]) << "the only silent one";
    slots.remove(&spot[4]);
    EXPECT_EQ(slots.connection_to_close(), &spot[2]);
    for (int i : {0, 2, 3}) slots.remove(&spot[i]);
    EXPECT_FALSE(slots.connection_to_close()) << "WebSockets stay";
}

TEST(ConnectionSlotsTest, EndsTheBusiestMachinesNewestSocket)
{
    ConnectionSlots slots;
    for (int i = 0; i < 4; ++i) {
        slots.add(&spot[i], i < 3 ? "many" : "one");
        slots.mark_socket(&spot[i]);
    }
    EXPECT_EQ(slots.socket_to_close("new"), &spot[2]);
    EXPECT_EQ(slots.socket_to_close("one"), &spot[2]);
    EXPECT_FALSE(slots.socket_to_close("many")) << "a class behind one address keeps its slots";
    slots.remove(&spot[2]);
    EXPECT_FALSE(slots.socket_to_close("one")) << "machine one would then have more than machine many";
    EXPECT_EQ(slots.machine(&spot[3]), "one");
    EXPECT_FALSE(ConnectionSlots().socket_to_close("a"));
}

std::string machine_of_six(const char* text)
{
    sockaddr_in6 address = {};
    address.sin6_family = AF_INET6;
    inet_pton(AF_INET6, text, &address.sin6_addr);
    return machine_of(reinterpret_cast<const sockaddr&>(address));
}

TEST(ConnectionSlotsTest, AMachineIsAnAddressOrAnIpv6Network)
{
    sockaddr_in four = {};
    four.sin_family = AF_INET;
    inet_pton(AF_INET, "192.0.2.7", &four.sin_addr);
    EXPECT_EQ(machine_of(reinterpret_cast<const sockaddr&>(four)), "192.0.2.7");
    EXPECT_EQ(machine_of_six("::ffff:192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(machine_of_six("2001:db8:1:2:aaaa::1"), machine_of_six("2001:db8:1:2:bbbb::2"));
    EXPECT_NE(machine_of_six("2001:db8:1:2::1"), machine_of_six("2001:db8:1:3::1"));
    sockaddr other = {};
    other.sa_family = AF_UNIX;
    EXPECT_EQ(machine_of(other), "?");
}

}  // namespace
}  // namespace spillway::room
