#include "app/room/http.h"

#include <algorithm>

#include "app/room/limits.h"
#include "app/room/page/page_files.h"
#include "app/room/secrets.h"

namespace spillway::room {
namespace {

constexpr std::string_view cookie_name = "spillway_device";
constexpr std::size_t max_host_bytes = 255;
constexpr const char* html = "text/html; charset=utf-8";

constexpr std::string_view page_root = "/page/";
constexpr const char* vote_policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; ";
/// As in app/web/index.html, whose own policy also names the hash of the script that the page unpacks.
constexpr std::string_view page_policy = "default-src 'none'; style-src 'self'; img-src 'self' blob:; ";
constexpr std::string_view page_scripts = "script-src 'self' 'wasm-unsafe-eval'";

/// 'self' covers the WebSocket in today's browsers; Safari before 15.4 needs it named.
std::string content_policy(const HttpRequest& request, const std::string& script_hash = {})
{
    std::string policy(vote_policy);
    if (request.path.starts_with(page_root))
        policy = std::string(page_policy) + std::string(page_scripts) + script_hash + "; ";
    policy += "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'";
    if (is_host(request.host)) policy += " ws://" + request.host + " wss://" + request.host;
    return policy;
}

HttpReply make_reply(const HttpRequest& request, int status, const char* type, std::string_view body)
{
    HttpReply reply{status, type, std::make_shared<const std::string>(body), {}};
    reply.headers = {{"content-security-policy", content_policy(request)},
                     {"x-content-type-options", "nosniff"},
                     {"referrer-policy", "no-referrer"},
                     {"cross-origin-resource-policy", "same-origin"},
                     {"cross-origin-opener-policy", "same-origin"},
                     {"cache-control", "no-store"}};
    return reply;
}

/// " 'sha256-...'" of the page's own policy; empty without one.
std::string script_hash_in(std::string_view page)
{
    constexpr std::string_view hash_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    constexpr std::string_view begin = "'sha256-";
    const std::size_t at = page.find(begin);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = page.substr(at + begin.size());
    const std::string_view hash = rest.substr(0, std::min(rest.find_first_not_of(hash_digits), rest.size()));
    return hash.size() < rest.size() && rest[hash.size()] == '\'' ? " 'sha256-" + std::string(hash) + "'"
                                                                  : std::string();
}

bool is_loopback(std::string_view host)
{
    return host.starts_with("127.") || host.starts_with("localhost") || host.starts_with("[::1]");
}

struct StaticFile {
    std::string_view path;
    const char* type;
    const char* text;
    bool needs_code;
};
const StaticFile files[] = {
    {"/", html, phone_html, true},
    {"/present", html, presenter_html, true},
    {"/privacy", html, privacy_html, false},
    {"/room.css", "text/css; charset=utf-8", room_css, false},
    {"/phone.js", "text/javascript; charset=utf-8", phone_js, false},
    {"/presenter.js", "text/javascript; charset=utf-8", presenter_js, false},
    {"/socket.js", "text/javascript; charset=utf-8", socket_js, false},
    {"/drawing.js", "text/javascript; charset=utf-8", drawing_js, false},
};

}  // namespace

std::string_view argument_of(const HttpRequest& request, std::string_view name)
{
    for (const std::string& argument : request.arguments) {
        const std::string_view text = argument;
        if (text.starts_with(name) && text.size() > name.size() && text[name.size()] == '=')
            return text.substr(name.size() + 1);
    }
    return {};
}

std::string device_of(const HttpRequest& request)
{
    std::string_view rest = request.cookie;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        std::string_view pair = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        pair.remove_prefix(std::min(pair.find_first_not_of(' '), pair.size()));
        if (!pair.starts_with(cookie_name) || pair.size() <= cookie_name.size() || pair[cookie_name.size()] != '=')
            continue;
        const std::string_view token = pair.substr(cookie_name.size() + 1);
        return is_token(token) ? std::string(token) : std::string();
    }
    return {};
}

bool is_host(std::string_view text)
{
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:[]";
    return !text.empty() && text.size() <= max_host_bytes && text.find_first_not_of(allowed) == std::string_view::npos;
}

bool is_same_origin(const HttpRequest& request)
{
    return is_host(request.host) &&
           (request.origin == "http://" + request.host || request.origin == "https://" + request.host);
}

Pages::Pages(std::string code, std::string address, std::string (*qr)(const std::string&),
             std::shared_ptr<PageFolder> page)
    : code_(std::move(code)), address_(std::move(address)), qr_(qr), page_(std::move(page))
{
}

bool Pages::is_room(const HttpRequest& request) const
{
    return is_same_secret(argument_of(request, "room"), code_);
}

HttpReply Pages::device_reply(const HttpRequest& request) const
{
    // A cookie of another room at this address may end sooner, so it is sent again. Status 201 tells the page that it
    // is a new device: a browser that keeps no cookie is one each time.
    std::string token = device_of(request);
    HttpReply reply = make_reply(request, token.empty() ? 201 : 204, "text/plain", "");
    if (token.empty()) token = new_token();
    if (token.empty()) return make_reply(request, 500, "text/plain", "no random numbers\n");
    std::string cookie = std::string(cookie_name) + "=" + token + "; Path=/; HttpOnly; SameSite=Strict; Max-Age=" +
                         std::to_string(static_cast<int>(room_seconds));
    if (request.forwarded_scheme == "https") cookie += "; Secure";
    reply.headers.emplace_back("set-cookie", std::move(cookie));
    return reply;
}

HttpReply Pages::qr_reply(const HttpRequest& request) const
{
    if (qr_ == nullptr) return make_reply(request, 404, "text/plain", "built without QR codes\n");
    // A presenter on the server's own machine uses a loopback address, which phones cannot reach.
    const bool is_local = !is_host(request.host) || is_loopback(request.host);
    const bool is_secure = request.forwarded_scheme == "https";
    const std::string link =
        (is_secure ? "https://" : "http://") + (is_local ? address_ : request.host) + "/?room=" + code_;
    return make_reply(request, 200, "image/svg+xml", qr_(link));
}

/// The page is public, so its files need no room code. A name with a hash always has the same content.
HttpReply Pages::page_reply(const HttpRequest& request) const
{
    std::string name = request.path.substr(page_root.size());
    if (name.empty()) name = "index.html";
    HttpReply reply = make_reply(request, 404, "text/plain", "no such file\n");
    const auto file = page_ ? page_->read(name) : nullptr;
    if (!file) return reply;
    reply.status = 200;
    reply.type = media_type_of(name);
    reply.body = file;
    const std::string script_hash = reply.type == html ? script_hash_in(*file) : std::string();
    for (auto& [key, value] : reply.headers) {
        if (key == "content-security-policy") value = content_policy(request, script_hash);
        if (key == "cache-control") value = is_hashed_name(name) ? "public, max-age=31536000, immutable" : "no-cache";
    }
    return reply;
}

HttpReply Pages::reply(const HttpRequest& request) const
{
    if (!request.is_get) return make_reply(request, 405, "text/plain", "only GET\n");
    for (const StaticFile& file : files)
        if (file.path == request.path) {
            if (file.needs_code && !is_room(request)) return make_reply(request, 404, html, no_room_html);
            return make_reply(request, 200, file.type, file.text);
        }
    if (request.path == "/favicon.ico") return make_reply(request, 204, "text/plain", "");
    if (request.path == "/device" && is_room(request)) return device_reply(request);
    if (request.path == "/qr.svg" && is_room(request)) return qr_reply(request);
    if (request.path.starts_with(page_root)) return page_reply(request);
    return make_reply(request, 404, html, no_room_html);
}

bool Pages::accepts_live(const HttpRequest& request) const
{
    return request.is_get && request.path == "/live" && is_room(request) && is_same_origin(request);
}

std::optional<std::string> Pages::accept_socket(const HttpRequest& request) const
{
    if (!request.is_get || request.path != "/socket" || !is_room(request) || !is_same_origin(request))
        return std::nullopt;
    std::string device = device_of(request);
    if (device.empty()) return std::nullopt;
    return device;
}

}  // namespace spillway::room
