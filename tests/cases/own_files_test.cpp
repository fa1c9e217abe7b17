// The command line of a user's own files: words that are left out, settings that are wrong, and compilers that are
// stopped.

#include <csignal>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>
#include <unistd.h>

#include "tests/cases/own_files_fixture.h"

namespace spillway::commands {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// A cell of the first row of a file that a sweep has written.
std::string csv_cell(const std::string& file, const std::string& column)
{
    std::ifstream in(file);
    std::string head, row, name, value;
    std::getline(in, head);
    std::getline(in, row);
    std::istringstream names(head), values(row);
    while (std::getline(names, name, ',') && std::getline(values, value, ','))
        if (name == column) return value;
    ADD_FAILURE() << "no column " << column << " in " << head;
    return "0";
}

TEST_F(OwnFiles, WordsThatChangeNoKernelAreNamed)
{
    SKIP_WITHOUT_COMPILER();
    const JsonRun run = open({"--nvcc", "-o x.o -Xcompiler -Wall -O0 -arch=sm_80 -rdc=true"});
    EXPECT_THAT(
        run.finished.errors,
        HasSubstr("note: --nvcc: \"-o x.o\", \"-Xcompiler -Wall\", \"-O0\" and \"-arch=sm_80\" are left out: they "
                  "change no kernel's code here (--gpu chooses the architecture)\n"));
    EXPECT_THAT(at(run.of("k"), "/notes/0").get<std::string>(), HasSubstr("\"-O0\" and \"-arch=sm_80\" are left out"));
    const JsonRun plain = open({"--nvcc", "-rdc=true"});
    EXPECT_EQ(plain.finished.errors, "");
    EXPECT_TRUE(plain.of("k")["notes"].is_null());
}

TEST_F(OwnFiles, ABlockThatTheFileDoesNotShowIsSaidToBeAssumed)
{
    SKIP_WITHOUT_COMPILER();
    EXPECT_TRUE(open({}).of("k")["notes"].is_null()) << "the file shows it";
    write("k.cu", "__global__ void k(float* p) { p[threadIdx.x] = 1; }\n");
    EXPECT_EQ(at(open({}).of("k"), "/notes/0"),
              "No launch of it was found in the file: Spillway assumes 256 threads per block.");
    EXPECT_TRUE(open({"--set", "block_size=64"}).of("k")["notes"].is_null()) << "the user says it";
}

TEST_F(OwnFiles, ACompileCommandsFileThatCannotBeReadIsSaid)
{
    SKIP_WITHOUT_COMPILER();
    write("build/compile_commands.json", "[{\"directory\":");
    const JsonRun broken = open({});
    EXPECT_EQ(broken.finished.status, 0);
    EXPECT_THAT(broken.finished.errors,
                HasSubstr("compile_commands.json: this is no JSON array of commands, so its options are not used; "));
    EXPECT_THAT(at(broken.of("k"), "/notes/0").get<std::string>(), HasSubstr("this is no JSON array"));

    write("build/compile_commands.json",
          json::array(
              {{{"directory", top.string()}, {"file", "k.cu"}, {"command", "nvcc -O2 -Xcicc -opt-level=1 -c k.cu"}}})
              .dump());
    const JsonRun whole = open({});
    EXPECT_THAT(whole.finished.errors,
                HasSubstr("\"-Xcicc -opt-level=1\" is left out, since Spillway does not take it"));
    EXPECT_THAT(whole.finished.errors, Not(HasSubstr("-O2"))) << "a project's own words";
}

TEST_F(OwnFiles, AnEntryOfACompileCommandsFileThatCannotBeUsedIsSaid)
{
    SKIP_WITHOUT_COMPILER();
    const auto note_of = [&](std::vector<json> entries) {
        write("compile_commands.json", json(std::move(entries)).dump());
        const JsonRun run = open({});
        EXPECT_EQ(run.finished.status, 0);
        const json& kernel = run.of("k");
        return kernel["notes"].is_null() ? std::string() : kernel["notes"][0].get<std::string>();
    };
    const auto with = [&](const std::string& key, const json& value) {
        json entry{{"directory", top.string()}, {"file", "k.cu"}};
        entry[key] = value;
        return entry;
    };
    const json good = with("command", "nvcc -rdc=true -c k.cu");
    EXPECT_EQ(note_of({good}), "");
    EXPECT_EQ(note_of({good, good}), "") << "the same command twice";
    EXPECT_THAT(note_of({good, with("command", "nvcc -c k.cu")}),
                HasSubstr("compile_commands.json: of 2 commands for k.cu, the first is used; "));
    const std::string begin = "compile_commands.json: the entry for k.cu ";
    EXPECT_THAT(note_of({with("command", "nvcc -DNAME=\\\"x -c 'k.cu")}),
                HasSubstr(begin + "has a \"command\" with a quote that does not close"));
    EXPECT_THAT(note_of({with("output", "k.o")}), HasSubstr(begin + "has no \"command\" and no \"arguments\""));
    EXPECT_THAT(note_of({with("command", 3)}), HasSubstr(begin + "has a \"command\" that is no text"));
    EXPECT_THAT(note_of({with("arguments", "nvcc")}), HasSubstr(begin + "has \"arguments\" that are no array"));
    EXPECT_THAT(note_of({with("arguments", {"nvcc", 7})}),
                HasSubstr(begin + "has \"arguments\" that are not all text"));
    EXPECT_THAT(note_of({with("directory", 1)}), HasSubstr(begin + "has no \"directory\" that is text"));
    EXPECT_THAT(note_of({with("file", 1)}), HasSubstr("compile_commands.json: 1 entry has no \"file\" that is text"));
    EXPECT_EQ(note_of({with("file", 1), good}), "") << "the file's own entry is there";
    EXPECT_THAT(note_of({with("command", "nvcc @rsp.txt -c k.cu")}),
                HasSubstr("\"@rsp.txt\" is left out, since Spillway does not take it"));
}

TEST_F(OwnFiles, AHeaderBelowAFolderWithABlankIsFound)
{
    SKIP_WITHOUT_COMPILER();
    const std::string use =
        "__global__ void k(float* p) { __shared__ float a[H]; a[threadIdx.x % H] = p[threadIdx.x]; __syncthreads(); "
        "p[0] = a[(int)p[1] % H]; }\nint main() { k<<<1, 64>>>(nullptr); }\n";
    write("inc/sub dir/h.h", "#include \"more of it/size.h\"\n");
    write("inc/sub dir/more of it/size.h", "#define H 4\n");
    write("k.cu", "#include \"sub dir/h.h\"\n" + use);
    for (const char* const nvcc : {"", "none"}) {
        const Environment changes{{"SPILLWAY_NVCC", nvcc}};
        const JsonRun run = open({"-I", "inc"}, *nvcc != '\0' ? changes : Environment{});
        EXPECT_EQ(at(run.of("k"), "/compile/static_shared_bytes"), 16) << run.finished.errors << nvcc;
    }
    write("my inc/two words.h", "#define H 8\n");
    write("k.cu", "#include <two words.h>\n" + use);
    const JsonRun run = open({"-I", "my inc"});
    EXPECT_EQ(at(run.of("k"), "/compile/static_shared_bytes"), 32) << run.finished.errors;
}

TEST_F(OwnFiles, AnIncludeFolderThatDoesNotExistIsSaid)
{
    SKIP_WITHOUT_COMPILER();
    fs::create_directories(top / "inc");
    const JsonRun typed = open({"-I", "nosuch", "-I", "inc", "--nvcc", "-isystem none"});
    EXPECT_THAT(typed.finished.errors, HasSubstr("note: -I: there is no folder \"nosuch\" here or beside the file\n"));
    EXPECT_THAT(typed.finished.errors, HasSubstr("note: --nvcc -isystem: there is no folder \"none\" here"));
    EXPECT_THAT(typed.finished.errors, Not(HasSubstr("\"inc\"")));
    write(".spillway.json", R"({"include": ["inc", "lost"]})");
    EXPECT_EQ(at(open({}).of("k"), "/notes/0"), ".spillway.json: there is no folder \"lost\" beside the file");
}

TEST_F(OwnFiles, AMadeExperimentHasTheNumbersThatAreSet)
{
    write("k.cu",
          "#define N 8\n#define BLOCK 64\ntemplate <int R> __global__ void k(float* p) { p[N] = R; }\n"
          "int main() { k<3><<<1, BLOCK>>>(nullptr); }\n");
    const auto make = [&](std::vector<std::string> settings) {
        fs::remove_all(top / "made");
        std::vector<std::string> words{"open", (top / "k.cu").string(), "--make", (top / "made").string()};
        for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
        return spillway(words);
    };
    const Finished made = make({"N=16", "R=5", "BLOCK=128"});
    ASSERT_EQ(made.status, 0) << made.errors;
    const auto text_of = [&](const char* name) {
        std::ifstream in(top / "made" / name);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    EXPECT_THAT(text_of("kernel.cu"), HasSubstr("#define N 16\n#define BLOCK 128\n"));
    const json description = json::parse(text_of("experiment.json"), nullptr, false);
    ASSERT_TRUE(description.is_object());
    std::map<std::string, json> initial;
    for (const json& parameter : description["parameters"]) initial[parameter["label"]] = parameter["initial"];
    EXPECT_EQ(initial["N"], 16);
    EXPECT_EQ(initial["R"], 5);
    EXPECT_EQ(description["knobs"][0]["initial"], 128) << "as launched, with the sliders' numbers";
    for (const char* const wrong : {"NOSUCH=1", "N=x", "register_cap=32"}) {
        const Finished refused = make({wrong});
        EXPECT_EQ(refused.status, 2) << wrong;
        EXPECT_FALSE(fs::exists(top / "made")) << wrong;
    }
}

TEST_F(OwnFiles, ABlockThatIsNoWholeWarpsBecomesAnExperiment)
{
    SKIP_WITHOUT_COMPILER();
    write("k.cu", "__global__ void k(float* p) { p[threadIdx.x] = 1; }\nint main() { k<<<1, 48>>>(nullptr); }\n");
    const Finished made =
        spillway({"open", (top / "k.cu").string(), "--make", (top / "made").string(), "--trust", "--gpu", "h200"});
    ASSERT_EQ(made.status, 0) << made.errors;
    const JsonRun run = run_json({"run", "made", "--catalogue", top.string(), "--trust", "--gpu", "h200"});
    ASSERT_EQ(run.json.size(), 1U) << run.finished.errors;
    EXPECT_EQ(at(run.json[0], "/parameters/block_size"), 48);
}

TEST_F(OwnFiles, CommandsForExperimentsNameTheCommandForAFile)
{
    const std::string file = (top / "k.cu").string();
    for (const char* const command : {"run", "lesson", "check"}) {
        const Finished refused = spillway({command, file});
        EXPECT_EQ(refused.status, 2) << command;
        EXPECT_THAT(refused.errors, HasSubstr("this is a .cu of your own, no experiment")) << command;
        EXPECT_THAT(refused.errors, HasSubstr("`spillway open " + file + " --json --trust`")) << command;
    }
    EXPECT_THAT(spillway({"run", (top / "none.cu").string()}).errors, HasSubstr("there is no experiment"));
    EXPECT_THAT(spillway({"open", "-h"}).output, HasSubstr("causes of its local memory"));
}

TEST_F(OwnFiles, AWrongTimeLimitIsNamedWithWhatIsRight)
{
    for (const char* const value : {"0", "-1", "\"300\"", "3601", "1.5", "null", "true", "[1]"}) {
        write(".spillway.json", std::string("{\"compile_seconds\": ") + value + "}");
        const Finished refused = spillway({"open", (top / "k.cu").string(), "--trust", "--json"});
        EXPECT_EQ(refused.status, 2) << value;
        EXPECT_THAT(refused.errors, HasSubstr(std::string("\"compile_seconds\" is ") + value +
                                              "; give a whole number from 1 to 3600, as in 300"));
    }
    write(".spillway.json", R"({"include": "../common"})");
    EXPECT_THAT(spillway({"open", (top / "k.cu").string(), "--trust", "--json"}).errors,
                HasSubstr("\"include\" has a value of another kind; {\"include\": [\"../common\"]"));
}

TEST_F(OwnFiles, AnEndingInCapitalsIsThatOfACudaFile)
{
    SKIP_WITHOUT_COMPILER();
    write("UP.CU", "__global__ void up(float* p) { p[threadIdx.x] = 1; }\n");
    const std::string file = (top / "UP.CU").string();
    const JsonRun opened = run_json({"open", file, "--trust", "--quick", "--gpu", "h200"});
    EXPECT_EQ(opened.of("up")["status"], "ok") << opened.finished.errors;
    EXPECT_EQ(spillway({"sweep", file, "--trust", "--gpu", "h200", "--axis", "register_cap=[32,64]"}).status, 0);
    EXPECT_EQ(spillway({"run-here", file, "--trust"}).status, 0);
    EXPECT_THAT(
        spillway({"guard", top.string(), "--trust", "--gpu", "h200", "--budget", (top / "b.json").string(), "--update"})
            .output,
        HasSubstr("2 kernels"));
}

TEST_F(OwnFiles, NoSentenceEndsTwice)
{
    SKIP_WITHOUT_COMPILER();
    write("k.cu",
          "__global__ void k(float* p, int n)\n{\n    asm volatile(\"setmaxnreg.dec.sync.aligned.u32 40;\");\n"
          "    p[threadIdx.x * 32 + n] = 1;\n}\n"
          "int main() { k<<<1, 128>>>(nullptr, 2); }\n");
    const JsonRun run = open({});
    const std::string advice = run.of("k")["advice"].is_string() ? run.of("k")["advice"].get<std::string>() : "";
    EXPECT_THAT(advice, HasSubstr("the code runs on GPUs of sm_90 only. ")) << "another sentence follows";
    EXPECT_THAT(advice, Not(HasSubstr("..")));
}

TEST_F(OwnFiles, ASweepHasNoRowsForOtherKernelsArguments)
{
    SKIP_WITHOUT_COMPILER();
    write(
        "k.cu",
        "__global__ void plain(float* p) { p[threadIdx.x] = 1; }\n"
        "template <int N> __global__ void wide(float* p)\n{\n    for (int i = 0; i < N; ++i) p[threadIdx.x + i] = i;\n"
        "}\nint main() { plain<<<1, 32>>>(nullptr); wide<4><<<1, 32>>>(nullptr); }\n");
    const std::string out = (top / "rows.json").string();
    const Finished swept =
        spillway({"sweep", (top / "k.cu").string(), "--trust", "--gpu", "h200", "--axis", "N=[2,4,8]", "--json", out});
    ASSERT_EQ(swept.status, 0) << swept.errors;
    std::map<std::string, int> rows;
    for (const json& row : json::parse(std::ifstream(out))) {
        ++rows[row["variant"]];
        EXPECT_EQ(row["parameters"].contains("N"), row["variant"] == "wide") << row["variant"];
    }
    EXPECT_EQ(rows["plain"], 1);
    EXPECT_EQ(rows["wide"], 3);
    const Finished table =
        spillway({"sweep", (top / "k.cu").string(), "--trust", "--gpu", "h200", "--axis", "N=[2,4]"});
    EXPECT_EQ(table.status, 0) << table.errors;
    EXPECT_THAT(table.output, HasSubstr("-  plain"));
}

/// The frame of a called function, and a recursion's level: the table, the file for a spreadsheet, the budget and the
/// causes tell one stack.
TEST_F(OwnFiles, TheSpillsOfACalledFunctionCountForTheKernelEverywhere)
{
    SKIP_WITHOUT_COMPILER();
    fs::copy_file(fs::path(SPILLWAY_CASES) / "called_spills.cu", top / "called_spills.cu");
    const std::string file = (top / "called_spills.cu").string();
    const std::string csv = (top / "t.csv").string(), budget = (top / "b.json").string();
    ASSERT_EQ(spillway({"sweep", file, "--trust", "--gpu", "h200", "--axis", "block_size=[64]", "--csv", csv}).status,
              0);
    ASSERT_EQ(spillway({"guard", file, "--gpu", "h200", "--budget", budget, "--trust", "--update"}).status, 0);
    const json kernel = run_json({"open", file, "--trust", "--gpu", "h200"}).of("outer");
    std::int64_t stores = 0;
    for (const json& function : at(kernel, "/compile/functions")) stores += function["spill_store_bytes"].get<int>();
    EXPECT_GT(stores, at(kernel, "/compile/spill_store_bytes").get<std::int64_t>()) << "the called function spills";
    EXPECT_EQ(csv_cell(csv, "spill_store_bytes"), std::to_string(stores));
    std::ifstream written(budget);
    EXPECT_EQ(at(json::parse(written), "/kernels/called_spills.cu/outer/sm_90/spill_store_bytes"), stores);
}

TEST_F(OwnFiles, TheStackOfAKernelHasOneSizeEverywhere)
{
    SKIP_WITHOUT_COMPILER();
    const std::map<std::string, std::string> texts{
        {"called",
         "__device__ __noinline__ float pick(const float* p, int n)\n{\n    float kept[24];\n"
         "    for (int i = 0; i < 24; ++i) kept[i] = p[i * 32];\n    return kept[n % 24];\n}\n"
         "__global__ void k(float* p, int n) { p[threadIdx.x] = pick(p, n); }\n"},
        {"recursion beside a frame",
         "__device__ __noinline__ int fib(int n)\n{\n    int t[16];\n    t[n % 16] = n;\n"
         "    if (n < 2) return n + t[1];\n    return fib(n - 1) + fib(n - 2);\n}\n"
         "__global__ void k(int* o, int n)\n{\n    int a[32];\n    for (int i = 0; i < 32; ++i) a[i] = o[i];\n"
         "    o[threadIdx.x] = fib(a[n % 32]);\n}\n"},
        {"recursion",
         "__device__ __noinline__ int fib(int n)\n{\n    int t[16];\n    t[n % 16] = n;\n"
         "    if (n < 2) return n + t[1];\n    return fib(n - 1) + fib(n - 2);\n}\n"
         "__global__ void k(int* o, int n) { o[threadIdx.x] = fib(n); }\n"},
    };
    for (const auto& [name, text] : texts) {
        write("k.cu", text);
        const std::string csv = (top / (name + ".csv")).string(), budget = (top / (name + ".json")).string();
        const Finished swept = spillway(
            {"sweep", (top / "k.cu").string(), "--trust", "--gpu", "h200", "--axis", "block_size=[64]", "--csv", csv});
        ASSERT_EQ(swept.status, 0) << swept.errors;
        const std::string stack = csv_cell(csv, "stack_bytes");
        // ptxas counts the array of a function that is called in the kernel's own frame, but not a recursion.
        const int frame = std::stoi(csv_cell(csv, "stack_frame_bytes"));
        EXPECT_EQ(std::stoi(stack) > frame, name != "called") << name << ": " << stack << " and " << frame;
        EXPECT_GE(std::stoi(stack), 64) << name;
        EXPECT_THAT(
            spillway({"sweep", (top / "k.cu").string(), "--trust", "--gpu", "h200", "--axis", "block_size=[64]"})
                .output,
            testing::ContainsRegex(" stack .*\n.* " + stack + " "))
            << name;
        ASSERT_EQ(
            spillway({"guard", (top / "k.cu").string(), "--gpu", "h200", "--budget", budget, "--trust", "--update"})
                .status,
            0);
        EXPECT_EQ(std::to_string(
                      at(json::parse(std::ifstream(budget)), "/kernels/k.cu/k/sm_90/stack_frame_bytes").get<int>()),
                  stack)
            << name;
        const json result = run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200"}).of("k");
        EXPECT_EQ(at(result, "/compile/stack_level_bytes").is_null(), name == "called") << name;
        std::int64_t of_causes = 0;
        for (const json& cause : result["causes"]) of_causes += cause["bytes"].get<std::int64_t>();
        EXPECT_EQ(std::to_string(of_causes), stack) << name << result["causes"].dump(2);
    }
}

TEST_F(OwnFiles, AStackThatPtxasCannotCountIsNotedByGuard)
{
    SKIP_WITHOUT_COMPILER();
    write("k.cu",
          "typedef float (*Op)(float);\n__device__ float half(float x) { return x / 2; }\n"
          "__device__ float twice(float x) { return x * 2; }\n__device__ Op ops[2] = {half, twice};\n"
          "__global__ void k(float* p, int n) { p[0] = ops[n](p[1]); }\n");
    const std::string budget = (top / "b.json").string();
    const std::vector<std::string> words{"guard",  (top / "k.cu").string(), "--gpu", "h200", "--budget", budget,
                                         "--trust"};
    std::vector<std::string> update = words;
    update.emplace_back("--update");
    ASSERT_EQ(spillway(update).status, 0);
    const Finished guarded = spillway(words);
    EXPECT_EQ(guarded.status, 0);
    EXPECT_THAT(guarded.output + guarded.errors, HasSubstr("its stack can exceed the budget unseen"));
}

/// The one cap that a file's own build options set.
TEST_F(OwnFiles, ACapOfTheBuildOptionsIsTheCauseOfItsSpills)
{
    SKIP_WITHOUT_COMPILER();
    write("k.cu",
          "__global__ void k(const float* in, float* out, int n)\n{\n    float acc[40];\n#pragma unroll\n"
          "    for (int k = 0; k < 40; ++k) acc[k] = in[k * n];\n    for (int r = 0; r < n; ++r)\n#pragma unroll\n"
          "        for (int k = 0; k < 40; ++k) acc[k] = acc[k] * in[r] + acc[(k + 7) % 40];\n#pragma unroll\n"
          "    for (int k = 0; k < 40; ++k) out[k * n] = acc[k];\n}\n");
    const json result =
        run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200", "--nvcc", "-maxrregcount=32"}).of("k");
    ASSERT_GT(at(result, "/compile/spill_store_bytes").get<int>(), 0);
    ASSERT_EQ(result["causes"].size(), 1U) << result["causes"].dump(2);
    EXPECT_EQ(at(result, "/causes/0/repair/kind"), "without_bounds") << result["causes"].dump(2);
    EXPECT_EQ(at(result, "/causes/0/repair/spill_store_bytes"), 0);
}

/// A table whose elements are constants is the commonest array in local memory.
TEST_F(OwnFiles, ATableOfConstantsIsRepairedByStaticConst)
{
    SKIP_WITHOUT_COMPILER();
    const auto opened = [&](const std::string& declared, const std::string& more) {
        write("k.cu", "__global__ void k(float* o, int i)\n{\n    " + declared +
                          " t[12] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048};\n    " + more +
                          "o[0] = t[i] * t[i + 1];\n}\n");
        return run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200"}).of("k");
    };
    for (const char* const declared : {"const float", "float", "constexpr float"}) {
        const json result = opened(declared, "");
        ASSERT_EQ(result["causes"].size(), 1U) << result["causes"].dump(2);
        EXPECT_EQ(at(result, "/causes/0/repair/kind"), "static_const") << declared << result["causes"].dump(2);
        EXPECT_EQ(at(result, "/causes/0/repair/stack_frame_bytes"), 0) << declared;
    }
    EXPECT_EQ(at(opened("static const float", ""), "/compile/stack_frame_bytes"), 0) << "as the repair says";
    EXPECT_NE(at(opened("float", "t[i + 2] = o[1]; "), "/causes/0/repair/kind"), "static_const") << "it is written";
}

TEST_F(OwnFiles, AVolatileArrayHasNoSelectionAsItsRepair)
{
    SKIP_WITHOUT_COMPILER();
    write("k.cu",
          "__global__ void k(float* o, int i)\n{\n    volatile float a[16];\n"
          "    for (int k = 0; k < 16; ++k) a[k] = o[k];\n    o[0] = a[i];\n}\n");
    const json result = run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200"}).of("k");
    ASSERT_EQ(result["causes"].size(), 1U) << result["causes"].dump(2);
    EXPECT_EQ(result["causes"][0]["symbol"], "a");
    EXPECT_TRUE(at(result, "/causes/0/repair").is_null()) << result["causes"].dump(2);
}

/// A virtual call reaches no function of another type, and alloca() is no stack of 0 bytes.
TEST_F(OwnFiles, PointersReachFunctionsOfTheirTypeAndAllocaIsNotDenied)
{
    SKIP_WITHOUT_COMPILER();
    write(
        "k.cu",
        "typedef float (*Call)(float);\n"
        "__device__ __noinline__ float big(float x) { volatile float all[30]; all[(int)x & 15] = x; return all[3]; }\n"
        "__device__ Call table[1] = {big};\n"
        "struct Base { __device__ virtual float go(float) = 0; };\n"
        "struct One : Base { float k[5]; __device__ float go(float x) override { return x + k[(int)x % 5]; } };\n"
        "struct Two : Base { __device__ float go(float x) override { return x * 3; } };\n"
        "__global__ void k(float* o, int i)\n{\n    One a; Two b;\n"
        "    for (int k = 0; k < 5; k++) a.k[k] = o[k];\n"
        "    Base* p = i ? (Base*)&a : (Base*)&b;\n    o[0] = p->go(o[1]);\n}\n"
        "__global__ void grows(int* o, int n)\n{\n    int* a = (int*)alloca(n * 4);\n"
        "    for (int k = 0; k < n; k++) a[k] = o[k];\n    o[0] = a[o[1]];\n}\n");
    const JsonRun run = run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200"});
    const json result = run.of("k");
    std::int64_t bytes = 0;
    for (const json& cause : result["causes"]) bytes += cause["bytes"].get<std::int64_t>();
    EXPECT_EQ(bytes, at(result, "/compile/cumulative_stack_bytes")) << result["causes"].dump(2);
    const json grows = run.of("grows");
    EXPECT_EQ(at(grows, "/compile/stack_level_bytes"), 0);
    EXPECT_THAT(grows["advice"].get<std::string>(), HasSubstr("alloca()"));
}

TEST_F(OwnFiles, WithoutADisassemblerLinesAreSaidToBeMissing)
{
    SKIP_WITHOUT_COMPILER();
    const JsonRun run =
        open({"--lines"}, {{"SPILLWAY_NVDISASM", "none"}, {"SPILLWAY_CUOBJDUMP", "none"}, {"PATH", "/usr/bin:/bin"}});
    if (!run.of("k")["lines"].is_null()) GTEST_SKIP() << "this machine's disassembler cannot be hidden";
    EXPECT_THAT(run.finished.errors, HasSubstr("note: --lines: there are no lines without a disassembler: "));
    EXPECT_THAT(at(run.of("k"), "/notes/0").get<std::string>(), HasSubstr("--lines"));
}

/// Polls until the question is answered with yes; false after two minutes.
bool wait_until(const std::function<bool()>& question)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (!question()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

TEST_F(OwnFiles, AnInterruptionDuringTheCausesLeavesTheNumbers)
{
    SKIP_WITHOUT_COMPILER();
    // A worker that never answers a request for causes.
    write("worker.sh", "#!/bin/bash\nwhile IFS= read -r line; do case $line in *'\"causes\"'*) touch '" +
                           (top / "asked").string() + "';; *) printf '%s\\n' \"$line\";; esac; done | '" +
                           program("spillway-worker").string() + "'\n");
    fs::permissions(top / "worker.sh", fs::perms::owner_all);
    Process command({program("spillway").string(), "open", (top / "k.cu").string(), "--trust", "--json", "--gpu",
                     "h200", "--worker", (top / "worker.sh").string()},
                    test_environment());
    ASSERT_TRUE(wait_until([&] { return fs::exists(top / "asked"); })) << command.errors();
    command.send_signal(SIGINT);
    ASSERT_TRUE(command.wait(std::chrono::minutes(1)));
    const json results = json::parse(command.output(), nullptr, false);
    ASSERT_EQ(results.size(), 1U) << command.output() << command.errors();
    EXPECT_TRUE(at(results[0], "/compile/registers").is_number()) << results[0]["message"];
    EXPECT_TRUE(results[0]["causes"].is_null());
    EXPECT_THAT(command.errors(), HasSubstr("the causes or lines of some kernels are missing"));
}

/// Process ids of programs with this word on their command line.
std::set<std::string> running_with(const std::string& word)
{
    std::set<std::string> found;
    std::error_code error;
    for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
        const std::string line = read_text(at->path() / "cmdline");
        if (line.find(word) != std::string::npos && line.starts_with("sleep"))
            found.insert(at->path().filename().string());
    }
    return found;
}

/// A toolkit whose nvcc starts a compiler that never ends, as nvcc does.
class EndlessCompiler : public OwnFiles {
protected:
    void SetUp() override
    {
        OwnFiles::SetUp();
        write("cuda/bin/nvcc",
              "#!/bin/sh\ncase \"$1\" in\n--version) echo 'Cuda compilation tools, release 13.0, V13.0.88';;\n"
              "*) sleep " +
                  seconds + " & wait;;\nesac\n");
        write("cuda/bin/ptxas", "#!/bin/sh\n");
        for (const char* const program : {"nvcc", "ptxas"})
            fs::permissions(top / "cuda/bin" / program, fs::perms::owner_all);
    }
    [[nodiscard]] Environment with_it() const
    {
        Environment all = test_environment();
        all["SPILLWAY_NVCC"] = (top / "cuda").string();
        return all;
    }
    [[nodiscard]] std::vector<std::string> opened(const std::string& compile_seconds) const
    {
        return {program("spillway").string(),
                "open",
                (top / "k.cu").string(),
                "--trust",
                "--quick",
                "--json",
                "--gpu",
                "h200",
                "--compile-seconds",
                compile_seconds};
    }
    /// No other process has this word.
    const std::string seconds = "86" + std::to_string(getpid());
};

TEST_F(EndlessCompiler, EndsWithTheCommand)
{
    Process command(opened("600"), with_it());
    ASSERT_TRUE(wait_until([&] { return !running_with(seconds).empty(); })) << command.errors();
    command.send_signal(SIGTERM);
    EXPECT_TRUE(command.wait(std::chrono::minutes(1)));
    EXPECT_TRUE(wait_until([&] { return running_with(seconds).empty(); })) << "the compiler outlived the command";
}

TEST_F(EndlessCompiler, IsStartedOnceForAFileThatTakesTooLong)
{
    write("k.cu", "__global__ void a(float* p) { *p = 1; }\n__global__ void b(float* p) { *p = 1; }\n");
    std::set<std::string> compilers;
    Process command(opened("1"), with_it());
    EXPECT_TRUE(wait_until([&] {
        compilers.merge(running_with(seconds));
        return command.wait(std::chrono::milliseconds(1));
    }));
    EXPECT_EQ(compilers.size(), 1);
    const json results = json::parse(command.output(), nullptr, false);
    ASSERT_EQ(results.size(), 2) << command.output() << command.errors();
    for (const json& result : results) EXPECT_EQ(result["compile_stopped"], "time") << result["message"];
    EXPECT_EQ(results[0]["variant"], "a");
    EXPECT_EQ(results[1]["variant"], "b");
}

}  // namespace
}  // namespace spillway::commands
