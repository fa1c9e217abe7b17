#include "app/room/server/connection_slots.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace spillway::room {
namespace {

using Counts = std::map<std::string, std::size_t>;

Counts::const_iterator largest_of(const Counts& counts)
{
    return std::ranges::max_element(counts, {}, &Counts::value_type::second);
}

}  // namespace

std::string machine_of(const sockaddr& address)
{
    char text[INET6_ADDRSTRLEN] = {};
    if (address.sa_family == AF_INET) {
        const auto& four = reinterpret_cast<const sockaddr_in&>(address);
        if (inet_ntop(AF_INET, &four.sin_addr, text, sizeof text) != nullptr) return text;
    }
    if (address.sa_family == AF_INET6) {
        in6_addr six = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
        if (IN6_IS_ADDR_V4MAPPED(&six)) {
            if (inet_ntop(AF_INET, &six.s6_addr[12], text, sizeof text) != nullptr) return text;
        }
        std::memset(&six.s6_addr[8], 0, 8);
        if (inet_ntop(AF_INET6, &six, text, sizeof text) != nullptr) return text;
    }
    return "?";
}

void ConnectionSlots::add(Key key, std::string machine)
{
    slots_[key] = {std::move(machine), Kind::no_request, ++last_};
}

void ConnectionSlots::remove(Key key)
{
    slots_.erase(key);
}

void ConnectionSlots::mark_page(Key key)
{
    const auto found = slots_.find(key);
    if (found != slots_.end() && found->second.kind == Kind::no_request) found->second.kind = Kind::page;
}

void ConnectionSlots::mark_socket(Key key)
{
    const auto found = slots_.find(key);
    if (found != slots_.end()) found->second.kind = Kind::socket;
}

const std::string& ConnectionSlots::machine(Key key) const
{
    static const std::string unknown = "?";
    const auto found = slots_.find(key);
    return found == slots_.end() ? unknown : found->second.machine;
}

Counts ConnectionSlots::counts(Kind kind) const
{
    Counts counts;
    for (const auto& [key, connection] : slots_)
        if (connection.kind == kind) ++counts[connection.machine];
    return counts;
}

std::optional<ConnectionSlots::Key> ConnectionSlots::find(Kind kind, const std::string& machine, bool is_newest) const
{
    const std::pair<const Key, Connection>* chosen = nullptr;
    for (const auto& each : slots_) {
        if (each.second.kind != kind || each.second.machine != machine) continue;
        if (chosen == nullptr || (each.second.order > chosen->second.order) == is_newest) chosen = &each;
    }
    return chosen == nullptr ? std::nullopt : std::optional(chosen->first);
}

std::optional<ConnectionSlots::Key> ConnectionSlots::connection_to_close() const
{
    for (const Kind kind : {Kind::no_request, Kind::page}) {
        const Counts all = counts(kind);
        if (!all.empty()) return find(kind, largest_of(all)->first, false);
    }
    return std::nullopt;
}

std::optional<ConnectionSlots::Key> ConnectionSlots::socket_to_close(const std::string& machine) const
{
    const Counts all = counts(Kind::socket);
    const auto most = largest_of(all), own = all.find(machine);
    if (most == all.end() || most->second < (own == all.end() ? 0 : own->second) + 2) return std::nullopt;
    return find(Kind::socket, most->first, true);
}

}  // namespace spillway::room
