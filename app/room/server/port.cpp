#include "app/room/server/port.h"

#include <cerrno>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace spillway::room {

std::optional<model::Error> check_port(const std::string& address, int port)
{
    sockaddr_in four = {};
    sockaddr_in6 six = {};
    four.sin_family = AF_INET;
    six.sin6_family = AF_INET6;
    four.sin_port = six.sin6_port = htons(static_cast<std::uint16_t>(port));
    const bool is_four = inet_pton(AF_INET, address.c_str(), &four.sin_addr) == 1;
    if (!is_four && inet_pton(AF_INET6, address.c_str(), &six.sin6_addr) != 1)
        return model::Error{"'" + address + "' is not an address", "--bind",
                            "give an address of this machine, for instance 127.0.0.1, or 0.0.0.0 for all of them"};
    const int socket = ::socket(is_four ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    const bool is_open =
        socket >= 0 && setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(socket, is_four ? reinterpret_cast<const sockaddr*>(&four) : reinterpret_cast<const sockaddr*>(&six),
             is_four ? sizeof four : sizeof six) == 0 &&
        ::listen(socket, 1) == 0;
    const int problem = errno;
    if (socket >= 0) close(socket);
    if (is_open) return std::nullopt;
    return model::Error{"the port cannot be opened: " + std::string(std::strerror(problem)),
                        address + " port " + std::to_string(port), "choose another with --port, or another --bind"};
}

}  // namespace spillway::room
