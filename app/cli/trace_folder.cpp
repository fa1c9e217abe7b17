#include "app/cli/trace_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace spillway::cli {

namespace fs = std::filesystem;

model::Expected<TraceFolder> TraceFolder::make()
{
    std::error_code error;
    std::string path = fs::temp_directory_path(error) / "spillway-trace-XXXXXX";
    TraceFolder folder;
    if (!error && mkdtemp(path.data())) folder.path_ = path;
    if (folder.path_.empty() || !std::ofstream(folder.log()))
        return model::Error{std::string("no folder for the trace can be made: ") + std::strerror(errno), path,
                            "set TMPDIR to a folder that you can write to"};
    return folder;
}

TraceFolder::~TraceFolder()
{
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace spillway::cli
