#include "bench/endless_kernel.h"

#include <fstream>

namespace spillway::bench {

std::filesystem::path write_endless_experiment(const std::filesystem::path& folder)
{
    const std::filesystem::path place = folder / endless_experiment;
    std::filesystem::create_directories(place);
    std::ofstream(place / "experiment.json")
        << R"({"name": "endless", "title": "Endless", "question": "When does it end?", "topic": "Bench", "x_axis": "n",
 "parameters": [{"name": "n", "range": [1, 64], "initial": 1}],
 "buffers": [{"name": "out", "element": "float", "count": "elements", "output": true}],
 "arguments": [{"buffer": "out"}], "work": {"bytes_moved": "4 * elements"},
 "variants": [{"name": "only", "entry": "endless<{n}>"}]}
)";
    // Two to the power of 24 instances of a template, another set for each n.
    std::ofstream(place / "kernel.cu")
        << "template <int K, int M> struct Sum { static const unsigned of = Sum<K - 1, 2 * M>::of + Sum<K - 1, 2 * M + "
           "1>::of; };\n"
           "template <int M> struct Sum<0, M> { static const unsigned of = 1; };\n"
           "template <int N> __global__ void endless(float* out) { out[threadIdx.x] = N + Sum<24, 1>::of; }\n";
    std::ofstream(place / "lesson.md") << "# Endless\n";
    return folder;
}

}  // namespace spillway::bench
