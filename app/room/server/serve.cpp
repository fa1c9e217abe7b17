#include "app/room/server/serve.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <set>
#include <utility>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "app/room/command_lines.h"
#include "app/room/http.h"
#include "app/room/limits.h"
#include "app/room/server/socket_server.h"

namespace spillway::room {
namespace {

/// Longest time between two polls, and shortest between two writes of the room's file.
constexpr double turn_seconds = 0.05;
constexpr double farewell_seconds = 1;  ///< for the last messages
constexpr double count_seconds = 2;  ///< between two counts, so that those of twelve hours fit into the window's buffer

double steady_seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Seconds since a room began. A clock that is set during a lecture does not end it.
class RoomAge {
public:
    explicit RoomAge(std::int64_t began)
        : age_at_start_(std::max(0.0, static_cast<double>(std::time(nullptr) - began))), start_(boot_seconds())
    {
    }
    [[nodiscard]] double seconds() const { return age_at_start_ + boot_seconds() - start_; }

private:
    /// Counts also while the machine sleeps.
    static double boot_seconds()
    {
        timespec now = {};
        clock_gettime(CLOCK_BOOTTIME, &now);
        return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
    }

    double age_at_start_, start_;
};

/// Joins the pages, the host, the desk and the sockets. The host exists once the port is open.
class RoomService : public SocketHandler {
public:
    explicit RoomService(LiveDesk* desk) : desk_(desk) {}

    HttpReply on_request(const HttpRequest& request) override { return pages_->reply(request); }
    std::optional<std::string> on_upgrade(const HttpRequest& request) override
    {
        if (desk_ != nullptr && pages_->accepts_live(request)) return std::string();
        return pages_->accept_socket(request);
    }
    void on_open(ClientId client, const std::string& device, const std::string& machine) override
    {
        if (!device.empty()) return host_->opened(client, device, machine);
        live_.insert(client);
        desk_->opened(client, machine);
    }
    void on_message(ClientId client, std::string_view text) override
    {
        if (!live_.contains(client)) return host_->received(client, text, steady_seconds());
        desk_->received(client, text, steady_seconds());
    }
    void on_close(ClientId client) override
    {
        if (live_.erase(client) == 0) return host_->closed(client);
        desk_->closed(client);
    }

    void begin(std::unique_ptr<Pages> pages, std::unique_ptr<RoomHost> host)
    {
        pages_ = std::move(pages);
        host_ = std::move(host);
    }
    [[nodiscard]] RoomHost& host() { return *host_; }

private:
    std::unique_ptr<Pages> pages_;
    std::unique_ptr<RoomHost> host_;
    LiveDesk* desk_;
    std::set<ClientId> live_;  ///< clients of the desk
};

/// Stores the room after changes, and then lets the host send them.
class Writer {
public:
    Writer(RoomStore& store, RoomHost& host, const ServeOptions& options)
        : store_(store), host_(host), options_(options)
    {
    }

    void turn()
    {
        is_due_ |= host_.take_change();
        if (!is_due_) return host_.flush(true);
        const double now = steady_seconds();
        if (now - written_at_ < turn_seconds) return;
        written_at_ = now;
        const auto problem = store_.write(host_.room().data());
        is_due_ = problem.has_value();
        host_.set_trouble(problem);
        const bool is_news = problem && problem != last_problem_;
        if (is_news && options_.commands >= 0 && options_.on_line) options_.on_line(problem_message(*problem));
        last_problem_ = problem;
        host_.flush(!problem);
    }

private:
    RoomStore& store_;
    RoomHost& host_;
    const ServeOptions& options_;
    bool is_due_ = false;
    double written_at_ = 0;
    std::optional<model::Error> last_problem_;
};

/// Carries out the commands of the program that started the server, and sends it the counts.
class Starter {
public:
    Starter(const ServeOptions& options, RoomHost& host) : options_(options), host_(host), lines_(options.commands) {}

    void turn()
    {
        if (options_.commands < 0 || !options_.on_line) return;
        const std::vector<std::string> lines = lines_.take();
        for (const std::string& line : lines)
            if (const auto problem = host_.command(line)) options_.on_line(problem_message(*problem));
        const double now = steady_seconds();
        if (lines.empty() && now - sent_at_ < count_seconds) return;
        std::string count = host_.count();
        if (count == sent_count_) return;
        sent_count_ = std::move(count);
        sent_at_ = now;
        options_.on_line(sent_count_);
    }

private:
    const ServeOptions& options_;
    RoomHost& host_;
    CommandLines lines_;
    std::string sent_count_;
    double sent_at_ = 0;
};

bool is_any_address(const std::string& address)
{
    return address == "0.0.0.0" || address == "::";
}

/// The first IPv4 address of this machine that is not a loopback; empty without one.
std::string first_address()
{
    ifaddrs* all = nullptr;
    if (getifaddrs(&all) != 0) return {};
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(all, freeifaddrs);
    for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
        if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
        if ((each->ifa_flags & IFF_LOOPBACK) != 0 || (each->ifa_flags & IFF_UP) == 0) continue;
        char text[INET_ADDRSTRLEN] = {};
        const auto* four = reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
        if (inet_ntop(AF_INET, &four->sin_addr, text, sizeof text) != nullptr) return text;
    }
    return {};
}

std::string host_and_port(const std::string& address, int port)
{
    const bool is_six = address.find(':') != std::string::npos;
    return (is_six ? "[" + address + "]" : address) + ":" + std::to_string(port);
}

std::string scheme_of(const ServeOptions& options)
{
    return options.listening.is_secure() ? "https://" : "http://";
}

RoomLinks links_of(const ServeOptions& options, const RoomData& data, int port)
{
    // Others may listen on the network, so the presenter's token stays on this machine if possible.
    const std::string& address = options.listening.address;
    const std::string local = is_any_address(address) ? "127.0.0.1" : address;
    const std::string scheme = scheme_of(options), root = scheme + link_address(address, port);
    RoomLinks links;
    links.room = root + "/?room=" + data.code;
    links.presenter = scheme + host_and_port(local, port) + "/present?room=" + data.code + "#" + data.presenter;
    if (options.page) links.page = root + "/page/?room=" + data.code;
    return links;
}

/// Port of a link; 0 without one.
int port_of(const std::string& link)
{
    const std::size_t end = link.find("/?room="), colon = link.rfind(':', end);
    return end == std::string::npos || colon == std::string::npos ? 0 : std::atoi(link.c_str() + colon + 1);
}

/// A continued room keeps its port if it is free, so that its links still work.
model::Expected<std::unique_ptr<SocketServer>> open_port(const ServeOptions& options, const RoomData& found,
                                                         SocketHandler& handler)
{
    Listening listening = options.listening;
    if (!options.may_change_port) return open_socket_server(listening, handler);
    if (const int before = port_of(found.links.room); before != 0) listening.port = before;
    auto opened = open_socket_server(listening, handler);
    if (opened) return opened;
    listening.port = 0;
    auto on_free_port = open_socket_server(listening, handler);
    return on_free_port ? std::move(on_free_port) : std::move(opened);
}

/// Runs the desk for the lifetime of this object.
class RunningDesk {
public:
    RunningDesk(LiveDesk* desk, SocketServer& server) : desk_(desk)
    {
        if (desk_ != nullptr) desk_->begin(server, [&server] { server.wake(); });
    }
    ~RunningDesk()
    {
        if (desk_ != nullptr) desk_->end();
    }
    RunningDesk(const RunningDesk&) = delete;
    RunningDesk& operator=(const RunningDesk&) = delete;

    void turn()
    {
        if (desk_ != nullptr) desk_->poll(steady_seconds());
    }

private:
    LiveDesk* desk_;
};

/// A shell's usual limit of 1024 files is less than the room's connections, its workers' pipes and its own files need.
void allow_many_files()
{
    constexpr rlim_t others = 1000;
    rlimit limit = {};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= max_connections + others) return;
    limit.rlim_cur = std::min<rlim_t>(max_connections + others, limit.rlim_max);
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

bool is_loopback_address(const std::string& address)
{
    return address.starts_with("127.") || address == "::1";
}

std::string link_address(const std::string& address, int port)
{
    const std::string found = is_any_address(address) ? first_address() : address;
    return host_and_port(found.empty() ? "127.0.0.1" : found, port);
}

model::Expected<RoomEnd> serve(const ServeOptions& options, RoomStore& store, RoomContent content, Truths& truths)
{
    allow_many_files();
    RoomService service(options.desk);
    auto opened = open_port(options, store.found(), service);
    if (!opened) return opened.error();
    SocketServer& server = **opened;
    RoomData data = store.found();
    data.links = links_of(options, data, server.port());
    content.link = data.links.room;
    const std::string address = link_address(options.listening.address, server.port());
    service.begin(std::make_unique<Pages>(data.code, address, options.qr, options.page),
                  std::make_unique<RoomHost>(data, std::move(content), server, truths));
    if (auto problem = store.write(data)) return *problem;
    if (options.on_open) options.on_open(data.links);

    Writer writer(store, service.host(), options);
    const RoomAge age(data.began);
    Starter starter(options, service.host());
    RunningDesk desk(options.desk, server);
    RoomEnd end = RoomEnd::stopped;
    while (!options.is_stopped()) {
        server.run(turn_seconds);
        service.host().poll();
        desk.turn();
        starter.turn();
        writer.turn();
        if (age.seconds() < room_seconds) continue;
        end = RoomEnd::too_old;
        break;
    }
    service.host().finish();
    const auto problem = store.end(service.host().room().data());
    service.host().flush(!problem);
    for (const double until = steady_seconds() + farewell_seconds; steady_seconds() < until;) server.run(turn_seconds);
    if (problem) return *problem;
    return end;
}

}  // namespace spillway::room
