#include "app/catalogue/plain/device_part.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

#include "app/catalogue/plain/declarations.h"
#include "app/catalogue/plain/source_look.h"
#include "app/catalogue/plain/token_scan.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string_view>;

bool has_word(const Words& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Headers of CUDA's that NVRTC reads: its own for device code, and CCCL's.
bool is_device_header(std::string_view name)
{
    for (const std::string_view folder : {"cuda/", "cub/", "thrust/", "nv/", "cooperative_groups/", "cccl/"})
        if (name.starts_with(folder)) return true;
    constexpr std::string_view known[] = {
        "cuda_fp16.h",     "cuda_bf16.h",          "cuda_fp8.h",       "cuda_fp6.h",      "cuda_fp4.h",
        "mma.h",           "cooperative_groups.h", "math_constants.h", "cuda_pipeline.h", "cuda_awbarrier.h",
        "curand_kernel.h", "vector_types.h",       "cuComplex.h",      "cuda_barrier.h"};
    return std::find(std::begin(known), std::end(known), name) != std::end(known);
}

/// <cstdio>, <stdio.h>, <sys/time.h>, <cublas_v2.h>, "cuda_runtime.h": not <mine/tile.cuh>, which may be missing.
bool is_host_header(std::string_view name)
{
    if (is_device_header(name)) return false;
    return name.ends_with(".h") || name.find_first_of("./") == std::string_view::npos;
}

/// The runtime's headers as some editors write them; NVRTC has what they say of device code.
bool is_runtime_header(std::string_view name)
{
    for (const std::string_view known : {"cuda_runtime.h", "cuda_runtime_api.h", "cuda.h", "device_launch_parameters.h",
                                         "cublas_v2.h", "curand.h", "cufft.h", "cusparse.h", "stdio.h", "stdlib.h"})
        if (name == known) return true;
    return false;
}

/// What a type or variable uses that only a host has: the standard library, the runtime's handles.
bool is_for_host(const Words& words)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool is_std = words[i] == "std" && i + 1 < words.size() && words[i + 1] == "::";
        if (is_std && (i < 2 || words[i - 2] != "cuda")) return true;
        const bool is_runtime_name =
            words[i].starts_with("cuda") && words[i].size() > 5 && words[i][4] >= 'A' && words[i][4] <= 'Z';
        const bool is_object = words[i] == "cudaTextureObject_t" || words[i] == "cudaSurfaceObject_t";
        const bool is_called = i + 1 < words.size() && words[i + 1] == "(";
        if (is_runtime_name && !is_object && (words[i].ends_with("_t") || is_called)) return true;
        if (words[i] == "FILE" || words[i] == "timeval" || words[i].starts_with("cublas")) return true;
    }
    return false;
}

/// Whether a variable itself never changes: what a pointer to const points to says nothing of the pointer.
bool is_constant(const Words& words)
{
    if (has_word(words, "constexpr")) return true;
    const auto is_value = [](std::string_view word) { return word == "=" || word == "{" || word == "("; };
    const auto declarator_end = std::find_if(words.begin(), words.end(), is_value);
    const auto star = std::find(std::make_reverse_iterator(declarator_end), words.rend(), "*");
    return std::find(star.base(), declarator_end, "const") != declarator_end;
}

bool is_device_word(std::string_view word)
{
    for (const char* known : {"__global__", "__device__", "__constant__", "__shared__", "__managed__"})
        if (word == known) return true;
    return false;
}

/// What the files of one .cu have in common.
struct Shared {
    std::vector<std::string> own;                   ///< paths of the files
    std::set<std::string, std::less<>> qualifiers;  ///< macros that stand for __device__ or __global__
    std::set<std::string, std::less<>> types;       ///< declared at namespace scope, for device code too
};

/// "#define HD __host__ __device__", and what is defined by such a name in turn.
void add_qualifiers(const std::string& text, std::set<std::string, std::less<>>& qualifiers)
{
    for (const Token& token : cuda_tokens(text)) {
        if (token.kind != Token::Kind::directive) continue;
        const std::string_view body = token.in(text).substr(1);
        const std::vector<Token> tokens = cuda_tokens(body);
        if (tokens.size() < 3 || tokens[0].in(body) != "define") continue;
        for (std::size_t at = 2; at < tokens.size(); ++at) {
            const std::string_view word = tokens[at].in(body);
            if (word == "__device__" || word == "__global__" || qualifiers.contains(word))
                qualifiers.emplace(tokens[1].in(body));
        }
    }
}

/// Blanks one file.
class DeviceFile {
public:
    DeviceFile(SourceFile& file, Shared& shared)
        : file_(file), shared_(shared), text_(file.text), tokens_(cuda_tokens(text_))
    {
    }

    void run()
    {
        blank_foreign_bytes();
        for (const Item& item : declarations(text_, tokens_)) {
            if (item.is_directive)
                directive(tokens_[item.token]);
            else if (is_host_only(item.declaration) && has_whole_conditions(item.declaration))
                blank(tokens_[item.declaration.first].begin, tokens_[item.declaration.last].end);
            else
                keep_type(item.declaration);
        }
        name_own_headers();
    }

private:
    void blank(std::size_t begin, std::size_t end)
    {
        for (std::size_t at = begin; at < end; ++at)
            if (file_.text[at] != '\n') file_.text[at] = ' ';
    }

    /// A byte-order mark, and in comments what is not ASCII: NVRTC stops at some of it.
    void blank_foreign_bytes()
    {
        std::size_t behind = 0;
        if (text_.starts_with("\xEF\xBB\xBF")) blank(0, 3);
        for (std::size_t at = 0; at <= tokens_.size(); ++at) {
            const std::size_t end = at < tokens_.size() ? tokens_[at].begin : text_.size();
            for (; behind < end; ++behind)
                if (static_cast<unsigned char>(file_.text[behind]) >= 0x80) file_.text[behind] = ' ';
            if (at < tokens_.size()) behind = std::max(behind, tokens_[at].end);
        }
    }

    /// NVRTC does not look in the folder of the file that includes: each of the files gets the path that all have in
    /// common. Last, from the end: every position before stays what it was.
    void name_own_headers()
    {
        for (auto each = own_includes_.rbegin(); each != own_includes_.rend(); ++each)
            file_.text.replace(each->begin, each->end - each->begin, each->path);
    }

    [[nodiscard]] Words words(std::size_t first, std::size_t last) const
    {
        Words found;
        for (std::size_t at = first; at <= last && at < tokens_.size(); ++at)
            if (tokens_[at].kind != Token::Kind::directive) found.push_back(tokens_[at].in(text_));
        return found;
    }

    /// struct Policy {, using Policy =
    void keep_type(const Declaration& found)
    {
        if (found.kind != Declaration::Kind::type && found.kind != Declaration::Kind::alias) return;
        const Words head = words(found.first, found.last);
        for (std::size_t at = 0; at + 1 < head.size(); ++at)
            for (const char* word : {"struct", "class", "union", "using"})
                if (head[at] == word) shared_.types.emplace(head[at + 1]);
        if (head.size() > 2 && head.front() == "typedef") shared_.types.emplace(head[head.size() - 2]);
    }

    [[nodiscard]] bool is_qualifier(std::string_view word) const
    {
        return is_device_word(word) || shared_.qualifiers.contains(word);
    }

    [[nodiscard]] bool is_qualified(const Words& head) const
    {
        return std::any_of(head.begin(), head.end(), [&](std::string_view word) { return is_qualifier(word); });
    }

    /// Device code in what seemed the host's: its brackets were told apart wrongly. A lambda's is the host function's.
    [[nodiscard]] bool has_device_code(const Declaration& found) const
    {
        const Words all = words(found.first, found.last);
        for (std::size_t at = 1; at < all.size(); ++at)
            if (is_qualifier(all[at]) && all[at - 1] != "]" && all[at - 1] != "__host__") return true;
        return false;
    }

    [[nodiscard]] bool is_host_only(const Declaration& found) const
    {
        const Words head = words(found.first, found.body != 0 ? found.body : found.last);
        if (is_qualified(head) || has_device_code(found)) return false;
        switch (found.kind) {
            case Declaration::Kind::function: return !has_word(head, "constexpr");
            case Declaration::Kind::instantiation: return true;
            case Declaration::Kind::alias: return is_for_host(head) || (head.size() >= 3 && head[2] == "std");
            case Declaration::Kind::type: return is_for_host(head);
            case Declaration::Kind::variable:
                // A macro alone may be anything.
                return is_for_host(head) || (head.size() > 2 && !has_word(head, "extern") && !is_constant(head));
        }
        return false;
    }

    /// Each #if within it ends within it: else what is blank would cut one in two.
    [[nodiscard]] bool has_whole_conditions(const Declaration& found) const
    {
        int depth = 0;
        for (std::size_t at = found.first; at <= found.last; ++at) {
            if (tokens_[at].kind != Token::Kind::directive) continue;
            const std::string_view word = directive_name(tokens_[at].in(text_));
            if (word.starts_with("if")) ++depth;
            if (word.starts_with("el") && depth == 0) return false;
            if (word == "endif" && --depth < 0) return false;
        }
        return depth == 0;
    }

    [[nodiscard]] static std::string_view directive_name(std::string_view directive)
    {
        const std::size_t begin = std::min(directive.find_first_not_of("# \t"), directive.size());
        return directive.substr(begin, end_of_name(directive, begin) - begin);
    }

    [[nodiscard]] bool is_own(std::string_view name) const
    {
        while (name.starts_with("../")) name.remove_prefix(3);
        return std::any_of(shared_.own.begin(), shared_.own.end(), [&](const std::string& path) {
            return path == name ||
                   (path.size() > name.size() && path.ends_with(name) && path[path.size() - name.size() - 1] == '/');
        });
    }

    void directive(const Token& token)
    {
        const std::string_view line = token.in(text_);
        if (directive_name(line) != "include") return;
        const std::size_t open = line.find_first_of("<\"");
        const std::size_t close = open == std::string_view::npos ? open : line.find_first_of(">\"", open + 1);
        if (close == std::string_view::npos) return;
        const std::string_view name = line.substr(open + 1, close - open - 1);
        const bool is_quoted = line[open] == '"';
        if (is_quoted) {
            const std::string path = (fs::path(file_.path).parent_path() / name).lexically_normal().generic_string();
            if (std::find(shared_.own.begin(), shared_.own.end(), path) != shared_.own.end())
                own_includes_.push_back({token.begin + open + 1, token.begin + close, path});
        }
        if (is_own(name)) return;
        if (is_quoted ? is_runtime_header(name) : is_host_header(name)) blank(token.begin, token.end);
    }

    struct OwnInclude {
        std::size_t begin = 0, end = 0;  ///< of the name between its quotes
        std::string path;
    };

    SourceFile& file_;
    Shared& shared_;
    std::vector<OwnInclude> own_includes_;
    const std::string text_;
    std::vector<Token> tokens_;
};

/// A template argument that stays one outside of the function it was written in; nothing where it may not.
std::optional<std::string> free_argument(std::string_view argument, const SourceLook& look, const Shared& shared)
{
    static const std::set<std::string_view> types{
        "float",    "double",  "int",      "unsigned",      "long",       "short",   "char",     "bool",
        "signed",   "const",   "true",     "false",         "half",       "__half",  "__half2",  "float2",
        "float3",   "float4",  "double2",  "int2",          "int3",       "int4",    "uint2",    "uint4",
        "uint",     "uchar4",  "size_t",   "int8_t",        "uint8_t",    "int16_t", "uint16_t", "int32_t",
        "uint32_t", "int64_t", "uint64_t", "__nv_bfloat16", "nv_bfloat16"};
    std::string free;
    for (const Token& token : cuda_tokens(argument)) {
        const std::string_view word = token.in(argument);
        if (!free.empty()) free += ' ';
        if (token.kind != Token::Kind::name || types.contains(word) || shared.types.contains(word)) {
            free += word;
            continue;
        }
        const auto is_named = [&](const auto& each) { return each.name == word; };
        if (std::any_of(look.defines.begin(), look.defines.end(), is_named)) {
            free += word;
            continue;
        }
        const auto constant = std::find_if(look.constants.begin(), look.constants.end(), is_named);
        const bool has_number = constant != look.constants.end() && constant->values.size() == 1 &&
                                constant->values.front().find_first_not_of("0123456789") == std::string::npos;
        if (!has_number) return std::nullopt;
        free += constant->values.front();
    }
    return free;
}

/// "gemm<float, 4>" for each launch that names what a template is launched with.
std::set<std::string> launched_instances(const SourceLook& look, const Shared& shared)
{
    std::set<std::string> instances;
    for (const SeenLaunch& launch : look.launches) {
        if (launch.template_arguments.empty()) continue;
        const auto is_launched = [&](const SeenKernel& kernel) {
            return !kernel.parameters.empty() &&
                   (kernel.name == launch.kernel || kernel.name.ends_with("::" + launch.kernel));
        };
        const auto kernel = std::find_if(look.kernels.begin(), look.kernels.end(), is_launched);
        if (kernel == look.kernels.end()) continue;
        if (const auto arguments = free_argument(launch.template_arguments, look, shared))
            instances.insert(kernel->name + "<" + *arguments + ">");
    }
    return instances;
}

}  // namespace

std::string instance_line(const std::string& instance)
{
    return "[[maybe_unused]] static const void* const spillway_instance = (const void*)&" + instance + ";\n";
}

SourceFiles device_part(SourceFiles files)
{
    const SourceLook look = look_at(files.files.front().text);
    Shared shared;
    for (int turn = 0; turn < 2; ++turn)
        for (const SourceFile& file : files.files) add_qualifiers(file.text, shared.qualifiers);
    for (const SourceFile& file : files.files) shared.own.push_back(file.path);
    for (SourceFile& file : files.files) DeviceFile(file, shared).run();
    std::string& text = files.files.front().text;
    int number = 0;
    for (const std::string& instance : launched_instances(look, shared))
        text += "\n__device__ const void* spillway_launched_" + std::to_string(number++) +
                "() { return (const void*)&" + instance + "; }\n";
    return files;
}

namespace {

/// libcu++, which brings the limits and the sizes of integers itself.
bool has_own_names(const SourceFiles& files)
{
    for (const SourceFile& file : files.files)
        for (const SeenInclude& include : includes_of(file.text))
            for (const char* place : {"cuda/", "cub/", "thrust/", "nv/", "cooperative_groups", "cuda_pipeline",
                                      "cuda_awbarrier", "curand_kernel"})
                if (include.name.starts_with(place)) return true;
    return false;
}

}  // namespace

std::string host_names(const SourceFiles& files)
{
    const std::string names =
        "typedef unsigned int uint;\ntypedef unsigned short ushort;\ntypedef unsigned long ulong;\n"
        "#define M_PI 3.14159265358979323846\n#define M_PI_2 1.57079632679489661923\n"
        "#define M_E 2.7182818284590452354\n#define M_SQRT2 1.41421356237309504880\n"
        "#define M_SQRT1_2 0.70710678118654752440\n#define M_LN2 0.69314718055994530942\n";
    if (has_own_names(files)) return names;
    return names +
           "#define CHAR_BIT 8\n#define SHRT_MAX 32767\n#define USHRT_MAX 65535\n"
           "#define INT_MAX 2147483647\n#define INT_MIN (-INT_MAX - 1)\n#define UINT_MAX 4294967295U\n"
           "#define LONG_MAX 9223372036854775807L\n#define LLONG_MAX 9223372036854775807LL\n"
           "#define ULLONG_MAX 18446744073709551615ULL\n"
           "#define FLT_MAX 3.402823466e+38F\n#define FLT_MIN 1.175494351e-38F\n"
           "#define FLT_EPSILON 1.192092896e-07F\n"
           "#define DBL_MAX 1.7976931348623158e+308\n#define DBL_MIN 2.2250738585072014e-308\n"
           "#define DBL_EPSILON 2.2204460492503131e-16\n"
           "#ifndef INFINITY\n#define INFINITY __int_as_float(0x7f800000)\n#endif\n"
           "#ifndef NAN\n#define NAN __int_as_float(0x7fffffff)\n#endif\n"
           "typedef signed char int8_t;\ntypedef unsigned char uint8_t;\ntypedef short int16_t;\n"
           "typedef unsigned short uint16_t;\ntypedef int int32_t;\ntypedef unsigned int uint32_t;\n"
           "typedef long int64_t;\ntypedef unsigned long uint64_t;\ntypedef long intptr_t;\n"
           "typedef unsigned long uintptr_t;\n";
}

}  // namespace spillway::catalogue
