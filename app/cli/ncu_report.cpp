#include "app/cli/ncu_report.h"

#include <chrono>
#include <filesystem>

#include "app/base/child_process.h"
#include "app/base/paths.h"
#include "app/base/visible_text.h"
#include "app/cli/trace_folder.h"
#include "app/cli/traced_code.h"
#include "app/trace/trace_file.h"

namespace spillway::cli {
namespace {

constexpr std::chrono::seconds max_time{120};
constexpr std::size_t max_output_bytes = 65536, max_memory = std::size_t{16} << 30;

}  // namespace

bool is_ncu_report(const std::string& file)
{
    return file.ends_with(".ncu-rep");
}

model::Expected<std::string> trace_of_ncu_report(const std::string& file)
{
    const auto folder = TraceFolder::make();
    if (!folder) return folder.error();
    const std::string script = base::data_folder() / "assets/read_ncu_report.py", read = folder->path() / "trace";
    const auto output =
        base::run_child("/usr/bin/env", {"python3", script, file, read}, -1, {max_time, max_output_bytes, max_memory});
    if (!output) return model::Error{"NVIDIA's reader " + output.error().what, file, ""};
    if (output->exit_status == 127)
        return model::Error{"reading it needs Python and NVIDIA's reader", file,
                            "install python3, then: python3 -m pip install ncu-report"};
    if (output->exit_status != 0) {
        std::string words = output->text;
        while (!words.empty() && words.back() == '\n') words.pop_back();
        if (const auto line = words.rfind('\n'); line != std::string::npos) words.erase(0, line + 1);
        return model::Error{base::visible_line(words), file, ""};
    }
    return small_file(read, trace::max_trace_bytes);
}

}  // namespace spillway::cli
