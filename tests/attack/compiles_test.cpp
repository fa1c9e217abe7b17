// A kernel that takes the compiler to its limits, or asks it for other files: it costs its own answer only.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/worker_client/dispatcher.h"
#include "tests/attack/made_experiment.h"
#include "tests/commands/run_json.h"
#include "tests/support/h200.h"
#include "tests/support/slow_nvcc.h"

namespace spillway::attack {
namespace {

namespace fs = std::filesystem;
using commands::Environment;
using commands::Finished;
using commands::spillway;
using commands::TemporaryFolder;

const Environment no_cache = {{"SPILLWAY_CACHE_DIR", "none"}};
const Environment one_second = {{"SPILLWAY_CACHE_DIR", "none"}, {"SPILLWAY_COMPILE_SECONDS", "1"}};

/// 2 to the power of `depth` instances of a template; N chooses who gets them.
std::string template_bomb(const std::string& depth)
{
    return "template <int N, int M> struct F { static const unsigned v = F<N - 1, 2 * M>::v + F<N - 1, 2 * M + 1>::v; "
           "};\n"
           "template <int M> struct F<0, M> { static const unsigned v = 1; };\n"
           "template <int N> __global__ void k(float* out) { out[threadIdx.x] = F<(" +
           depth + "), 1>::v; }\n";
}

struct Answer {
    Finished finished;
    nlohmann::json result;
    [[nodiscard]] std::string message() const { return result.value("message", nlohmann::json("")).dump(); }
};

Answer run_kernel(const MadeExperiment& experiment, const Environment& environment)
{
    const TemporaryFolder folder;
    write(experiment, folder.path());
    Answer answer;
    answer.finished = spillway(
        {"run", experiment.name, "--catalogue", folder.path(), "--trust", "--gpu", "h200", "--json"}, environment);
    const auto json = nlohmann::json::parse(answer.finished.output, nullptr, false);
    if (json.is_array() && !json.empty()) answer.result = json.front();
    EXPECT_FALSE(answer.result.is_null()) << answer.finished.output << answer.finished.errors;
    if (answer.result.is_null()) answer.result = nlohmann::json::object();
    return answer;
}

bool is_confined()
{
    for (const auto& finding : commands::run_json({"doctor"}).json)
        if (finding.value("name", "") == "compiler's confinement") return finding.value("found", false);
    return false;
}

TEST(Compiles, ATemplateBombIsStoppedAfterItsTime)
{
    SKIP_WITHOUT_COMPILER();
    MadeExperiment experiment;
    experiment.kernel = template_bomb("24");
    const auto begin = std::chrono::steady_clock::now();
    const Answer answer = run_kernel(experiment, one_second);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
    EXPECT_EQ(answer.finished.status, 3) << answer.finished.errors;
    EXPECT_EQ(answer.result.value("status", ""), "compile_error");
    EXPECT_NE(answer.message().find("stopped after 1 s"), std::string::npos) << answer.message();
}

/// By NVRTC as by nvcc.
TEST(Compiles, AFileOfManyKernelsHasThreeTimesAsLong)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "bomb.cu").string();
    std::ofstream(file) << template_bomb("24") << "template __global__ void k<1>(float*);\n";
    Environment nvrtc_alone = one_second;
    nvrtc_alone.insert({"SPILLWAY_NVCC", "none"});
    const Finished finished = spillway({"open", file, "--trust", "--gpu", "h200", "--json"}, nvrtc_alone);
    EXPECT_EQ(finished.status, 3) << finished.errors;
    EXPECT_NE(finished.output.find("stopped after 3 s, this file's time limit"), std::string::npos) << finished.output;
}

/// By its command line, by the .spillway.json beside it, or not at all.
TEST(Compiles, AFileHasAsLongAsItsUserAllows)
{
    const TemporaryFolder folder;
    const tests::SlowNvcc slow(folder.path() / "cuda");
    if (!slow.is_there()) GTEST_SKIP() << "no ptxas here";
    const std::string file = folder.file("slow.cu");
    std::ofstream(file) << tests::four_second_file;
    Environment environment = one_second;
    environment["SPILLWAY_NVCC"] = slow.nvcc();
    const auto open = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"open", file, "--trust", "--gpu", "h200", "--json", "--quick"};
        words.insert(words.end(), more.begin(), more.end());
        return spillway(words, environment);
    };
    const Finished stopped = open({});
    EXPECT_EQ(stopped.status, 3) << stopped.errors;
    EXPECT_NE(stopped.output.find("stopped after 3 s"), std::string::npos) << stopped.output;
    EXPECT_NE(stopped.output.find("--compile-seconds"), std::string::npos) << stopped.output;
    const Finished whole = open({"--compile-seconds", "300"});
    EXPECT_EQ(whole.status, 0) << whole.output << whole.errors;
    EXPECT_NE(whole.output.find("\"waits\""), std::string::npos) << whole.output;
    std::ofstream(folder.file(".spillway.json")) << R"({"compile_seconds": 300})";
    EXPECT_EQ(open({}).status, 0);
    EXPECT_EQ(open({"--compile-seconds", "1"}).status, 3) << "the command line goes before it";
    const Finished wrong = open({"--compile-seconds", "0"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.errors.find("1 to 3600"), std::string::npos) << wrong.errors;
}

TEST(Compiles, AGigabyteOfInitialisersIsStoppedAtItsMemory)
{
    SKIP_WITHOUT_COMPILER();
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "the sanitizer's shadow memory leaves no bound to set";
#endif
    MadeExperiment experiment;
    experiment.kernel = "__device__ int big[250000000] = {1};\n" + experiment.kernel +
                        "template <int N> __global__ void uses(float* out) { out[0] = big[threadIdx.x]; }\n";
    experiment.entry = "uses<{n}>";
    const Environment half_a_gigabyte = {
        {"SPILLWAY_CACHE_DIR", "none"}, {"SPILLWAY_COMPILE_MIB", "512"}, {"SPILLWAY_COMPILE_SECONDS", "30"}};
    const Answer answer = run_kernel(experiment, half_a_gigabyte);
    EXPECT_EQ(answer.result.value("status", ""), "compile_error");
    EXPECT_NE(answer.message().find("more than 512 MiB"), std::string::npos) << answer.message();
}

TEST(Compiles, OneThatNeverEndsDelaysNobodyElse)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    MadeExperiment experiment;
    experiment.kernel = template_bomb("N == 3 ? 24 : 1");
    write(experiment, folder.path());
    Environment environment = one_second;
    environment["SPILLWAY_WORKER_THREADS"] = "2";
    const Finished run = spillway({"sweep", "strange", "--catalogue", folder.path(), "--trust", "--gpu", "h200",
                                   "--axis", "n=[1:12]", "--json", "-"},
                                  environment);
    const auto results = nlohmann::json::parse(run.output, nullptr, false);
    ASSERT_TRUE(results.is_array()) << run.output << run.errors;
    ASSERT_EQ(results.size(), 12U);
    for (const auto& result : results)
        EXPECT_EQ(result.value("status", ""), result["parameters"]["n"] == 3 ? "compile_error" : "ok");
}

TEST(Compiles, OneThatNeverEndsIsStoppedWhenItIsWithdrawn)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    MadeExperiment made;
    made.kernel = template_bomb("N == 3 ? 24 : 1");
    const auto experiment = catalogue::load_experiment(write(made, folder.path()));
    ASSERT_TRUE(experiment);
    const model::Gpu gpu = tests::h200();
    setenv("SPILLWAY_CACHE_DIR", "none", 1);
    setenv("SPILLWAY_WORKER_THREADS", "1", 1);
    worker_client::Dispatcher dispatcher({commands::program("spillway-worker").string()}, {});
    dispatcher.add_source(catalogue::source_text(*experiment));
    const auto ask = [&](std::int64_t n, std::optional<worker_client::Answer>& answer) {
        protocol::Run run;
        model::Values values = catalogue::initial_values(*experiment, gpu);
        values["n"] = n;
        run.job = *catalogue::make_job(*experiment, experiment->variants.front(), values, gpu);
        return dispatcher.submit(run, [&answer](const worker_client::Answer& given) { answer = given; });
    };
    const auto until = [&](auto done, std::chrono::seconds most) {
        const auto end = std::chrono::steady_clock::now() + most;
        while (!done() && std::chrono::steady_clock::now() < end) dispatcher.wait_and_poll(0.01);
        return done();
    };
    std::optional<worker_client::Answer> usual, endless, after;
    ask(1, usual);
    ASSERT_TRUE(until([&] { return usual.has_value(); }, std::chrono::seconds(60))) << "the helper is ready";
    const std::uint64_t id = ask(3, endless);
    EXPECT_FALSE(until([&] { return endless.has_value(); }, std::chrono::seconds(1))) << "being measured";
    dispatcher.cancel({id});
    const auto withdrawn = std::chrono::steady_clock::now();
    ASSERT_TRUE(until([&] { return endless.has_value(); }, std::chrono::seconds(5)));
    std::printf("withdrawn in its middle: ended after %.0f ms\n",
                std::chrono::duration<double>(std::chrono::steady_clock::now() - withdrawn).count() * 1e3);
    EXPECT_TRUE(std::holds_alternative<protocol::Dropped>(*endless));
    ask(5, after);
    ASSERT_TRUE(until([&] { return after.has_value(); }, std::chrono::seconds(60))) << "its thread is free again";
    EXPECT_EQ(std::get<protocol::Result>(*after).result.status, model::Status::ok);
}

TEST(Compiles, AHelperThatIsKilledIsReplaced)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    MadeExperiment experiment;
    experiment.kernel = template_bomb("N == 2 ? 24 : 1");
    write(experiment, folder.path());
    Environment environment = one_second;
    environment["SPILLWAY_WORKER_THREADS"] = "1";
    const Finished run = spillway({"sweep", "strange", "--catalogue", folder.path(), "--trust", "--gpu", "h200",
                                   "--axis", "n=[2,5,2,6]", "--json", "-"},
                                  environment);
    const auto results = nlohmann::json::parse(run.output, nullptr, false);
    ASSERT_TRUE(results.is_array()) << run.output << run.errors;
    for (const auto& result : results)
        EXPECT_EQ(result.value("status", ""), result["parameters"]["n"] == 2 ? "compile_error" : "ok")
            << result.dump(1);
}

TEST(Compiles, TheyReadNothingButCudasOwnFiles)
{
    SKIP_WITHOUT_COMPILER();
    if (!is_confined()) GTEST_SKIP() << "this kernel has no Landlock";
    // A header of CUDA's that includes what a macro says, and the macro says what the stranger wants.
    MadeExperiment prints;
    prints.kernel =
        "#include <thrust/detail/config.h>\n#undef __THRUST_HOST_SYSTEM_ROOT\n#define __THRUST_HOST_SYSTEM_ROOT "
        "/etc/passwd>\n#include <thrust/iterator/detail/host_system_tag.h>\n" +
        prints.kernel;
    const Answer answer = run_kernel(prints, no_cache);
    EXPECT_EQ((answer.finished.output + answer.finished.errors).find("root:"), std::string::npos)
        << answer.finished.output;
    EXPECT_EQ(answer.result.value("status", ""), "compile_error");
}

TEST(Compiles, WithoutLandlockTheyTellNothingOfOtherFilesEither)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    std::ofstream(folder.file("secret")) << "the_first_line_of_a_secret;\n";
    const std::string file = folder.file("mine.cu");
    std::ofstream(file) << "#include <thrust/detail/config.h>\n#undef __THRUST_HOST_SYSTEM_ROOT\n"
                           "#define __THRUST_HOST_SYSTEM_ROOT " +
                               folder.file("secret") +
                               ">\n#include <thrust/iterator/detail/host_system_tag.h>\n"
                               "__global__ void k(float* p) { p[0] = 1; }\n";
    const std::string good = folder.file("good.cu");
    std::ofstream(good) << "__global__ void k(float* p) { p[0] = 1; }\n";
    const std::string wrong = folder.file("wrong.cu");
    std::ofstream(wrong) << "__global__ void k(float* p) { p[0] = not_declared; }\n";
    Environment environment = commands::test_environment();
    environment["SPILLWAY_CACHE_DIR"] = "none";
    const auto open = [&](const std::string& opened, std::vector<std::string> before) {
        before.insert(before.begin(), WITHOUT_LANDLOCK);
        for (const std::string& word :
             {commands::program("spillway").string(), std::string("open"), opened, std::string("--trust"),
              std::string("--json"), std::string("--gpu"), std::string("h200")})
            before.push_back(word);
        return commands::run(before, environment);
    };
    for (const std::vector<std::string>& without :
         {std::vector<std::string>{}, std::vector<std::string>{"--no-namespaces"}}) {
        EXPECT_EQ(open(good, without).status, 0);
        const Finished told = open(wrong, without);
        EXPECT_NE((told.output + told.errors).find("not_declared"), std::string::npos) << "its own words are shown";
        const Finished strange = open(file, without);
        EXPECT_EQ(strange.status, 3) << strange.errors;
        EXPECT_EQ((strange.output + strange.errors).find("the_first_line"), std::string::npos)
            << strange.output << strange.errors;
    }
}

/// Whether a user may have a namespace here where there is no Landlock.
bool has_namespaces()
{
    const Finished doctor = commands::run({WITHOUT_LANDLOCK, commands::program("spillway").string(), "doctor"},
                                          commands::test_environment());
    return doctor.output.find("a mount namespace") != std::string::npos;
}

// A whole .cu goes to nvcc, whose preprocessor is the host's own: it includes what a path or a macro names. The header
// is good code, so that only its being out of reach refuses it.
TEST(Compiles, NvccReadsNothingOfAnotherFolder)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder others, folder;
    const std::string secret = others.file("secret.h");
    std::ofstream(secret) << "#define SECRET 7\n";
    Environment environment = commands::test_environment();
    environment["SPILLWAY_CACHE_DIR"] = "none";
    const auto open = [&](std::vector<std::string> words, const std::string& text) {
        std::ofstream(folder.file("mine.cu")) << text << "__global__ void k(float* p) { p[0] = 1; }\n"
                                              << "int main() { return 0; }\n";
        for (const std::string& word :
             {commands::program("spillway").string(), std::string("open"), folder.file("mine.cu"),
              std::string("--trust"), std::string("--json"), std::string("--gpu"), std::string("h200")})
            words.push_back(word);
        return commands::run(words, environment);
    };
    std::vector<std::vector<std::string>> systems;
    if (is_confined()) systems.push_back({});
    if (has_namespaces()) systems.push_back({WITHOUT_LANDLOCK});
    if (systems.empty()) GTEST_SKIP() << "this kernel has neither Landlock nor namespaces for its users";
    for (const auto& system : systems) {
        EXPECT_EQ(open(system, "#include <cstdio>\n").status, 0);
        for (const std::string& line : {"#include \"" + secret + "\"\n", "#define P <" + secret + ">\n#include P\n",
                                        "#if __has_include(\"" + secret + "\")\n#else\n#error not there\n#endif\n"}) {
            const Finished told = open(system, line);
            EXPECT_EQ(told.status, 3) << line << told.output << told.errors;
            EXPECT_EQ((told.output + told.errors).find("SECRET"), std::string::npos) << line << told.output;
        }
    }
}

// The next worker removes the temporary folder of a killed one.
TEST(Compiles, AKilledWorkersFolderIsRemovedByTheNext)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder temporary, folder;
    std::ofstream(folder.file("good.cu")) << "__global__ void k(float* p) { p[0] = 1; }\n";
    const std::filesystem::path left = temporary.path() / "spillway-work-999999999-abcdef";
    const std::filesystem::path others = temporary.path() / "spillway-work-notes";
    const std::filesystem::path young = temporary.path() / "spillway-work-999999998-abcdef";
    for (const auto& place : {left, others, young}) {
        std::filesystem::create_directories(place);
        std::ofstream(place / "a.cu") << "text";
    }
    std::ofstream(left / ".worker.lock") << "999999999";  // the system has released it
    Environment environment = commands::test_environment();
    environment["TMPDIR"] = temporary.path().string();
    environment["SPILLWAY_CACHE_DIR"] = "none";
    EXPECT_EQ(commands::run({commands::program("spillway").string(), "open", folder.file("good.cu"), "--trust",
                             "--json", "--gpu", "h200"},
                            environment)
                  .status,
              0);
    EXPECT_FALSE(std::filesystem::exists(left));
    EXPECT_TRUE(std::filesystem::exists(young)) << "its worker may be starting, on another machine";
    EXPECT_TRUE(std::filesystem::exists(others / "a.cu")) << "a folder that no worker made stays";
}

TEST(Compiles, TheyCannotAskWhichFilesThereAre)
{
    SKIP_WITHOUT_COMPILER();
    // In every disguise the answer is the same for a file that is there and for one that is not.
    const std::string disguises[] = {
        "#define A(x) __has_##x\n#if A(include)(\"PATH\")\n#error THERE\n#endif\n",
        "#define P(a, b) a##b\n#define Q(a, b) P(a, b)\n#if Q(__has, _include)(\"PATH\")\n#error THERE\n#endif\n",
        "#define H __has_include\n#if H(\"PATH\")\n#error THERE\n#endif\n",
        "#if __has_include(\"PATH\")\n#error THERE\n#endif\n",
    };
    for (const std::string& disguise : disguises) {
        MadeExperiment experiment;
        std::string with_path = disguise;
        with_path.replace(with_path.find("PATH"), 4, "/etc/passwd");
        experiment.kernel = with_path + experiment.kernel;
        const Answer answer = run_kernel(experiment, no_cache);
        EXPECT_EQ(answer.message().find("#error directive: THERE"), std::string::npos) << disguise << answer.message();
    }
}

TEST(Compiles, HelpersDoNotOutliveTheProgram)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    MadeExperiment experiment;
    experiment.kernel = template_bomb("24");
    write(experiment, folder.path());
    Environment environment = no_cache;
    environment.merge(commands::test_environment());
    // A name of its own in the environment tells this test's processes from all others.
    const std::string mark = "SPILLWAY_TEST_MARK=" + folder.path().string();
    environment["SPILLWAY_TEST_MARK"] = folder.path().string();
    // How many of its processes have these words in their command.
    const auto processes = [&](const char* words) {
        int count = 0;
        std::error_code gone;
        for (const auto& entry : fs::directory_iterator("/proc", gone)) {
            const std::string command = commands::read_text(entry.path() / "cmdline");
            if (command.find(words) == std::string::npos) continue;
            if (commands::read_text(entry.path() / "environ").find(mark) != std::string::npos) ++count;
        }
        return count;
    };
    std::optional<commands::Process> program;
    const auto until = [&](auto done) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        bool is_done = false;
        while (!(is_done = done()) && std::chrono::steady_clock::now() < deadline)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return is_done;
    };
    program.emplace(std::vector<std::string>{commands::program("spillway"), "run", "strange", "--catalogue",
                                             folder.path(), "--trust", "--gpu", "h200"},
                    environment);
    ASSERT_TRUE(until([&] { return processes("--compile-helper") > 0; }));
    program->send_signal(SIGKILL);
    // Not the helpers alone: as long as the worker lives, it may start another. And not once only: in the middle of
    // being started a process has no environment to be known by.
    int times_none = 0;
    EXPECT_TRUE(until([&] { return (times_none = processes("") == 0 ? times_none + 1 : 0) == 10; }));
}

}  // namespace
}  // namespace spillway::attack
