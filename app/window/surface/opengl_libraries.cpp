#include "app/window/surface/opengl_libraries.h"

#include <dlfcn.h>

#include <initializer_list>
#include <string>

namespace spillway::window {
namespace {

/// True if the system's loader finds one of these libraries.
bool has_one_of(std::initializer_list<const char*> libraries)
{
    for (const char* const library : libraries)
        if (void* const opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL); opened != nullptr) {
            dlclose(opened);
            return true;
        }
    return false;
}

model::Error missing(const std::string& library, const std::string& packages)
{
    return {library + " is not installed", "OpenGL", "install " + packages};
}

}  // namespace

std::optional<model::Error> why_no_opengl(bool with_egl)
{
    if (with_egl && !has_one_of({"libEGL.so.1"}))
        return missing("libEGL.so.1",
                       "it: 'apt install libegl1 libgl1-mesa-dri' (Debian, Ubuntu), 'dnf install mesa-libEGL "
                       "mesa-dri-drivers' (Fedora, RHEL)");
    if (!has_one_of({"libGL.so.1", "libOpenGL.so.0"}))
        return missing("libGL.so.1",
                       "it: 'apt install libgl1 libgl1-mesa-dri' (Debian, Ubuntu), 'dnf install mesa-libGL "
                       "mesa-dri-drivers' (Fedora, RHEL)");
    return std::nullopt;
}

}  // namespace spillway::window
