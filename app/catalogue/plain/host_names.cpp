#include "app/catalogue/plain/host_names.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "app/catalogue/plain/cuda_lexer.h"
#include "app/catalogue/plain/device_file.h"
#include "app/catalogue/plain/host_headers.h"
#include "app/catalogue/plain/host_words.h"
#include "app/catalogue/plain/source_look.h"

namespace spillway::catalogue {
namespace {

/// Whether the files use libcu++. It defines the integer types itself, with long long for the 64-bit ones.
bool uses_libcuxx(const SourceFiles& files)
{
    for (const SourceFile& file : files.files)
        for (const SeenInclude& include : includes_of(file.text))
            if (includes_libcuxx(include.name) || include.name == cub_file) return true;
    return false;
}

/// A toolkit header that other toolkit headers include, and the names that require it.
struct TransitiveHeader {
    std::string_view header;
    std::array<std::string_view, 6> names;
    std::string_view more;  ///< further definitions from headers that NVRTC cannot read
};

constexpr std::array<TransitiveHeader, 4> transitive_headers{{
    {"cuda_fp16.h", {"__half", "__half2", "__half_raw", "__float2half", "__half2float"}, ""},
    {"cuda_bf16.h", {"__nv_bfloat16", "nv_bfloat16", "__nv_bfloat162", "nv_bfloat162", "__float2bfloat16"}, ""},
    {"cuComplex.h", {"cuComplex", "cuFloatComplex", "cuDoubleComplex", "make_cuComplex", "make_cuFloatComplex"}, ""},
    {"cuComplex.h",
     {"cufftComplex", "cufftDoubleComplex", "cufftReal", "cufftDoubleReal"},
     "typedef cuComplex cufftComplex;\ntypedef cuDoubleComplex cufftDoubleComplex;\n"
     "typedef float cufftReal;\ntypedef double cufftDoubleReal;\n"},
}};

/// Headers and types that the texts use through host-only libraries.
struct Needs {
    std::set<std::string> standard_headers;  ///< of libcu++, for names of std::
    std::array<bool, transitive_headers.size()> needs_transitive{};
    bool has_driver_types = false;
};

Needs needs_of(const SourceFiles& files)
{
    Needs needs;
    for (const SourceFile& file : files.files) {
        const std::vector<Token> tokens = cuda_tokens(file.text);
        for (std::size_t at = 0; at < tokens.size(); ++at) {
            if (tokens[at].kind != Token::Kind::name) continue;
            const std::string_view word = tokens[at].in(file.text);
            for (std::size_t i = 0; i < transitive_headers.size(); ++i)
                needs.needs_transitive[i] =
                    needs.needs_transitive[i] ||
                    std::find(transitive_headers[i].names.begin(), transitive_headers[i].names.end(), word) !=
                        transitive_headers[i].names.end();
            needs.has_driver_types = needs.has_driver_types || word == "CUtexObject" || word == "CUsurfObject";
            if (word != "std" || at + 2 >= tokens.size() || tokens[at + 1].in(file.text) != "::") continue;
            const std::string_view header = device_header_of(tokens[at + 2].in(file.text));
            if (!header.empty()) needs.standard_headers.emplace(header);
        }
    }
    return needs;
}

constexpr std::string_view integers =
    "typedef signed char int8_t;\ntypedef unsigned char uint8_t;\ntypedef short int16_t;\n"
    "typedef unsigned short uint16_t;\ntypedef int int32_t;\ntypedef unsigned int uint32_t;\n"
    "typedef long int64_t;\ntypedef unsigned long uint64_t;\ntypedef long intptr_t;\n"
    "typedef unsigned long uintptr_t;\ntypedef long time_t;\n";

constexpr std::string_view integers_of_libcuxx =
    "#if __has_include(<cuda/std/cstdint>)\n#include <cuda/std/cstdint>\n#include <cuda/std/climits>\n#endif\n";

constexpr std::string_view declared_types =
    "typedef unsigned int uint;\ntypedef unsigned short ushort;\ntypedef unsigned long ulong;\n"
    "typedef long ssize_t;\ntypedef int pid_t;\n";

struct NamedNumber {
    std::string_view name, value;
};

constexpr NamedNumber named_numbers[] = {
    {"M_PI", "3.14159265358979323846"},
    {"M_PI_2", "1.57079632679489661923"},
    {"M_PI_4", "0.78539816339744830962"},
    {"M_1_PI", "0.31830988618379067154"},
    {"M_2_PI", "0.63661977236758134308"},
    {"M_2_SQRTPI", "1.12837916709551257390"},
    {"M_E", "2.7182818284590452354"},
    {"M_LOG2E", "1.4426950408889634074"},
    {"M_LOG10E", "0.43429448190325182765"},
    {"M_SQRT2", "1.41421356237309504880"},
    {"M_SQRT1_2", "0.70710678118654752440"},
    {"M_LN2", "0.69314718055994530942"},
    {"M_LN10", "2.30258509299404568402"},
    {"CHAR_BIT", "8"},
    {"SCHAR_MAX", "127"},
    {"UCHAR_MAX", "255"},
    {"CHAR_MAX", "127"},
    {"SHRT_MAX", "32767"},
    {"SHRT_MIN", "(-SHRT_MAX - 1)"},
    {"USHRT_MAX", "65535"},
    {"INT_MAX", "2147483647"},
    {"INT_MIN", "(-INT_MAX - 1)"},
    {"UINT_MAX", "4294967295U"},
    {"LONG_MAX", "9223372036854775807L"},
    {"LONG_MIN", "(-LONG_MAX - 1L)"},
    {"ULONG_MAX", "18446744073709551615UL"},
    {"LLONG_MAX", "9223372036854775807LL"},
    {"LLONG_MIN", "(-LLONG_MAX - 1LL)"},
    {"ULLONG_MAX", "18446744073709551615ULL"},
    {"INT8_MAX", "127"},
    {"INT8_MIN", "(-128)"},
    {"UINT8_MAX", "255"},
    {"INT16_MAX", "32767"},
    {"INT16_MIN", "(-32768)"},
    {"UINT16_MAX", "65535"},
    {"INT32_MAX", "2147483647"},
    {"INT32_MIN", "(-2147483647 - 1)"},
    {"UINT32_MAX", "4294967295U"},
    {"INT64_MAX", "9223372036854775807L"},
    {"INT64_MIN", "(-9223372036854775807L - 1)"},
    {"UINT64_MAX", "18446744073709551615UL"},
    {"SIZE_MAX", "18446744073709551615UL"},
    {"RAND_MAX", "2147483647"},
    {"FLT_MAX", "3.40282346638528859811704183484516925e+38F"},
    {"FLT_MIN", "1.17549435082228750796873653722224568e-38F"},
    {"FLT_EPSILON", "1.19209289550781250000000000000000000e-7F"},
    {"FLT_DIG", "6"},
    {"DBL_MAX", "1.79769313486231570814527423731704357e+308"},
    {"DBL_MIN", "2.22507385850720138309023271733240406e-308"},
    {"DBL_EPSILON", "2.22044604925031308084726333618164062e-16"},
    {"DBL_DIG", "15"},
    // Same as gcc's __builtin_inff(): a constant expression, unlike __int_as_float.
    {"INFINITY", "(__builtin_bit_cast(float, 0x7f800000U))"},
    {"NAN", "(__builtin_bit_cast(float, 0x7fc00000U))"},
    {"HUGE_VALF", "INFINITY"},
    {"HUGE_VAL", "(__builtin_bit_cast(double, 0x7ff0000000000000ULL))"},
};

}  // namespace

std::string host_names(const SourceFiles& files)
{
    const Needs needs = needs_of(files);
    const bool is_libcuxx = uses_libcuxx(files) || !needs.standard_headers.empty();
    std::string names(is_libcuxx ? integers_of_libcuxx : integers);
    names += declared_types;
    if (needs.has_driver_types) names += "typedef unsigned long long CUtexObject, CUsurfObject;\n";
    for (const std::string& header : needs.standard_headers) names += "#include <" + header + ">\n";
    if (!needs.standard_headers.empty()) names += "namespace std { using namespace ::cuda::std; }\n";
    for (const NamedNumber& number : named_numbers) {
        const std::string name(number.name);
        names += "#ifndef " + name + "\n#define " + name + " " + std::string(number.value) + "\n#endif\n";
    }
    for (std::size_t i = 0; i < transitive_headers.size(); ++i)
        if (needs.needs_transitive[i])
            names += "#include <" + std::string(transitive_headers[i].header) + ">\n" +
                     std::string(transitive_headers[i].more);
    return names;
}

std::string cub_for_devices()
{
    std::string text = "#pragma once\n";
    for (const char* name :
         {"block/block_adjacent_difference", "block/block_discontinuity", "block/block_exchange",
          "block/block_histogram", "block/block_load", "block/block_merge_sort", "block/block_radix_rank",
          "block/block_radix_sort", "block/block_reduce", "block/block_run_length_decode", "block/block_scan",
          "block/block_shuffle", "block/block_store", "warp/warp_exchange", "warp/warp_load", "warp/warp_merge_sort",
          "warp/warp_reduce", "warp/warp_scan", "warp/warp_store"})
        text += std::string("#include <cub/") + name + ".cuh>\n";
    return text;
}

}  // namespace spillway::catalogue
