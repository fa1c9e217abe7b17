#include "app/compiler/ptxas_refusals.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "app/compiler/ptx_functions.h"

namespace spillway::compiler {
namespace {

constexpr std::string_view place_words = "kernel.ptx, line ";

/// Number after the blanks at `at`; 0 if there is none.
int number_after(std::string_view line, std::size_t at)
{
    const std::size_t begin = line.find_first_not_of(" \t", at);
    return begin == std::string_view::npos ? 0 : ptx_number(line.substr(begin));
}

/// Source files of a module by number, without folders: `.file 1 "/where/scale.cu"`.
std::map<int, std::string> source_files(const std::vector<std::string_view>& lines)
{
    std::map<int, std::string> files;
    for (const std::string_view line : lines) {
        const std::size_t at = line.find(".file");
        const std::size_t open = line.find('"'), close = line.rfind('"');
        if (at == std::string_view::npos || open == std::string_view::npos || close <= open) continue;
        const std::string_view path = line.substr(open + 1, close - open - 1);
        files[number_after(line, at + 5)] = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
    }
    return files;
}

/// "scale.cu, line 12" from the last `.loc` above this row of PTX; empty if its function has none.
std::string place_of(const std::vector<std::string_view>& lines, const std::map<int, std::string>& files, int row)
{
    for (auto at = static_cast<std::size_t>(row); at-- > 0;) {
        const std::string_view line = ptx_statement(lines[at]);
        if (line == "{" && at + 1 < static_cast<std::size_t>(row) && lines[at].starts_with('{')) return {};
        if (!line.starts_with(".loc")) continue;
        const std::size_t digits = line.find_first_of("0123456789", 4);
        const std::size_t next = line.find_first_of(" \t", std::min(digits, line.size()));
        const auto name = files.find(number_after(line, 4));
        const int source_line = next == std::string_view::npos ? 0 : number_after(line, next);
        if (source_line == 0 || name == files.end()) return {};
        return name->second + ", line " + std::to_string(source_line);
    }
    return {};
}

}  // namespace

std::string at_source_lines(std::string_view log, std::string_view ptx)
{
    if (log.find(place_words) == std::string_view::npos) return std::string(log);
    const auto lines = ptx_lines(ptx);
    const std::map<int, std::string> files = source_files(lines);
    std::set<std::string> seen;
    std::string result;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size() - 1);
        std::string line(log.substr(0, end + 1));
        log.remove_prefix(end + 1);
        const std::size_t at = line.find(place_words);
        const int row =
            at == std::string::npos ? 0 : ptx_number(std::string_view(line).substr(at + place_words.size()));
        if (row >= 1 && static_cast<std::size_t>(row) <= lines.size()) {
            // ptxas adds this line to another one about the same instruction.
            if (line.find("cannot be compiled for architecture") != std::string::npos) continue;
            if (const std::string place = place_of(lines, files, row); !place.empty())
                line.replace(at, place_words.size() + std::to_string(row).size(), place);
            if (!seen.insert(line).second) continue;
        }
        result += line;
    }
    return result;
}

std::string advice_for_instruction(std::string_view message)
{
    // Found by assembling each for sm_80 to sm_121a with ptxas 13.0.
    struct Family {
        std::string_view instruction, gpus;
    };
    constexpr Family families[] = {
        {"'wgmma", "Only compute capability 9.0 has wgmma (sm_90a): choose an H100 or H200 in the GPU menu"},
        {"'tcgen05",
         "Only compute capabilities 10.0, 10.3 and 11.0 have tcgen05 (sm_100a, sm_100f): choose a B200 in the "
         "GPU menu"},
        {"'setmaxnreg",
         "GPUs have setmaxnreg from compute capability 9.0 on, for targets such as sm_90a, sm_100f and "
         "sm_120f: choose one of them in the GPU menu"},
    };
    if (message.find("not supported on .target") == std::string_view::npos) return {};
    for (const Family& family : families)
        if (message.find(family.instruction) != std::string_view::npos)
            return std::string(family.gpus) + ", or put the code behind an #if of __CUDA_ARCH__";
    return {};
}

}  // namespace spillway::compiler
