#pragma once

// Keeps types in device code with the layout and copying that they have on the host.

#include "app/catalogue/plain/device_text.h"

namespace spillway::catalogue {

/// Removes host-only members unless they affect the type's layout or copying, and the bodies of member functions
/// without a device qualifier. Removes a whole host type if it has host-only data.
void keep_type(DeviceText& text, const Declaration& type);

}  // namespace spillway::catalogue
