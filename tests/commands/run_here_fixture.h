#pragma once

// A .cu that `spillway run-here` runs, and what its JSON output holds.

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/commands/run_json.h"

namespace spillway::commands {

/// A .cu in a folder of its own.
class OwnFile {
public:
    explicit OwnFile(const std::string& text) { std::ofstream(path()) << text; }
    [[nodiscard]] std::string path() const { return folder_.file("own.cu"); }
    void write_beside(const std::string& name, const std::string& text) const
    {
        std::ofstream(folder_.file(name)) << text;
    }
    [[nodiscard]] JsonRun run_here(std::vector<std::string> more = {}) const
    {
        std::vector<std::string> all{"run-here", path(), "--trust"};
        if (std::find(more.begin(), more.end(), "--gpu") == more.end()) all.insert(all.end(), {"--gpu", "t4"});
        all.insert(all.end(), more.begin(), more.end());
        return run_json(all);
    }

private:
    TemporaryFolder folder_;
};

inline const nlohmann::json& argument_of(const nlohmann::json& kernel, const std::string& name)
{
    for (const nlohmann::json& argument : kernel.at("launch").at("arguments"))
        if (argument.at("name") == name) return argument;
    static const nlohmann::json none;
    ADD_FAILURE() << "no argument " << name << " in " << kernel.dump(2);
    return none;
}

inline const nlohmann::json& buffer_of(const nlohmann::json& kernel, const std::string& name)
{
    for (const nlohmann::json& buffer : kernel.at("buffers"))
        if (buffer.at("name") == name) return buffer;
    static const nlohmann::json none;
    ADD_FAILURE() << "no buffer " << name << " in " << kernel.dump(2);
    return none;
}

/// The first fault of the only kernel.
inline nlohmann::json fault_of(const JsonRun& run)
{
    EXPECT_EQ(run.finished.status, 3) << run.finished.output << run.finished.errors;
    if (run.json.size() != 1 || run.json[0]["faults"].empty()) {
        ADD_FAILURE() << run.finished.output << run.finished.errors;
        return nlohmann::json{{"sentence", ""}, {"kind", ""}, {"line", 0}};
    }
    EXPECT_EQ(run.json[0]["status"], "fault");
    return run.json[0]["faults"][0];
}

inline constexpr const char* scale_with_host = R"(__global__ void scale(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    GUARD out[i] = 2 * in[i] + 1;
}
int main()
{
    const int n = 1000, threads = 256;
    size_t bytes = n * sizeof(float);
    float *d_in, *d_out;
    cudaMalloc((void**)&d_in, bytes);
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, nullptr, bytes, cudaMemcpyHostToDevice);
    scale<<<(n + threads - 1) / threads, threads>>>(d_in, d_out, n);
}
)";

inline std::string scale(const std::string& guard)
{
    std::string text = scale_with_host;
    return text.replace(text.find("GUARD"), 5, guard);
}

}  // namespace spillway::commands
