// Repairs of own files, applied as they are written: each must remove the local memory that it says.

#include <gmock/gmock.h>

#include "tests/cases/own_files_fixture.h"

namespace spillway::commands {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Repairs : public OwnFiles {
protected:
    /// The kernel k of this text, with its causes.
    [[nodiscard]] json opened(const std::string& text) const
    {
        write("k.cu", text);
        return run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200"}).of("k");
    }
};

/// The repair is code that can be copied: a selection that reads the element only where the comparison holds changes
/// nothing.
TEST_F(Repairs, TheRepairOfAnIndexHelpsAsItIsWritten)
{
    SKIP_WITHOUT_COMPILER();
    const auto kernel = [](const std::string& read) {
        return "__global__ void k(double* o, int i)\n{\n    double b[9];\n"
               "    for (int k = 0; k < 9; ++k) b[k] = o[k] * 2;\n    double r = 0;\n    " +
               read + "\n    o[0] = r;\n}\n";
    };
    const auto opened = [&](const std::string& read) {
        write("k.cu", kernel(read));
        return run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200"}).of("k");
    };
    const json before = opened("r = b[i + 1];");
    EXPECT_EQ(at(before, "/compile/stack_frame_bytes"), 72);
    const std::string code = "{ auto element = b[k]; r = k == i ? element : r; }";
    EXPECT_THAT(before["causes"][0]["repair"]["change"].get<std::string>(), HasSubstr(code));
    std::string written = code;
    written.replace(written.find("== i"), 4, "== i + 1");
    const json after = opened("#pragma unroll\n    for (int k = 0; k < 9; ++k) " + written);
    EXPECT_EQ(at(after, "/compile/stack_frame_bytes"), 0);
    EXPECT_EQ(at(opened("#pragma unroll\n    for (int k = 0; k < 9; ++k) if (k == i + 1) r = b[k];"),
                 "/compile/stack_frame_bytes"),
              72)
        << "if this is 0, the repair can be written in fewer words";
}

TEST_F(Repairs, TheRepairOfAStoreHelpsAsItIsWritten)
{
    SKIP_WITHOUT_COMPILER();
    const auto opened = [&](const std::string& store) {
        write("k.cu",
              "__global__ void k(const double* in, double* o, int i)\n{\n    double b[9] = {};\n"
              "    for (int n = 0; n < i; ++n) {\n        const double value = in[n];\n        " +
                  store + "\n    }\n#pragma unroll\n    for (int k = 0; k < 9; ++k) o[k] = b[k];\n}\n");
        return run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200"}).of("k");
    };
    const json before = opened("b[n % 9] = value;");
    EXPECT_EQ(at(before, "/compile/stack_frame_bytes"), 72);
    const std::string code = "b[k] = k == i ? value : b[k]";
    EXPECT_THAT(before["causes"][0]["repair"]["change"].get<std::string>(), HasSubstr(code));
    std::string written = code;
    written.replace(written.find("== i"), 4, "== n % 9");
    const json after = opened("\n#pragma unroll\n        for (int k = 0; k < 9; ++k) " + written + ";");
    EXPECT_EQ(at(after, "/compile/stack_frame_bytes"), 0);
}

TEST_F(Repairs, TheRepairOfALoopNamesTheLoopsThatAreEnough)
{
    SKIP_WITHOUT_COMPILER();
    const auto kernel = [](const std::string& count) {
        return "__global__ void k(const float* in, float* out, int n)\n{\n    float w[48];\n#pragma unroll" + count +
               "\n    for (int i = 0; i < 48; ++i) w[i] = in[i];\n    float s = 0;\n"
               "    for (int r = 0; r < n; ++r) s = s * 2 + in[r];\n#pragma unroll" +
               count + "\n    for (int i = 0; i < 48; ++i) s += w[47 - i] * in[i + 48];\n    out[0] = s;\n}\n";
    };
    const json before = opened(kernel(" 1"));
    EXPECT_EQ(at(before, "/compile/stack_frame_bytes"), 192);
    EXPECT_EQ(at(before, "/causes/0/repair/change"), "#pragma unroll before the loops in lines 5 and 9");
    EXPECT_EQ(at(before, "/causes/0/repair/stack_frame_bytes"), 0);
    EXPECT_EQ(at(opened(kernel("")), "/compile/stack_frame_bytes"), 0);
}

TEST_F(Repairs, TheRepairOfAnArrayInAStructNamesItsMember)
{
    SKIP_WITHOUT_COMPILER();
    const auto kernel = [](const std::string& count) {
        return "struct Histogram { int bins[8]; int all; };\n"
               "__global__ void k(const int* in, int* out, int n)\n{\n    Histogram h = {};\n"
               "    for (int j = 0; j < n; ++j) {\n        const int i = in[j];\n        " +
               count + "\n        ++h.all;\n    }\n    for (int j = 0; j < 8; ++j) out[j] = h.bins[j] + h.all;\n}\n";
    };
    const json before = opened(kernel("h.bins[i]++;"));
    EXPECT_GE(at(before, "/compile/stack_frame_bytes"), 32);
    const json repair = before["causes"][0]["repair"];
    EXPECT_THAT(repair["change"].get<std::string>(), HasSubstr("in place of h.bins[i]"));
    const std::string code = "h.bins[k] = k == i ? value : h.bins[k]";
    EXPECT_THAT(repair["change"].get<std::string>(), HasSubstr(code));
    std::string written = code;
    written.replace(written.find(" value "), 7, " h.bins[k] + 1 ");
    const json after = opened(kernel("\n#pragma unroll\n        for (int k = 0; k < 8; ++k) " + written + ";"));
    EXPECT_EQ(at(after, "/compile/stack_frame_bytes"), repair["stack_frame_bytes"]);
    EXPECT_EQ(repair["stack_frame_bytes"], 0);
}

/// A copy in a variable would be in local memory too.
TEST_F(Repairs, AWrittenParameterWithARunTimeIndexIsSelected)
{
    SKIP_WITHOUT_COMPILER();
    const json kernel = opened(
        "struct Camera { float m[16], origin[4]; };\n__global__ void k(Camera cam, const int* which, float* out)\n{\n"
        "    const int t = threadIdx.x;\n"
        "    for (int r = 0; r < 3; ++r) cam.m[which[t + r] & 15] += cam.m[which[t + r + 9] & 15];\n    float s = 0;\n"
        "    for (int i = 0; i < 16; ++i) s += cam.m[i] * cam.origin[i & 3];\n    out[t] = s;\n}\n");
    const json cause = kernel["causes"][0];
    EXPECT_EQ(cause["kind"], "parameter_copy");
    EXPECT_THAT(cause["evidence"].get<std::string>(), HasSubstr("a copy of the whole parameter"));
    EXPECT_EQ(at(cause, "/repair/kind"), "select");
    EXPECT_THAT(at(cause, "/repair/change").get<std::string>(), HasSubstr("in place of cam.m[i] and cam.origin[i]"));
    EXPECT_EQ(at(cause, "/repair/stack_frame_bytes"), 0);
}

/// Two called functions whose arrays have the same name, and share bytes of the kernel's frame.
TEST_F(Repairs, ARepairIsOfOneDeclaration)
{
    SKIP_WITHOUT_COMPILER();
    const auto function = [](const std::string& name, const std::string& count) {
        return "__device__ __noinline__ float " + name + "(const float* x, int n) { float v[" + count +
               "]; for (int i = 0; i < " + count + "; ++i) v[i] = x[i]; for (int i = 0; i < n; ++i) v[(i * n) % " +
               count + "] += v[i % " + count + "]; return v[n % " + count + "]; }\n";
    };
    const json kernel =
        opened(function("small", "10") + function("large", "30") +
               "__global__ void k(const float* x, float* o, int n) { o[0] = small(x, n) + large(x, n); }\n");
    EXPECT_EQ(at(kernel, "/compile/stack_frame_bytes"), 120);
    std::map<int, json> by_line;
    for (const json& cause : kernel["causes"]) by_line[cause["line"].get<int>()] = cause;
    ASSERT_EQ(by_line.size(), 2U) << kernel["causes"].dump(2);
    EXPECT_EQ(by_line[2]["bytes"], 120);
    EXPECT_EQ(at(by_line[2], "/repair/stack_frame_bytes"), 40) << "the small one stays";
    EXPECT_EQ(by_line[1]["bytes"], 0);
    EXPECT_THAT(by_line[1]["evidence"].get<std::string>(), HasSubstr("the larger frame of another called function"));
    EXPECT_TRUE(by_line[1]["repair"].is_null()) << "the large one stays";
}

/// The kernel's frame has the bytes of a called function: the repair tells that frame.
TEST_F(Repairs, TheRepairOfALoopInACalledFunctionTellsTheKernelsFrame)
{
    SKIP_WITHOUT_COMPILER();
    const auto kernel = [](const std::string& count) {
        return "__device__ __noinline__ float called(const float* x)\n{\n    float w[48];\n#pragma unroll" + count +
               "\n    for (int i = 0; i < 48; ++i) w[i] = x[i];\n    float s = 0;\n#pragma unroll" + count +
               "\n    for (int i = 0; i < 48; ++i) s += w[47 - i] * x[i + 48];\n    return s;\n}\n"
               "__global__ void k(const float* x, float* o, int n)\n{\n    float a[4] = {x[0], x[1], x[2], x[3]};\n"
               "    for (int i = 0; i < n; ++i) a[(i * n) % 4] += x[i];\n    o[0] = called(x) + a[n % 4];\n}\n";
    };
    const json before = opened(kernel(" 1"));
    const std::int64_t frame = at(before, "/compile/stack_frame_bytes").get<std::int64_t>();
    EXPECT_GE(frame, 192);
    json repair;
    for (const json& cause : before["causes"])
        if (cause["symbol"] == "w") repair = cause["repair"];
    ASSERT_FALSE(repair.is_null()) << before["causes"].dump(2);
    EXPECT_EQ(repair["stack_frame_bytes"], at(opened(kernel("")), "/compile/stack_frame_bytes"));
    EXPECT_EQ(repair["change"], "#pragma unroll before the loops in lines 5 and 8");
}

TEST_F(Repairs, AVolatileVariableIsNotCalledOneWithAnAddress)
{
    SKIP_WITHOUT_COMPILER();
    const json kernel = opened(
        "__global__ void k(const float* x, float* o, int n)\n{\n    volatile float c = 0;\n    float s = 0;\n"
        "    for (int i = threadIdx.x; i < n; i += 4096) {\n        float y = x[i] - c, u = s + y;\n"
        "        c = (u - s) - y, s = u;\n    }\n    o[threadIdx.x] = s;\n}\n");
    EXPECT_EQ(at(kernel, "/causes/0/kind"), "declared_volatile");
    EXPECT_EQ(at(kernel, "/causes/0/symbol"), "c");
}

}  // namespace
}  // namespace spillway::commands
