#include "app/trace/traced_code.h"

#include <algorithm>

namespace spillway::trace {

bool is_source_name(std::string_view file)
{
    const auto dot = file.rfind('.');
    if (dot == std::string_view::npos) return false;
    constexpr std::string_view endings[] = {"cu",  "cuh", "h",   "hpp", "hh",  "hxx",
                                            "inl", "inc", "cpp", "cc",  "cxx", "c"};
    return std::ranges::find(endings, file.substr(dot + 1)) != std::end(endings);
}

void fit_lines(Trace& trace)
{
    const std::size_t count = trace.sources ? trace.sources->size() : 0;
    for (TracedKernel& kernel : trace.kernels) {
        if (!kernel.code) continue;
        KernelCode& code = *kernel.code;
        if (code.source && (*code.source < 0 || static_cast<std::size_t>(*code.source) >= count)) code.source.reset();
        if (!code.listing) continue;
        std::int64_t lines = 0;
        if (code.source) {
            const std::string& text = (*trace.sources)[static_cast<std::size_t>(*code.source)].text;
            lines = std::ranges::count(text, '\n') + 1;
        }
        const auto is_missing = [&](int line) { return line < 1 || line > lines; };
        if (code.listing->sass)
            for (model::ListingLine& line : *code.listing->sass)
                if (is_missing(line.source_line)) line.source_line = 0;
        std::erase_if(code.listing->local_source_lines, is_missing);
        if (code.listing->source_lines)
            std::erase_if(*code.listing->source_lines,
                          [&](const model::SourceLineNeeds& needs) { return is_missing(needs.line); });
    }
}

}  // namespace spillway::trace
