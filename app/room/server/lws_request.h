#pragma once

#include "app/room/http.h"

struct lws;

namespace spillway::room {

inline constexpr unsigned short max_header_bytes = 4096;  ///< of a request

/// The parts of the request that this connection has sent.
[[nodiscard]] HttpRequest request_of(lws* wsi, bool is_secure);

}  // namespace spillway::room
