#include "app/session/session_types.h"

#include <ctime>

namespace spillway::session {

std::string clock_time()
{
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char text[16];
    std::strftime(text, sizeof text, "%H:%M:%S", &local);
    return text;
}

}  // namespace spillway::session
