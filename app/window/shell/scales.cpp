#include "app/window/shell/scales.h"

#include <algorithm>

#include "app/window/shell/layout.h"
#include "app/window/shell/settings.h"

namespace spillway::window {
namespace {

struct Room {
    float width, height;
};

/// The window's size in layout pixels, before zoom.
Room room_in(const Surface& surface)
{
    return {static_cast<float>(surface.width()) / surface.raster_scale(),
            static_cast<float>(surface.height()) / surface.raster_scale()};
}

/// Scale for a projector, from the window's size, whatever the monitor's scale: a line of text is a thirtieth of the
/// height, or less if the two halves would be too narrow.
float projector_scale(const Surface& surface)
{
    constexpr float logical_height = 480, narrowest_logical_width = 800;
    const Room room = room_in(surface);
    return std::min(room.height / logical_height, room.width / narrowest_logical_width);
}

}  // namespace

float fitting_scale(const Surface& surface, bool present)
{
    return present ? std::max(projector_scale(surface), surface.layout_scale()) : surface.layout_scale();
}

ZoomRange zoom_range(const Surface& surface, bool present)
{
    constexpr float beyond_fitting = 1.35f, least_logical_width = 800, least_logical_height = 500;
    constexpr float least_phone_width = 320, least_low_height = 300;
    const float fitting = fitting_scale(surface, present);
    if (present) return {smallest_scale, std::max(beyond_fitting * projector_scale(surface) / fitting, 1.0f)};
    const Room all = room_in(surface), room{all.width / fitting, all.height / fitting};
    const LayoutInput unzoomed{{room.width, room.height}};
    if (unzoomed.is_upright())
        return {1, std::max(std::min(room.width / least_phone_width, room.height / low_height), 1.0f)};
    if (unzoomed.is_low())
        return {smallest_scale, std::max(std::min(room.width / phone_width, room.height / least_low_height), 1.0f)};
    const float max_zoom = std::min(room.width / least_logical_width, room.height / least_logical_height);
    return {smallest_scale, std::clamp(max_zoom, 1.5f, largest_scale)};
}

}  // namespace spillway::window
