#include "app/compiler/causes/cause_trials.h"

#include "app/compiler/causes/library_trials.h"
#include "tests/compiler/causes.h"
#include "tests/compiler/kernels.h"
#include "tests/compiler/waiting_nvrtc.h"

namespace spillway::compiler {
namespace {

constexpr const char* two_kernels = R"(enum Kind { plain, fast };
__global__ void other(float* out)
{
    float wide[64];
    for (int j = 0; j < 64; ++j) wide[j] = out[j * threadIdx.x];
    out[0] = wide[threadIdx.x & 63];
}
template <Kind kind, int N> __global__ void k(float* out, int n)
{
    float table[N];
    for (int j = 0; j < N; ++j) table[j] = out[j * threadIdx.x];
    out[1] = table[n & 7] * kind;
}
template <Kind kind> void run(float* out)
{
    k<kind, 8><<<1, 32>>>(out, 3);
    k<kind, 16><<<1, 32>>>(out, 3);
}
template void run<fast>(float*);
)";

/// The causes said "did not compile" of a trial that was stopped.
TEST(StoppedTrials, AreNotSaidNotToCompile)
{
    DiskCache disk({}, 0, [](const model::Error&) {});
    CompileService service(waiting_toolchain(), disk);
    const model::CompileRequest request = request_for("k");
    const model::SourceText source{request.source_hash, "k.cu",
                                   "__global__ void k(float* out) { out[0] = sinf(out[1]); }\n"};
    bool is_over_question = true;  // the first question comes before the compile
    const StopQuestion stops_the_compile = [&] { return !std::exchange(is_over_question, false); };
    Trials trials(service, request, source, stops_the_compile);
    Functions seen;
    seen["k"].report.name = "k";
    seen["k"].locals.bytes = 28;
    CauseFacts facts;
    try_library(trials, request, seen, facts);
    EXPECT_FALSE(is_over_question) << "a trial began";
    EXPECT_TRUE(facts.library.empty());
    EXPECT_FALSE(facts.not_compiled.contains(Trial::library));
}

TEST(StoppedTrials, ATrialsOwnTimeLimitIsNoRefusalOfTheCompiler)
{
    DiskCache disk({}, 0, [](const model::Error&) {});
    CompileService service(late_toolchain(), disk);
    const model::CompileRequest request = request_for("k");
    const model::SourceText source{request.source_hash, "k.cu",
                                   "__global__ void k(float* out) { out[0] = sinf(out[1]); }\n"};
    const StopQuestion never;
    Trials trials(service, request, source, never);
    Functions seen;
    seen["k"].report.name = "k";
    seen["k"].locals.bytes = 28;
    CauseFacts facts;
    try_library(trials, request, seen, facts);
    EXPECT_TRUE(trials.took_too_long());
    EXPECT_FALSE(facts.not_compiled.contains(Trial::library));
    EXPECT_FALSE(trials.is_over()) << "other trials go on";
}

class TrialsOfAFile : public CausesOf {
protected:
    void SetUp() override
    {
        CausesOf::SetUp();
        if (!service_.tools().nvcc) GTEST_SKIP() << service_.tools().nvcc.error().line();
        source_ = {catalogue::content_hash(text_), "k.cu", text_};
        request_.source_hash = source_.hash;
        request_.entry = "k<(Kind)1, 8>";
        request_.arch = "sm_90";
        request_.whole_file = request_.line_info = true;
        unedited_ = service_.get(request_, source_, {}).compiled;
        ASSERT_FALSE(unedited_->error) << unedited_->error->line();
        trials_.emplace(service_, request_, source_, never_);
        trials_->compare_compilers_with(*unedited_);
    }

    [[nodiscard]] static bool has(const std::string& text, const std::string& words)
    {
        return text.find(words) != std::string::npos;
    }

    const StopQuestion never_;
    const std::string text_ = catalogue::bundled({{{"k.cu", two_kernels}}, {}});
    model::SourceText source_;
    model::CompileRequest request_;
    std::shared_ptr<const Compiled> unedited_;
    std::optional<Trials> trials_;
};

TEST_F(TrialsOfAFile, CompileTheOneKernelAndNoOtherInstance)
{
    EXPECT_FALSE(has(trials_->text(), "wide")) << trials_->text();
    EXPECT_TRUE(has(trials_->text(), "table"));
    const NvrtcResult made = trials_->compile_to_ptx({});
    ASSERT_TRUE(made.compiled) << made.log;
    EXPECT_TRUE(has(unedited_->ptx, unedited_->entry));
    EXPECT_TRUE(has(made.output.ptx, ".entry " + unedited_->entry)) << made.output.ptx;
    EXPECT_FALSE(has(made.output.ptx, "_Z1kIL4Kind1ELi16EEvPfi")) << "another instance";
}

TEST_F(TrialsOfAFile, AnEditThatOnlyNvccTakesIsCompiledByNvcc)
{
    // Only nvcc reads the host's headers.
    const std::string words =
        "\n#include <sys/stat.h>\n__device__ int bytes_of_stat() { return sizeof(struct stat); }\n";
    const NvrtcResult made = trials_->compile_to_ptx({{trials_->text().size(), 0, words, 0}});
    ASSERT_TRUE(made.compiled) << made.log;
    EXPECT_TRUE(has(made.output.ptx, "_Z1kIL4Kind1ELi16EEvPfi")) << "nvcc makes all instances";
}

}  // namespace
}  // namespace spillway::compiler
