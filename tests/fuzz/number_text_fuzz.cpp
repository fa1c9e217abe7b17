// A number that a person typed, and what is written of it: each text is refused or read, and what is read is written as
// a text that is read as the same number.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/judging/number_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace spillway::judging;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const char* unit : {"", "bytes", "%", "KiB"}) {
        const auto number = read_number(text, unit);
        if (!number) continue;
        const auto again = read_number(quantity_text(*number, unit), unit);
        if (!again || *again != *number) std::abort();
        const double shown = rounded(*number);
        const auto shown_again = read_number(quantity_text(shown, unit), unit);
        if (!shown_again || *shown_again != shown) std::abort();
    }
    return 0;
}
