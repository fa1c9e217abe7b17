#include "app/catalogue/plain/host_words.h"

#include <array>
#include <cstddef>

#include "app/catalogue/plain/word_list.h"

namespace spillway::catalogue {
namespace {

/// Prefixes of library functions and types.
constexpr std::array<std::string_view, 9> libraries{"cublas",   "cufft", "cusparse", "cusolver",       "cudnn",
                                                    "cutensor", "nccl",  "nvjpeg",   "curandGenerator"};

/// Types of the host's C library and of MPI.
constexpr std::array<std::string_view, 7> host_types{"FILE",     "timeval", "timespec", "pthread_t",
                                                     "MPI_Comm", "DIR",     "va_list"};

struct StandardNames {
    std::string_view header;
    std::array<std::string_view, 26> names;
};

/// Names that device code may use without --expt-relaxed-constexpr: types, and functions with device overloads in nvcc.
constexpr std::array<StandardNames, 7> standard_names{{
    {"cuda/std/cstddef", {"size_t", "ptrdiff_t", "nullptr_t", "byte", "max_align_t"}},
    {"cuda/std/cstdint",
     {"int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "intptr_t",
      "uintptr_t"}},
    {"cuda/std/limits", {"numeric_limits"}},
    {"cuda/std/utility",
     {"forward", "move", "declval", "pair", "index_sequence", "make_index_sequence", "integer_sequence",
      "make_integer_sequence", "index_sequence_for"}},
    {"cuda/std/tuple", {"tuple", "tuple_element", "tuple_element_t", "tuple_size", "tuple_size_v"}},
    {"cuda/std/array", {"array"}},
    {"cuda/std/cmath",
     {"abs", "fabs", "sqrt", "cbrt", "exp",  "exp2", "expm1", "log",  "log2",  "log10", "log1p", "pow", "sin",
      "cos", "tan",  "asin", "acos", "atan", "sinh", "cosh",  "tanh", "floor", "ceil",  "fmod",  "fma", "hypot"}},
}};

bool is_type_trait(std::string_view name)
{
    constexpr std::array<std::string_view, 9> beginnings{"is_",   "enable_if", "conditional", "remove_",    "add_",
                                                         "make_", "decay",     "integral_",   "underlying_"};
    constexpr std::array<std::string_view, 10> names{"true_type",    "false_type",  "void_t",      "bool_constant",
                                                     "common_type",  "conjunction", "disjunction", "negation",
                                                     "alignment_of", "extent"};
    constexpr std::array<std::string_view, 5> functions{"make_pair", "make_tuple", "make_unique", "make_shared",
                                                        "make_heap"};
    return (begins_with_one_of(name, beginnings) || is_one_of(name, names)) && !is_one_of(name, functions);
}

/// Whether the word looks like a runtime name: cudaMalloc, cudaStreamCreate.
bool is_of_runtime(std::string_view word)
{
    return word.starts_with("cuda") && word.size() > 5 && word[4] >= 'A' && word[4] <= 'Z';
}

}  // namespace

std::string_view device_header_of(std::string_view standard_name)
{
    if (standard_name.empty()) return {};
    for (const StandardNames& each : standard_names)
        if (is_one_of(standard_name, each.names)) return each.header;
    return is_type_trait(standard_name) ? "cuda/std/type_traits" : std::string_view{};
}

bool is_for_host(const std::vector<std::string_view>& words)
{
    const auto word = [&](std::size_t at) { return at < words.size() ? words[at] : std::string_view{}; };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool is_behind_cuda = i >= 2 && words[i - 1] == "::" && words[i - 2] == "cuda";
        if (words[i] == "std" && word(i + 1) == "::" && !is_behind_cuda && device_header_of(word(i + 2)).empty())
            return true;
        if (words[i] == "thrust" && word(i + 1) == "::") return true;
        // NVRTC knows the runtime's types, but not its functions.
        if (is_of_runtime(words[i]) && word(i + 1) == "(") return true;
        if (is_one_of(words[i], host_types) || begins_with_one_of(words[i], libraries)) return true;
    }
    return false;
}

}  // namespace spillway::catalogue
