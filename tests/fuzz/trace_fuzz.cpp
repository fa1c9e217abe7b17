// Files of a traced program, with its compiled code, and a stranger's trace: read or refused, never more.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/trace/cubin.h"
#include "app/trace/log_reader.h"
#include "app/trace/trace_file.h"
#include "app/trace/trace_json.h"

namespace trace = spillway::trace;

namespace {

/// A trace that was read from a program's lines can be stored and shown.
void check_log(std::string_view text)
{
    trace::LogReader reader;
    const std::size_t half = text.size() / 2;
    reader.take(text.substr(0, half));
    reader.take(text.substr(half));
    const trace::Trace read = reader.finish();
    for (const trace::TracedLaunch& launch : read.launches)
        if (launch.kernel < 0 || launch.kernel >= static_cast<std::int64_t>(read.kernels.size())) std::abort();
    const auto written = trace::to_json(read).dump(-1, ' ', false, spillway::protocol::Json::error_handler_t::replace);
    if (!trace::parse_trace(written, "trace")) std::abort();
}

void check_file(std::string_view text)
{
    const auto read = trace::parse_trace(text, "trace");
    if (!read) {
        const auto& error = read.error();
        if (error.what.empty() || error.where.empty() || error.advice.empty()) std::abort();
        return;
    }
    const std::string written = trace::to_json(*read).dump();
    const auto again = trace::parse_trace(written, "trace");
    if (!again || trace::to_json(*again).dump() != written) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_log(text);
    check_file(text);
    (void)trace::read_cubin(text);
    return 0;
}
