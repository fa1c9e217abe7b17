#include "app/compiler/diagnosis.h"

#include <algorithm>
#include <optional>

#include "app/catalogue/plain/host_headers.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/ptxas_refusals.h"

namespace spillway::compiler {
namespace {

constexpr std::size_t max_log_bytes = std::size_t{256} << 10;

constexpr std::string_view not_found = "not found";

bool has(std::string_view text, std::string_view words)
{
    return text.find(words) != std::string_view::npos;
}

}  // namespace

namespace {

/// A front end's log without the warnings before its first error, but with the lines that say which file includes
/// which.
std::string from_first_error(const std::string& log)
{
    const auto error = std::min(log.find(": error"), log.find(": fatal error"));
    if (error == std::string::npos || log.substr(0, error).find("warning") == std::string::npos) return log;
    const auto line_begin = [&](std::size_t within) { return within == 0 ? 0 : log.rfind('\n', within - 1) + 1; };
    std::size_t begin = line_begin(error);
    while (begin > 0) {
        const std::size_t above = line_begin(begin - 1);
        const std::string_view line = std::string_view(log).substr(above, begin - above);
        const auto words = line.find_first_not_of(' ');
        if (!line.starts_with("In file included from") &&
            (words == 0 || words == std::string_view::npos || !line.substr(words).starts_with("from ")))
            break;
        begin = above;
    }
    return log.substr(begin);
}

}  // namespace

std::string error_lines(const std::string& log)
{
    // ptxas errors are single lines; front-end errors are followed by the source line and a caret.
    if (!has(log, "ptxas")) return from_first_error(log);
    std::string lines;
    for (std::size_t begin = 0; begin < log.size();) {
        const auto end = std::min(log.find('\n', begin), log.size());
        const std::string_view line = std::string_view(log).substr(begin, end - begin);
        const bool is_noise = has(line, "ptxas info") || line.starts_with("ptxas         .") || line.empty();
        if (!is_noise) lines += std::string(line) + "\n";
        begin = end + 1;
    }
    if (lines.empty()) return log;
    lines.pop_back();
    return lines;
}

std::string without_open_reasons(std::string log)
{
    constexpr std::string_view sentence = "open source file \"";
    for (std::size_t at = log.find(sentence); at != std::string::npos; at = log.find(sentence, at)) {
        at += sentence.size();
        const std::size_t line_end = std::min(log.find('\n', at), log.size());
        const std::size_t reason = log.find("\": ", at);
        if (reason < line_end) log.erase(reason + 1, line_end - reason - 1);
    }
    // Host compiler: "a.cu:1:10: fatal error: x.h: No such file or directory".
    constexpr std::string_view fatal = ": fatal error: ";
    for (std::size_t at = log.find(fatal); at != std::string::npos; at = log.find(fatal, at)) {
        at += fatal.size();
        const std::size_t line_end = std::min(log.find('\n', at), log.size());
        const std::size_t reason = std::string_view(log).substr(at, line_end - at).rfind(": ");
        if (reason != std::string_view::npos)
            log.replace(at + reason, line_end - at - reason, ": " + std::string(not_found));
    }
    return log;
}

namespace {

/// File of a gcc or clang diagnostic such as "kernel.cu:12:3: error: …"; empty for other lines.
std::string_view file_of_host_compiler(std::string_view line)
{
    for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1)) {
        const std::size_t end = line.find_first_not_of("0123456789", at + 1);
        if (end != std::string_view::npos && end > at + 1 && line[end] == ':' && at > 0 && line.front() != ' ')
            return line.substr(0, at);
    }
    return {};
}

/// File of a diagnostic such as "kernel.cu(12): error: …"; empty if the line starts none.
std::string_view file_of(std::string_view line)
{
    for (std::size_t at = line.find('('); at != std::string_view::npos; at = line.find('(', at + 1)) {
        const std::size_t end = line.find_first_not_of("0123456789", at + 1);
        if (end != std::string_view::npos && end > at + 1 && line.substr(end).starts_with("): "))
            return line.substr(0, at);
    }
    return file_of_host_compiler(line);
}

}  // namespace

std::string without_foreign_words(std::string_view log, const std::vector<std::string>& own_names)
{
    std::string kept;
    bool is_foreign = false;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size() - 1);
        const std::string_view line = log.substr(0, end + 1);
        log.remove_prefix(end + 1);
        // A diagnostic ends at the next blank line; its notes may name other files.
        const std::string_view file = file_of(line);
        const bool is_own = std::find(own_names.begin(), own_names.end(), file) != own_names.end();
        if (!file.empty() && !is_own && !is_foreign)
            kept +=
                "a message about another file is hidden, because no sandbox confines the compiler to its own files "
                "here\n";
        if (!file.empty()) is_foreign = !is_own;
        if (line == "\n") is_foreign = false;
        if (!is_foreign) kept += line;
    }
    return kept;
}

namespace {

/// "mine.h" in `could not open source file "mine.h"` and in a host compiler's `fatal error: mine.h: not found`.
std::optional<std::string_view> missing_header(std::string_view message)
{
    struct Words {
        std::string_view before, after;
    };
    for (const Words words : {Words{"open source file \"", "\""}, Words{"fatal error: ", ": not found"}}) {
        const std::size_t at = message.find(words.before);
        if (at == std::string_view::npos) continue;
        const std::size_t begin = at + words.before.size();
        const std::size_t end = std::min(message.find(words.after, begin), message.find('\n', begin));
        if (end < message.size() && message.substr(end).starts_with(words.after))
            return message.substr(begin, end - begin);
    }
    return std::nullopt;
}

/// These headers are in a separate wheel, which the compiler's wheel does not install.
constexpr const char* libcuxx_advice =
    "The header was not found: libcu++ and CUB are missing beside this compiler. Run scripts/fetch-compilers.sh, or "
    "install NVIDIA's Python package nvidia-cuda-cccl (nvidia-cuda-cccl-cu12 for CUDA 12) of the compiler's release "
    "beside it";

/// nvcc's option that an error of its front end suggests; empty if none.
std::string_view option_named_in(std::string_view message)
{
    if (has(message, "--extended-lambda") || has(message, "__device__ lambda") || has(message, "extended lambda") ||
        has(message, "__nv_dl_"))
        return "--extended-lambda";
    if (has(message, "'--expt-relaxed-constexpr'") || has(message, "--expt-relaxed-constexpr"))
        return "--expt-relaxed-constexpr";
    if (has(message, "separate compilation mode") || has(message, "relocatable device code")) return "-rdc=true";
    return {};
}

struct Remark {
    std::string_view words;  ///< part of ptxas's sentence
    std::string_view advice;
};

/// The first row whose words are in a remark explains it.
constexpr Remark known_remarks[] = {
    {"unable to determine register count at entry",
     "ptxas needs the number of registers at the kernel's start: write __launch_bounds__(threads, 1), with the minimum "
     "of blocks as the second number, or compile with -maxrregcount"},
    {"setmaxnreg' ignored to maintain minimum register requirements",
     "the code needs more registers than setmaxnreg leaves: ask for a higher number"},
    {"setmaxnreg' ignored to allow debugging", "compile without -G"},
    {"into 'extern' call", "a called function is in another file: let it be inlined, or compile without -rdc=true"},
    {"across compilation units", "compile without -rdc=true, so that ptxas sees the whole program"},
    {"insufficient register resources",
     "the accumulators of wgmma do not fit: use a smaller tile, more warp groups, or setmaxnreg to give these warps "
     "more registers"},
    {"ill formed pipeline stage",
     "put wgmma.fence before the first wgmma, and wgmma.commit_group and wgmma.wait_group after the last, on the same "
     "path"},
    {"non wgmma instructions",
     "do not touch the registers of a wgmma between wgmma.fence and wgmma.wait_group: read the accumulators after the "
     "wait"},
    {"function boundary", "let the called function be inlined, so that the pipeline stays in one function"},
    {"Extern calls", "let the called function be inlined: an unknown function may use the accumulators"},
    {"divergent path", "keep wgmma out of branches that the threads of a warp group take differently"},
};

}  // namespace

namespace {

/// True if a remark is about this kernel: ptxas quotes the function or an instruction, or names wgmma.
bool is_about(std::string_view remark, std::string_view kernel_ptx)
{
    if (has(remark, "wgmma") && !has(kernel_ptx, "wgmma")) return false;
    for (std::size_t open = remark.find('\''); open != std::string_view::npos;) {
        const std::size_t close = remark.find('\'', open + 1);
        if (close == std::string_view::npos) break;
        if (!has(kernel_ptx, remark.substr(open + 1, close - open - 1))) return false;
        open = remark.find('\'', close + 1);
    }
    return true;
}

}  // namespace

std::string advice_for_remarks(std::string_view log, std::string_view kernel_ptx)
{
    constexpr std::string_view words = "Potential Performance Loss";
    constexpr std::size_t max_sentences = 4;
    std::vector<std::string> sentences;
    for (auto at = log.find(words); at != std::string_view::npos; at = log.find(words, at + 1)) {
        const auto line_begin = log.rfind('\n', at) == std::string_view::npos ? 0 : log.rfind('\n', at) + 1;
        const auto code = std::max(log.find('(', line_begin), line_begin);
        const std::string_view quoted = log.substr(code < at ? code : at, log.find('\n', at) - (code < at ? code : at));
        if (!is_about(quoted, kernel_ptx)) continue;
        std::string sentence = "ptxas says \"" + std::string(quoted) + "\"";
        for (const Remark& remark : known_remarks) {
            if (!has(quoted, remark.words)) continue;
            sentence += ": " + std::string(remark.advice);
            break;
        }
        if (std::find(sentences.begin(), sentences.end(), sentence) == sentences.end() &&
            sentences.size() < max_sentences)
            sentences.push_back(std::move(sentence));
    }
    std::string all;
    for (const std::string& sentence : sentences) all += (all.empty() ? "" : ". ") + sentence;
    return all;
}

std::optional<std::string> instruction_of_another_target(std::string_view log)
{
    const std::size_t at = log.find("not supported on .target '");
    if (at == std::string_view::npos) return std::nullopt;
    const std::size_t open = log.rfind("'", at), begin = open == 0 ? open : log.rfind("'", open - 1);
    if (open == std::string_view::npos || begin == std::string_view::npos) return "an instruction";
    return std::string(log.substr(begin, open - begin + 1));
}

std::string advice_for_target(const std::string& instruction, const std::string& arch, const std::string& special)
{
    const bool is_family = special.ends_with('f');
    return instruction + " needs " + special + ", so Spillway compiled for it. Give nvcc -arch=" + special +
           "; the code runs on GPUs of " + (is_family ? "the family of " + arch : arch + " only");
}

std::string advice_for(std::string_view message, const model::CompileRequest& request)
{
    if (has(message, "uses too much shared data")) {
        return "A block can have 48 KiB (0xc000 bytes) of static shared memory on every GPU. Make the kernel's array "
               "smaller (a smaller block_size, radius or tile), or use a variant with dynamic shared memory, which may "
               "go up to the GPU's opt-in limit";
    }
    if (has(message, "enable_smem_spilling") && has(message, "dynamic SMEM")) {
        return "Spilling to shared memory and dynamic shared memory exclude each other: set spill_target to local, or "
               "use a variant with static shared memory";
    }
    if (request.spill_target == model::SpillTarget::shared && has(message, "C7800")) {
        return "Spilling to shared memory cannot be combined with function calls: set spill_target to local";
    }
    if (has(message, "C7800"))
        return "The source asks for spills in shared memory (.pragma \"enable_smem_spilling\"), and ptxas refuses that "
               "for a kernel with a call through a pointer or of a function that it does not see: call the function "
               "directly and let it be inlined (__forceinline__), or remove the pragma";
    if (has(message, "enable_smem_spilling") && has(message, "per-function compilation"))
        return "Spilling to shared memory needs the whole program: compile without -rdc=true and without -G, or remove "
               "the pragma";
    if (std::string advice = advice_for_instruction(message); !advice.empty()) return advice;
    if (has(message, "Unresolved extern function"))
        return "The function is defined in another file: compile with -rdc=true, which leaves it to the linker, or "
               "include its definition so that it can be inlined";
    if (const auto option = option_named_in(message); !option.empty())
        return "Add " + std::string(option) + " to the build options";
    if (const auto header = missing_header(message)) {
        if (catalogue::includes_libcuxx(*header)) return libcuxx_advice;
        return "The header was not found: install the CUDA headers (see `spillway doctor`), and put everything else "
               "into kernel.cu";
    }
    return "";
}

std::string advice_for_file(std::string_view message, const model::CompileRequest& request)
{
    if (const auto header = missing_header(message)) {
        if (catalogue::includes_libcuxx(*header)) return libcuxx_advice;
        return "The header was not found: name its folder with -I, in the window under Build options, or as "
               "\"include\" in a .spillway.json beside the "
               "file. Of a file's headers, at most " +
               std::to_string(catalogue::max_source_files) + " and " +
               std::to_string(catalogue::max_source_bytes >> 20) + " MiB go along";
    }
    if (has(message, "Failed to preprocess host compiler properties") || has(message, "No such file or directory"))
        return "nvcc needs the system's C++ compiler: install g++, or name one in NVCC_CCBIN";
    return advice_for(message, request);
}

std::string advice_for_cap(const model::CompileRequest& request, const PtxasReport& report, int registers)
{
    const int raised_to = report.cap_raised_to.value_or(0);
    const std::string allows =
        report.bound_allows ? " and allows " + std::to_string(*report.bound_allows) + " registers" : "";
    const std::string cap = "The register cap of " + std::to_string(request.register_cap);
    if (raised_to > request.register_cap) {
        return cap + " was raised to " + std::to_string(raised_to) +
               " by ptxas: the architecture has a lower bound. Set register_cap to " + std::to_string(raised_to) +
               " or more";
    }
    if (request.min_blocks_per_sm > 0) {
        return cap + " was not taken: __launch_bounds__ overrides it" + allows +
               ". Set min_blocks_per_sm to none for the cap to "
               "count, or raise min_blocks_per_sm to lower the registers";
    }
    if (registers > request.register_cap) {
        return cap + " was not kept: the kernel needs at least " + std::to_string(registers) +
               " registers, most likely for the functions it calls. Set register_cap higher";
    }
    return cap + " was not taken: the kernel's own launch bound or register limit overrides it" + allows +
           ". Remove it from the "
           "kernel's text for the knob to count";
}

std::string bounded(std::string text)
{
    if (text.size() <= max_log_bytes) return text;
    const std::string note = "\n[cut after 256 KiB of " + std::to_string(text.size()) + " bytes]";
    std::size_t end = max_log_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not inside a UTF-8 character
    text.resize(end);
    return text + note;
}

}  // namespace spillway::compiler
