#include "app/room/server/lws_request.h"

#include <libwebsockets.h>

namespace spillway::room {
namespace {

std::string header_of(lws* wsi, lws_token_indexes token)
{
    const int length = lws_hdr_total_length(wsi, token);
    if (length <= 0) return {};
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    const int copied = lws_hdr_copy(wsi, text.data(), length + 1, token);
    text.resize(copied > 0 ? static_cast<std::size_t>(copied) : 0);
    return text;
}

std::string forwarded_scheme_of(lws* wsi)
{
    constexpr char name[] = "x-forwarded-proto:";
    const int length = lws_hdr_custom_length(wsi, name, sizeof name - 1);
    if (length <= 0 || length > 16) return {};
    char text[17] = {};
    const int copied = lws_hdr_custom_copy(wsi, text, sizeof text, name, sizeof name - 1);
    return copied > 0 ? std::string(text, static_cast<std::size_t>(copied)) : std::string();
}

}  // namespace

HttpRequest request_of(lws* wsi, bool is_secure)
{
    HttpRequest request;
    char* path = nullptr;
    int length = 0;
    request.is_get = lws_http_get_uri_and_method(wsi, &path, &length) == LWSHUMETH_GET;
    if (path != nullptr && length > 0) request.path.assign(path, static_cast<std::size_t>(length));
    char argument[max_header_bytes];
    for (int i = 0;; ++i) {
        const int bytes = lws_hdr_copy_fragment(wsi, argument, sizeof argument, WSI_TOKEN_HTTP_URI_ARGS, i);
        if (bytes < 0) break;
        request.arguments.emplace_back(argument, static_cast<std::size_t>(bytes));
    }
    request.host = header_of(wsi, WSI_TOKEN_HOST);
    request.origin = header_of(wsi, WSI_TOKEN_ORIGIN);
    request.cookie = header_of(wsi, WSI_TOKEN_HTTP_COOKIE);
    request.forwarded_scheme = is_secure ? "https" : forwarded_scheme_of(wsi);
    return request;
}

}  // namespace spillway::room
