// Connections that end so that new ones have a place.

#include <arpa/inet.h>
#include <netinet/in.h>

#include <gtest/gtest.h>

#include "app/room/server/places.h"

namespace spillway::room {
namespace {

/// Keys of connections.
const int spot[8] = {};

TEST(PlacesTest, EndsTheBusiestMachinesOldestSilentConnectionFirst)
{
    Places places;
    places.add(&spot[0], "a");
    places.set_page(&spot[0]);
    for (int i = 1; i <= 3; ++i) places.add(&spot[i], "b");
    places.add(&spot[4], "c");
    places.add(&spot[5], "c");
    places.set_socket(&spot[5]);
    EXPECT_EQ(places.connection_to_end(), &spot[1]) << "the oldest of b";
    places.remove(&spot[1]);
    places.set_page(&spot[2]);
    places.set_page(&spot[3]);
    EXPECT_EQ(places.connection_to_end(), &spot[4]) << "the only silent one";
    places.remove(&spot[4]);
    EXPECT_EQ(places.connection_to_end(), &spot[2]);
    for (int i : {0, 2, 3}) places.remove(&spot[i]);
    EXPECT_FALSE(places.connection_to_end()) << "WebSockets stay";
}

TEST(PlacesTest, EndsTheBusiestMachinesNewestSocket)
{
    Places places;
    for (int i = 0; i < 4; ++i) {
        places.add(&spot[i], i < 3 ? "many" : "one");
        places.set_socket(&spot[i]);
    }
    EXPECT_EQ(places.socket_to_end("new"), &spot[2]);
    EXPECT_EQ(places.socket_to_end("one"), &spot[2]);
    EXPECT_FALSE(places.socket_to_end("many")) << "a class behind one address keeps its places";
    places.remove(&spot[2]);
    EXPECT_FALSE(places.socket_to_end("one")) << "machine one would then have more than machine many";
    EXPECT_EQ(places.machine(&spot[3]), "one");
    EXPECT_FALSE(Places().socket_to_end("a"));
}

std::string machine_of_six(const char* text)
{
    sockaddr_in6 address = {};
    address.sin6_family = AF_INET6;
    inet_pton(AF_INET6, text, &address.sin6_addr);
    return machine_of(reinterpret_cast<const sockaddr&>(address));
}

TEST(PlacesTest, AMachineIsAnAddressOrAnIpv6Network)
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
