#pragma once

// Types in a file for devices: as large as on the host, and copied as there.

#include "app/catalogue/plain/device_text.h"

namespace spillway::catalogue {

/// Of what is the host's in a type only those members go that say nothing of how it is laid out or copied. A type for
/// the host that holds what only a host has goes whole.
void keep_type(DeviceText& text, const Declaration& type);

}  // namespace spillway::catalogue
