#include "app/window/kit/downloads.h"

namespace spillway::window {

bool saves_are_downloads()
{
    return false;
}

}  // namespace spillway::window
