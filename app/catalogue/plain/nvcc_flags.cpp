#include "app/catalogue/plain/nvcc_flags.h"

#include <algorithm>
#include <array>

#include "app/catalogue/plain/nvcc_flag_words.h"
#include "app/model/targets.h"

namespace spillway::catalogue {
namespace {

/// One spelling of a flag; `flag` is its form in BuildSettings.
struct Spelling {
    std::string_view written, flag;
};
constexpr Spelling spellings[] = {
    {"-extended-lambda", "--extended-lambda"},
    {"--extended-lambda", "--extended-lambda"},
    {"-expt-extended-lambda", "--extended-lambda"},
    {"--expt-extended-lambda", "--extended-lambda"},
    {"-expt-relaxed-constexpr", "--expt-relaxed-constexpr"},
    {"--expt-relaxed-constexpr", "--expt-relaxed-constexpr"},
    {"-rdc=true", "-rdc=true"},
    {"--relocatable-device-code=true", "-rdc=true"},
    {"-rdc=false", "-rdc=false"},
    {"--relocatable-device-code=false", "-rdc=false"},
    {"-dc", "-rdc=true"},
    {"--device-c", "-rdc=true"},
    {"-use_fast_math", "--use_fast_math"},
    {"--use_fast_math", "--use_fast_math"},
    {"-fmad=false", "--fmad=false"},
    {"--fmad=false", "--fmad=false"},
    {"-ftz=true", "--ftz=true"},
    {"--ftz=true", "--ftz=true"},
    {"-prec-div=false", "--prec-div=false"},
    {"--prec-div=false", "--prec-div=false"},
    {"-prec-sqrt=false", "--prec-sqrt=false"},
    {"--prec-sqrt=false", "--prec-sqrt=false"},
};

/// Options of ptxas that change code.
constexpr std::array<std::string_view, 16> ptxas_words{"-O0",
                                                       "-O1",
                                                       "-O2",
                                                       "-O3",
                                                       "-dlcm=ca",
                                                       "-dlcm=cg",
                                                       "-dlcm=cs",
                                                       "-dscm=wb",
                                                       "-dscm=cg",
                                                       "--def-load-cache=ca",
                                                       "--def-load-cache=cg",
                                                       "--def-store-cache=wb",
                                                       "--def-store-cache=cg",
                                                       "--allow-expensive-optimizations=true",
                                                       "--allow-expensive-optimizations=false",
                                                       "--opt-level=3"};

/// Options of the host compiler, of the output, or without effect on a kernel's code. Those in harmless_with_value
/// have a second word.
constexpr std::string_view harmless[] = {"-c",
                                         "-g",
                                         "-w",
                                         "-m64",
                                         "-lineinfo",
                                         "--generate-line-info",
                                         "-MD",
                                         "-MMD",
                                         "-MP",
                                         "-M",
                                         "-MM",
                                         "-cudart",
                                         "--cudart",
                                         "-shared",
                                         "-ewp",
                                         "-v",
                                         "--verbose",
                                         "-keep",
                                         "--keep",
                                         "-cubin",
                                         "-ptx",
                                         "-fatbin",
                                         "-fmad=true",
                                         "--fmad=true",
                                         "-restrict",
                                         "--restrict",
                                         "-time",
                                         "--resource-usage",
                                         "-res-usage",
                                         "-Wno-deprecated-gpu-targets",
                                         "--compile",
                                         "-forward-unknown-to-host-compiler",
                                         "--forward-unknown-to-host-compiler",
                                         "--expt-default-stream",
                                         "-allow-unsupported-compiler"};
constexpr std::string_view harmless_with_value[] = {"-o",
                                                    "--output-file",
                                                    "-x",
                                                    "--x",
                                                    "-Xcompiler",
                                                    "--compiler-options",
                                                    "-ccbin",
                                                    "--compiler-bindir",
                                                    "-MF",
                                                    "-MT",
                                                    "-MQ",
                                                    "-gencode",
                                                    "--generate-code",
                                                    "-arch",
                                                    "--gpu-architecture",
                                                    "-code",
                                                    "--gpu-code",
                                                    "-t",
                                                    "--threads",
                                                    "-Xlinker",
                                                    "--linker-options",
                                                    "-L",
                                                    "-l",
                                                    "-Xnvlink",
                                                    "-Xfatbin",
                                                    "-isysroot",
                                                    "--default-stream",
                                                    "-default-stream",
                                                    "-diag-suppress",
                                                    "--diag-suppress",
                                                    "-Xcudafe"};
constexpr std::string_view harmless_starts[] = {"-O",
                                                "-W",
                                                "-f",
                                                "-o",
                                                "-g",
                                                "-arch=",
                                                "--gpu-architecture=",
                                                "-gencode=",
                                                "--generate-code=",
                                                "-code=",
                                                "--gpu-code=",
                                                "-Xcompiler=",
                                                "--compiler-options=",
                                                "-ccbin=",
                                                "--compiler-bindir=",
                                                "-t=",
                                                "--threads=",
                                                "-L",
                                                "-l",
                                                "-Xlinker=",
                                                "-cudart=",
                                                "--cudart=",
                                                "--default-stream=",
                                                "-default-stream=",
                                                "-diag-suppress=",
                                                "--diag-suppress=",
                                                "-Xcudafe=",
                                                "-x=",
                                                "--x=",
                                                "-march=",
                                                "-mtune=",
                                                "-mcpu=",
                                                "-mavx",
                                                "-msse",
                                                "-mfma",
                                                "-mf16c",
                                                "-mbmi",
                                                "-mpopcnt",
                                                "-mno-",
                                                "-m32",
                                                "-Xnvlink=",
                                                "-Xfatbin="};

bool starts_with_one(const auto& list, std::string_view word)
{
    return std::any_of(std::begin(list), std::end(list), [&](std::string_view each) { return word.starts_with(each); });
}

/// Whether the text is a register cap from 16 to 255.
bool is_cap(std::string_view number)
{
    if (number.empty() || number.size() > 3) return false;
    if (!std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; })) return false;
    const int value = std::stoi(std::string(number));
    return value >= 16 && value <= 255;
}

/// Adds a flag, or replaces its earlier value. Several targets stay, each for its GPU.
void add_flag(model::BuildSettings& settings, std::string flag)
{
    const bool is_target = flag.starts_with(target_prefix);
    std::erase_if(settings.flags, [&](const std::string& other) {
        return is_target ? other == flag : group_of_flag(other) == group_of_flag(flag);
    });
    settings.flags.push_back(std::move(flag));
}

class CommandReader {
public:
    explicit CommandReader(const std::vector<std::string>& words) : words_(words) {}

    NvccCommand run()
    {
        for (at_ = 0; at_ < words_.size(); ++at_)
            if (!take(words_[at_])) leave_out(words_[at_]);
        return std::move(command_);
    }

private:
    /// -X hands the next word to another tool.
    void leave_out(const std::string& word)
    {
        const bool has_value = word.starts_with("-X") && word.find('=') == std::string::npos;
        command_.left_out.push_back(has_value && at_ + 1 < words_.size() ? word + " " + words_[++at_] : word);
    }

    /// Value of an option `-I x`, `-Ix`, `-I=x`; moves on if it is the next word.
    std::optional<std::string> value_of(const std::string& word, std::string_view option, bool is_glued)
    {
        if (word == option) return at_ + 1 < words_.size() ? std::optional(words_[++at_]) : std::nullopt;
        if (!word.starts_with(option)) return std::nullopt;
        const std::string rest = word.substr(option.size());
        if (rest.front() == '=') return rest.substr(1);
        return is_glued ? std::optional(rest) : std::nullopt;
    }

    bool take(const std::string& word)
    {
        model::BuildSettings& settings = command_.settings;
        if (word.empty()) return true;
        if (word.front() == '@') return false;       // a file with more options
        if (word.front() != '-') return skip(word);  // the source, an object, nvcc itself
        for (const auto& [written, flag] : spellings) {
            if (word != written) continue;
            add_flag(settings, std::string(flag));
            return true;
        }
        if (auto folder = value_of(word, "-isystem", false)) return keep(settings.system_folders, *folder);
        if (auto folder = value_of(word, "--system-include", false)) return keep(settings.system_folders, *folder);
        if (auto file = value_of(word, "-include", false)) return keep(settings.first_files, *file);
        if (auto file = value_of(word, "--pre-include", false)) return keep(settings.first_files, *file);
        if (auto folder = value_of(word, "--include-path", false)) return keep(settings.include_folders, *folder);
        if (auto folder = value_of(word, "-I", true)) return keep(settings.include_folders, *folder);
        if (auto macro = value_of(word, "--define-macro", false)) return define(*macro);
        if (auto macro = value_of(word, "-D", true)) return define(*macro);
        if (auto standard = value_of(word, "-std", false)) return take_standard(*standard);
        if (auto standard = value_of(word, "--std", false)) return take_standard(*standard);
        if (word.find("maxrregcount") != std::string::npos) return take_cap(word);
        if (auto words = value_of(word, "-Xptxas", false)) return take_ptxas(*words);
        if (auto words = value_of(word, "--ptxas-options", false)) return take_ptxas(*words);
        if (word == "-rdc" || word == "--relocatable-device-code") return take_relocatable();
        if (word.starts_with(target_prefix) && model::is_special_target(word.substr(target_prefix.size()))) {
            add_flag(settings, word);
            return true;
        }
        if (is_among(harmless_with_value, word)) {
            ++at_;
            return skip(at_ < words_.size() ? word + " " + words_[at_] : word);
        }
        return (is_among(harmless, word) || starts_with_one(harmless_starts, word)) && skip(word);
    }

    bool skip(std::string words)
    {
        command_.skipped.push_back(std::move(words));
        return true;
    }

    static bool keep(std::vector<std::string>& list, std::string value)
    {
        if (!is_among(list, value)) list.push_back(std::move(value));
        return true;
    }

    bool define(const std::string& macro)
    {
        const std::size_t equals = std::min(macro.find('='), macro.size());
        command_.settings.macros.emplace_back(macro.substr(0, equals),
                                              macro.substr(std::min(equals + 1, macro.size())));
        return true;
    }

    bool take_standard(const std::string& standard)
    {
        std::string word = standard;
        if (word.starts_with("gnu++")) word = "c" + word.substr(3);
        command_.settings.standard = word;
        return true;
    }

    bool take_cap(const std::string& word)
    {
        const std::string bare = word.substr(std::min(word.find_first_not_of('-'), word.size()));
        std::optional<std::string> number;
        if (bare.starts_with("maxrregcount=")) number = bare.substr(bare.find('=') + 1);
        if (bare == "maxrregcount" && at_ + 1 < words_.size()) number = words_[++at_];
        if (!number || !is_cap(*number)) return false;
        add_flag(command_.settings, std::string(cap_prefix) + *number);
        return true;
    }

    bool take_relocatable()
    {
        if (at_ + 1 >= words_.size()) return false;
        add_flag(command_.settings, words_[++at_] == "true" ? "-rdc=true" : "-rdc=false");
        return true;
    }

    bool take_ptxas(const std::string& words)
    {
        constexpr std::string_view verbosity_options[] = {
            "-v", "--verbose", "-warn-spills", "--warn-on-spills", "-warn-lmem-usage", "--warn-on-local-memory-usage"};
        std::size_t begin = 0;

        while (begin <= words.size()) {
            const std::size_t end = std::min(words.find(',', begin), words.size());
            const std::string word = words.substr(begin, end - begin);
            begin = end + 1;
            if (word.empty() || is_among(verbosity_options, word)) continue;
            const bool is_known = is_among(ptxas_words, word);
            if (is_known) add_flag(command_.settings, std::string(ptxas_prefix) + word);
            if (!is_known) command_.left_out.push_back("-Xptxas " + word);
        }
        return true;
    }

    const std::vector<std::string>& words_;
    std::size_t at_ = 0;
    NvccCommand command_;
};

}  // namespace

NvccCommand read_nvcc_options(const std::vector<std::string>& words)
{
    return CommandReader(words).run();
}

bool is_nvcc_flag(std::string_view flag)
{
    if (flag.starts_with(ptxas_prefix)) return is_among(ptxas_words, flag.substr(ptxas_prefix.size()));
    if (flag.starts_with(cap_prefix)) return is_cap(flag.substr(cap_prefix.size()));
    if (flag.starts_with(target_prefix)) return model::is_special_target(flag.substr(target_prefix.size()));
    return std::any_of(std::begin(spellings), std::end(spellings),
                       [&](const Spelling& each) { return each.flag == flag; });
}

}  // namespace spillway::catalogue
