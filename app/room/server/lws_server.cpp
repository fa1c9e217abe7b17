#include "app/room/server/lws_server.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include <libwebsockets.h>
#include <sys/socket.h>

#include "app/room/limits.h"
#include "app/room/server/connection_slots.h"
#include "app/room/server/lws_request.h"
#include "app/room/server/outgoing.h"
#include "app/room/server/port.h"

namespace spillway::room {
namespace {

constexpr unsigned handshake_seconds = 15;  ///< for a request's headers
constexpr int idle_page_seconds = 10;       ///< between two requests on one connection
constexpr std::size_t receive_bytes = 4096;
constexpr std::size_t reply_header_bytes = 4096;
constexpr std::size_t body_piece_bytes = 64 << 10;
constexpr lws_retry_bo_t ping_policy = {.retry_ms_table = nullptr,
                                        .retry_ms_table_count = 0,
                                        .conceal_count = 0,
                                        .secs_since_valid_ping = 20,
                                        .secs_since_valid_hangup = 45,
                                        .jitter_percent = 0};

struct Connection {
    ClientId client = 0;  ///< 0: not a WebSocket
    std::string device;
    std::string incoming;  ///< frames of an unfinished message
    Outgoing unsent;
    std::shared_ptr<const std::string> body;
    std::size_t body_sent = 0;
    bool is_closing_after_body = false;
    bool is_dropped = false;
};

/// Bytes with the space in front that the library needs.
std::vector<unsigned char> with_space_in_front(std::string_view text)
{
    std::vector<unsigned char> bytes(LWS_PRE + text.size());
    std::copy(text.begin(), text.end(), bytes.begin() + LWS_PRE);
    return bytes;
}

class LwsServer : public SocketServer {
public:
    explicit LwsServer(SocketHandler& handler) : handler_(handler) {}
    ~LwsServer() override
    {
        is_ending_ = true;
        if (context_ != nullptr) lws_context_destroy(context_);
    }
    LwsServer(const LwsServer&) = delete;
    LwsServer& operator=(const LwsServer&) = delete;

    [[nodiscard]] bool listen(const Listening& listening);

    void run(double seconds) override
    {
        lws_sul_schedule(
            context_, 0, &wake_, [](lws_sorted_usec_list_t*) {}, static_cast<lws_usec_t>(seconds * LWS_US_PER_SEC));
        lws_service(context_, 0);
    }
    [[nodiscard]] int port() const override { return port_; }
    void wake() override { lws_cancel_service(context_); }

    void send(ClientId client, Slot slot, std::string text) override
    {
        if (lws* const wsi = begin_to_send(client)) connections_[wsi].unsent.put(slot, std::move(text));
    }
    void add(ClientId client, std::string line) override
    {
        lws* const wsi = begin_to_send(client);
        if (wsi == nullptr) return;
        all_unsent_ += line.size();
        connections_[wsi].unsent.add(std::move(line));
        if (all_unsent_ > max_unsent_bytes_in_all) drop_slowest();
    }
    [[nodiscard]] std::size_t unsent_bytes(ClientId client) const override
    {
        const auto found = sockets_.find(client);
        return found == sockets_.end() ? 0 : connections_.at(found->second).unsent.bytes();
    }

    void drop(ClientId client) override
    {
        const auto found = sockets_.find(client);
        if (found == sockets_.end() || connections_[found->second].is_dropped) return;
        Connection& connection = connections_[found->second];
        connection.is_dropped = true;
        // A client that takes nothing never becomes writable: its lines go now, and the timeout ends it.
        all_unsent_ -= std::min(all_unsent_, connection.unsent.bytes());
        connection.unsent = {};
        lws_set_timeout(found->second, PENDING_TIMEOUT_USER_REASON_BASE, static_cast<int>(max_unsent_seconds));
        lws_callback_on_writable(found->second);
    }

private:
    static int callback(lws* wsi, lws_callback_reasons reason, void* user, void* in, std::size_t length)
    {
        auto* server = static_cast<LwsServer*>(lws_context_user(lws_get_context(wsi)));
        return server->handle(wsi, reason, user, {static_cast<const char*>(in), in == nullptr ? 0 : length});
    }

    int handle(lws* wsi, lws_callback_reasons reason, const void* user, std::string_view in);
    void create(lws* wsi);
    int arrive(const lws_filter_network_conn_args& arrival);
    static void end_now(ConnectionSlots::Key key);
    lws* begin_to_send(ClientId client);
    void drop_slowest();
    int answer(lws* wsi);
    int send_body(lws* wsi);
    int accept(lws* wsi);
    void open(lws* wsi);
    int receive(lws* wsi, std::string_view bytes);
    int write(lws* wsi);
    void forget(lws* wsi);

    SocketHandler& handler_;
    lws_context* context_ = nullptr;
    int port_ = 0;
    lws_sorted_usec_list_t wake_ = {};
    std::unordered_map<lws*, Connection> connections_;
    std::unordered_map<ClientId, lws*> sockets_;
    ClientId last_client_ = 0;
    ConnectionSlots slots_;
    std::string arriving_;        ///< machine of the connection that is being accepted
    std::size_t all_unsent_ = 0;  ///< bytes of all clients' lines
    bool is_ending_ = false;
    bool is_secure_ = false;
    const lws_protocols protocols_[2] = {{"http", callback, 0, receive_bytes, 0, nullptr, 0},
                                         {nullptr, nullptr, 0, 0, 0, nullptr, 0}};
};

bool LwsServer::listen(const Listening& listening)
{
    lws_set_log_level(0, nullptr);
    lws_context_creation_info info = {};
    info.port = listening.port;
    info.iface = listening.address.c_str();
    info.protocols = protocols_;
    info.user = this;
    info.gid = -1;
    info.uid = -1;
    info.server_string = "spillway";
    info.timeout_secs = handshake_seconds;
    info.keepalive_timeout = idle_page_seconds;
    info.max_http_header_data = max_header_bytes;
    info.fd_limit_per_thread = max_connections + 100;  // connections that end, and the library's own
    info.retry_and_idle_policy = &ping_policy;
    info.options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    if (listening.address.find(':') == std::string::npos) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    is_secure_ = listening.is_secure();
    if (is_secure_) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = listening.certificate.c_str();
        info.ssl_private_key_filepath = listening.key.c_str();
    }
    context_ = lws_create_context(&info);
    if (context_ == nullptr) return false;
    port_ = lws_get_vhost_listen_port(lws_get_vhost_by_name(context_, "default"));
    return port_ > 0;
}

int LwsServer::handle(lws* wsi, lws_callback_reasons reason, const void* user, std::string_view in)
{
    switch (reason) {
        case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
            return arrive(*static_cast<const lws_filter_network_conn_args*>(user));
        case LWS_CALLBACK_HTTP: return answer(wsi);
        case LWS_CALLBACK_HTTP_WRITEABLE: return send_body(wsi);
        // Only WebSockets: HTTP/2 is left to a reverse proxy.
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return std::string_view(in.data()) == "websocket" ? 0 : -1;
        case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return accept(wsi);
        case LWS_CALLBACK_ESTABLISHED: open(wsi); return 0;
        case LWS_CALLBACK_RECEIVE: return receive(wsi, in);
        case LWS_CALLBACK_SERVER_WRITEABLE: return write(wsi);
        case LWS_CALLBACK_WSI_CREATE: create(wsi); return 0;
        case LWS_CALLBACK_WSI_DESTROY: forget(wsi); return 0;
        default: return 0;
    }
}

/// A new connection, before anything is read. If all slots are taken, ends another connection.
int LwsServer::arrive(const lws_filter_network_conn_args& arrival)
{
    arriving_ = machine_of(reinterpret_cast<const sockaddr&>(arrival.cli_addr));
    if (connections_.size() < max_connections) return 0;
    const auto leaving = slots_.connection_to_close();
    if (!leaving) return 1;
    end_now(*leaving);
    return 0;
}

/// Also called for the listening socket, which takes no place.
void LwsServer::create(lws* wsi)
{
    connections_[wsi];
    if (!arriving_.empty()) slots_.add(wsi, std::exchange(arriving_, {}));
}

/// Ends a connection that is not the one being served.
void LwsServer::end_now(ConnectionSlots::Key key)
{
    auto* wsi = static_cast<lws*>(const_cast<void*>(key));
    // Otherwise the library waits for the other side to end the TLS connection.
    shutdown(lws_get_socket_fd(wsi), SHUT_RDWR);
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC);
}

// ---- pages ----

int LwsServer::answer(lws* wsi)
{
    slots_.mark_page(wsi);
    const HttpRequest request = request_of(wsi, is_secure_);
    const HttpReply reply = handler_.on_request(request);
    unsigned char buffer[LWS_PRE + reply_header_bytes];
    unsigned char *const start = buffer + LWS_PRE, *const end = buffer + sizeof buffer - 1;
    unsigned char* at = start;
    const auto add = [&](const std::string& name, const std::string& value) {
        return lws_add_http_header_by_name(wsi, reinterpret_cast<const unsigned char*>((name + ":").c_str()),
                                           reinterpret_cast<const unsigned char*>(value.data()),
                                           static_cast<int>(value.size()), &at, end) == 0;
    };
    bool is_whole = lws_add_http_header_status(wsi, static_cast<unsigned>(reply.status), &at, end) == 0 &&
                    add("content-type", reply.type) &&
                    lws_add_http_header_content_length(wsi, reply.body->size(), &at, end) == 0;
    for (const auto& [name, value] : reply.headers) is_whole = is_whole && add(name, value);
    // Closing keeps the unread body of this request from being parsed as the next request.
    if (!request.is_get) is_whole = is_whole && add("connection", "close");
    if (!is_whole || lws_finalize_write_http_header(wsi, start, &at, end) != 0) return -1;
    if (reply.body->empty()) return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
    Connection& connection = connections_[wsi];
    connection.body = reply.body;
    connection.body_sent = 0;
    connection.is_closing_after_body = !request.is_get;
    lws_callback_on_writable(wsi);
    return 0;
}

int LwsServer::send_body(lws* wsi)
{
    Connection& connection = connections_[wsi];
    if (!connection.body) return 0;
    const std::string_view piece = std::string_view(*connection.body).substr(connection.body_sent, body_piece_bytes);
    connection.body_sent += piece.size();
    const bool is_last = connection.body_sent == connection.body->size();
    std::vector<unsigned char> bytes = with_space_in_front(piece);
    const int written =
        lws_write(wsi, bytes.data() + LWS_PRE, piece.size(), is_last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (written < static_cast<int>(piece.size())) return -1;
    if (!is_last) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, static_cast<int>(max_unsent_seconds));
        lws_callback_on_writable(wsi);
        return 0;
    }
    connection.body.reset();
    if (connection.is_closing_after_body) return -1;
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

// ---- WebSockets ----

int LwsServer::accept(lws* wsi)
{
    slots_.mark_page(wsi);
    const auto device = handler_.on_upgrade(request_of(wsi, is_secure_));
    if (!device) return -1;
    if (sockets_.size() >= max_clients) {
        const auto leaving = slots_.socket_to_close(slots_.machine(wsi));
        if (!leaving) return -1;
        end_now(*leaving);
    }
    connections_[wsi].device = *device;
    return 0;
}

void LwsServer::open(lws* wsi)
{
    Connection& connection = connections_[wsi];
    connection.client = ++last_client_;
    sockets_[connection.client] = wsi;
    slots_.mark_socket(wsi);
    handler_.on_open(connection.client, connection.device, slots_.machine(wsi));
}

int LwsServer::receive(lws* wsi, std::string_view bytes)
{
    Connection& connection = connections_[wsi];
    if (connection.is_dropped || lws_frame_is_binary(wsi) != 0) return -1;
    if (connection.incoming.size() + bytes.size() > max_message_bytes) return -1;
    connection.incoming += bytes;
    if (lws_is_final_fragment(wsi) == 0 || lws_remaining_packet_payload(wsi) != 0) return 0;
    const std::string message = std::exchange(connection.incoming, {});
    handler_.on_message(connection.client, message);
    return 0;
}

int LwsServer::write(lws* wsi)
{
    Connection& connection = connections_[wsi];
    if (connection.is_dropped) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, nullptr, 0);
        return -1;
    }
    const std::size_t before = connection.unsent.bytes();
    const auto piece = connection.unsent.next();
    if (!piece) return 0;
    std::vector<unsigned char> bytes = with_space_in_front(piece->bytes);
    const int size = static_cast<int>(piece->bytes.size());
    const int flags = lws_write_ws_flags(LWS_WRITE_TEXT, piece->is_first ? 1 : 0, piece->is_last ? 1 : 0);
    if (lws_write(wsi, bytes.data() + LWS_PRE, piece->bytes.size(), static_cast<lws_write_protocol>(flags)) < size)
        return -1;
    connection.unsent.sent();
    all_unsent_ -= before - std::min(before, connection.unsent.bytes());
    if (connection.unsent.is_empty()) {
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
        return 0;
    }
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, static_cast<int>(max_unsent_seconds));
    lws_callback_on_writable(wsi);
    return 0;
}

/// Requests a write callback for the client's socket, and starts its timeout if it was idle. Null if the client is
/// gone or dropped.
lws* LwsServer::begin_to_send(ClientId client)
{
    const auto found = sockets_.find(client);
    if (found == sockets_.end() || connections_[found->second].is_dropped) return nullptr;
    if (connections_[found->second].unsent.is_empty())
        lws_set_timeout(found->second, PENDING_TIMEOUT_USER_REASON_BASE, static_cast<int>(max_unsent_seconds));
    lws_callback_on_writable(found->second);
    return found->second;
}

void LwsServer::drop_slowest()
{
    const auto slowest = std::ranges::max_element(
        sockets_, {}, [this](const auto& socket) { return connections_.at(socket.second).unsent.bytes(); });
    drop(slowest->first);
}

void LwsServer::forget(lws* wsi)
{
    const auto found = connections_.find(wsi);
    if (found == connections_.end()) return;
    all_unsent_ -= std::min(all_unsent_, found->second.unsent.bytes());
    const ClientId client = found->second.client;
    connections_.erase(found);
    slots_.remove(wsi);
    if (client == 0) return;
    sockets_.erase(client);
    if (!is_ending_) handler_.on_close(client);
}

}  // namespace
}  // namespace spillway::room

spillway::model::Expected<spillway::room::SocketServer*> spillway_open_sockets(
    const spillway::room::Listening& listening, spillway::room::SocketHandler& handler)
{
    using namespace spillway;
    if (auto problem = room::check_port(listening.address, listening.port)) return *problem;
    auto server = std::make_unique<room::LwsServer>(handler);
    if (server->listen(listening)) return static_cast<room::SocketServer*>(server.release());
    if (listening.is_secure())
        return model::Error{"TLS cannot begin with this certificate and key", listening.certificate,
                            "give a certificate and its own key, both as PEM files that you can read"};
    return model::Error{"the port cannot be opened", listening.address + " port " + std::to_string(listening.port),
                        "choose another with --port, or another --bind"};
}
