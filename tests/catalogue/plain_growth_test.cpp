// A stranger's .cu is read before the user trusts it. So twice the text must take at most two and a half times the
// work, for any text.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/catalogue/plain/plain_experiment.h"
#include "tests/support/cpu_time.h"

namespace spillway::catalogue {
namespace {

constexpr const char* kernel = "__global__ void k(int* p) { *p = 1; }\n";

std::string repeated(std::string_view piece, std::size_t bytes)
{
    std::string text;
    while (text.size() + piece.size() <= bytes) text += piece;
    return text;
}

/// Pieces with the numbers 0, 1, 2, ...
std::string numbered(std::size_t bytes, const std::function<std::string(const std::string&)>& piece)
{
    std::string text;
    for (int i = 0;; ++i) {
        const std::string next = piece(std::to_string(i));
        if (text.size() + next.size() > bytes) return text;
        text += next;
    }
}

struct Kind {
    const char* name;
    std::function<std::string(std::size_t bytes)> text;
};

const std::vector<Kind>& kinds()
{
    using Size = std::size_t;
    static const std::vector<Kind> all{
        {"inits", [](Size n) { return kernel + ("f() : x" + repeated("a{}", n)); }},
        {"parens",
         [](Size n) {
             return kernel + ("#define N " + std::string(n / 2, '(') + "5" + std::string(n / 2, ')') + "\n");
         }},
        {"scope",
         [](Size n) {
             return kernel + ("namespace " + std::string(n / 2, 'a') + " {\n" + repeated("b;", n / 2) + "}\n");
         }},
        {"nest", [](Size n) { return kernel + repeated("namespace a{", n / 2) + repeated("b;", n / 2); }},
        {"templates",
         [](Size n) {
             return numbered(n, [](const auto& i) { return "template<int A>__global__ void k" + i + "(){}\n"; });
         }},
        {"parameters",
         [](Size n) {
             return numbered(n,
                             [](const auto& i) { return "template<int A" + i + ">__global__ void k" + i + "(){}\n"; });
         }},
        {"many parameters",
         [](Size n) {
             return "template<" + numbered(n, [](const auto& i) { return "int a" + i + ","; }) +
                    "int z>__global__ void k(){}\n";
         }},
        {"many arguments",
         [](Size n) {
             return "__global__ void k(" + numbered(n, [](const auto& i) { return "int a" + i + ","; }) + "int z){}\n";
         }},
        {"kernels",
         [](Size n) { return numbered(n, [](const auto& i) { return "__global__ void k" + i + "(){}\n"; }); }},
        {"empty", [](Size n) { return kernel + repeated("__global__;", n); }},
        {"headers", [](Size n) { return kernel + repeated("#include<stdint.h>\n", n); }},
        {"defines",
         [](Size n) { return kernel + numbered(n, [](const auto& i) { return "#define a" + i + " 1\n"; }); }},
        {"defines twice",
         [](Size n) {
             const auto half = numbered(n / 2, [](const auto& i) { return "#define a" + i + " 1\n"; });
             return kernel + half + half;
         }},
        {"defines used",
         [](Size n) {
             return kernel +
                    numbered(n, [](const auto& i) { return "#define a" + i + " 1\n#if a" + i + "\n#endif\n"; });
         }},
        {"open", [](Size n) { return kernel + std::string(n, '('); }},
        {"angles", [](Size n) { return kernel + repeated("template<", n); }},
        {"short angles", [](Size n) { return kernel + repeated("template<;", n); }},
        {"quotes", [](Size n) { return kernel + repeated("\"\n", n); }},
        {"raw", [](Size n) { return kernel + repeated("R\"a(", n); }},
        {"comments", [](Size n) { return kernel + repeated("/*", n); }},
        {"continued", [](Size n) { return kernel + ("#define A \\\n" + repeated("\\\n", n)); }},
        {"raw unclosed", [](Size n) { return kernel + repeated("R\"\n", n); }},
        {"launches",
         [](Size n) {
             return numbered(n, [](const auto& i) { return "k" + i + "<" + i + "><<<1," + i + ">>>();\n"; });
         }},
        {"constants",
         [](Size n) { return numbered(n, [](const auto& i) { return "int a" + i + " = " + i + ";\n"; }); }},
        {"instances", [](Size n) { return kernel + repeated("k<1,2,3,4,5,6,7,8,", n); }},
    };
    return all;
}

/// CPU seconds of this thread.
double seconds_to_read(const std::string& text)
{
    const double begin = tests::thread_cpu_seconds();
    (void)plain_experiment(text, "mine.cu");
    return tests::thread_cpu_seconds() - begin;
}

TEST(PlainGrowth, TwiceTheTextIsAtMostTwoAndAHalfTimesTheWork)
{
    // SPILLWAY_GROWTH_BYTES=1048376 tests the largest file that is read.
    const char* setting = std::getenv("SPILLWAY_GROWTH_BYTES");
    const std::size_t bytes = setting != nullptr ? static_cast<std::size_t>(std::atol(setting)) : std::size_t{1} << 18;
    constexpr double noise = 0.02;  ///< seconds
    for (const Kind& kind : kinds()) {
        const std::string once = kind.text(bytes / 2), twice = kind.text(bytes);
        double half = seconds_to_read(once), whole = seconds_to_read(twice);
        // The machine may be busy: retry, and keep the longest time for half the text, the shortest for the whole.
        for (int tries = 0; tries < 4 && whole > 2.5 * half + noise; ++tries) {
            half = std::max(half, seconds_to_read(once));
            whole = std::min(whole, seconds_to_read(twice));
        }
        std::printf("%-16s %7zu bytes %6.1f ms, %7zu bytes %6.1f ms\n", kind.name, once.size(), half * 1e3,
                    twice.size(), whole * 1e3);
        EXPECT_LE(whole, 2.5 * half + noise) << kind.name;
    }
}

}  // namespace
}  // namespace spillway::catalogue
