// The command line of a user's own files: words that are left out, and settings that are wrong or missing.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "tests/cases/own_files_fixture.h"

namespace spillway::commands {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

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
    EXPECT_THAT(note_of({with("command", 3)}), HasSubstr(begin + "has a \"command\" that is not a text"));
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

TEST_F(OwnFiles, AnExperimentMadeOfAFileKeepsTheOptionsForNvcc)
{
    SKIP_WITHOUT_COMPILER();
    write("k.cu", "__global__ void k(float* p) { p[threadIdx.x] = 1; }\nint main() { k<<<1, 64>>>(nullptr); }\n");
    write(".spillway.json", R"({"options": ["--extended-lambda", "-Xptxas -O1"]})");
    const Finished made =
        spillway({"open", (top / "k.cu").string(), "--make", (top / "made").string(), "--trust", "--gpu", "h200"});
    ASSERT_EQ(made.status, 0) << made.errors;
    const json settings = json::parse(read_text(top / "made/.spillway.json"), nullptr, false);
    EXPECT_EQ(settings.value("options", json::array()), json({"--extended-lambda", "-Xptxas=-O1"})) << settings;
    const JsonRun run = run_json({"run", "made", "--catalogue", top.string(), "--trust", "--gpu", "h200"});
    ASSERT_EQ(run.json.size(), 1U) << run.finished.errors;
    EXPECT_TRUE(at(run.json[0], "/compile/registers").is_number()) << run.json[0];
}

TEST_F(OwnFiles, CommandsForExperimentsNameTheCommandForAFile)
{
    const std::string file = (top / "k.cu").string();
    for (const char* const command : {"run", "lesson", "check"}) {
        const Finished refused = spillway({command, file});
        EXPECT_EQ(refused.status, 2) << command;
        EXPECT_THAT(refused.errors, HasSubstr("this is a .cu of your own, not an experiment")) << command;
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

TEST_F(OwnFiles, WithoutADisassemblerLinesAreSaidToBeMissing)
{
    SKIP_WITHOUT_COMPILER();
    const JsonRun run =
        open({"--lines"}, {{"SPILLWAY_NVDISASM", "none"}, {"SPILLWAY_CUOBJDUMP", "none"}, {"PATH", "/usr/bin:/bin"}});
    if (!run.of("k")["lines"].is_null()) GTEST_SKIP() << "this machine's disassembler cannot be hidden";
    EXPECT_THAT(run.finished.errors, HasSubstr("note: --lines: there are no lines without a disassembler: "));
    EXPECT_THAT(at(run.of("k"), "/notes/0").get<std::string>(), HasSubstr("--lines"));
}

}  // namespace
}  // namespace spillway::commands
