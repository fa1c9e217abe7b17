// A .cu of a stranger's before anybody trusts it, and what travels of it afterwards.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/catalogue/plain/device_part.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/plain_experiment.h"
#include "app/catalogue/plain/source_look.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace spillway::catalogue;
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const SeenDefine& define : look_at(text).defines)
        if (define.begin >= define.end || define.end > text.size()) std::abort();
    if (plain_experiment(text, "mine.cu").variants.empty()) std::abort();
    const auto again = unbundled(bundled({{{"a.cu", text}}, {}}));
    if (!again || again->files.front().text != text) std::abort();
    (void)unbundled(text);
    // The device part keeps its line numbers.
    const auto part = device_part({{{"a.cu", text}, {"b.h", text}}, {}}, {{"b.h", 1}, {"a.cu", 2}}).files;
    const std::string device = part.files[1].text;
    if (std::count(device.begin(), device.end(), '\n') != std::count(text.begin(), text.end(), '\n')) std::abort();
    (void)name_parts(without_arguments(demangled("_Z" + text)));
    return 0;
}
