#include "app/trace/injection/loaded_modules.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace spillway::trace::injection {

void LoadedModules::take(const CUpti_ResourceData& loaded)
{
    if (!loaded.resourceDescriptor) return;
    const auto& module = *static_cast<const CUpti_ModuleResourceData*>(loaded.resourceDescriptor);
    if (!module.pCubin || module.cubinSize == 0 || module.cubinSize > max_bytes || count_ >= most ||
        bytes_ + module.cubinSize > max_bytes_in_all)
        return;
    bytes_ += module.cubinSize;
    const std::string name = std::to_string(getpid()) + "-" + std::to_string(count_++) + ".cubin";
    const int error_before = errno;
    const int file = open((folder_ + name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0) {
        const bool is_whole = write(file, module.pCubin, module.cubinSize) == static_cast<ssize_t>(module.cubinSize);
        close(file);
        Line line;
        line.key("module").text(name);
        if (is_whole) log_.write(std::move(line));
    }
    errno = error_before;
}

}  // namespace spillway::trace::injection
