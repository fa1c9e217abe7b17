// A learner's own .cu as an experiment: what is read beside it, what its kernels become, what is written down of it.

#include "app/catalogue/plain/plain_experiment.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/formula.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/job.h"
#include "app/catalogue/made_experiment.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/catalogue/plain/file_settings.h"
#include "tests/support/scratch_folder.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

constexpr const char* program = R"(#define TILE 32
template <typename T, int Radius = 4> __global__ void blur(const T* in, T* out, int n) {}
extern "C" __global__ void plain(float* out) {}
int main()
{
    const int block = 4 * TILE;
    blur<float, 7><<<8, block, 16 * sizeof(float)>>>(nullptr, nullptr, 0);
    blur<double, 3><<<8, block>>>(nullptr, nullptr, 0);
    plain<<<8, dim3(16, 16)>>>(nullptr);
}
)";

struct FilesTest : testing::Test {
    void SetUp() override
    {
        top = scratch_folder("whole-files");
        fs::create_directories(top / "src/sub");
        fs::create_directories(top / "common");
    }
    void TearDown() override { fs::remove_all(top); }
    void write(const std::string& name, const std::string& text) const { std::ofstream(top / name) << text; }
    [[nodiscard]] std::vector<std::string> gathered_from(const std::string& text,
                                                         const BuildSettings& settings = {}) const
    {
        write("src/a.cu", text);
        std::vector<std::string> paths;
        for (const SourceFile& file : gathered(top / "src/a.cu", text, settings).files) paths.push_back(file.path);
        return paths;
    }
    fs::path top;
};

TEST_F(FilesTest, HeadersBesideAboveAndInIncludeFoldersGoAlong)
{
    write("src/tile.h", "#include \"sub/deep.h\"\n");
    write("src/sub/deep.h", "#include \"../other.h\"\n");
    write("src/other.h", "");
    write("common/book.h", "");
    write("common/named.cuh", "");
    EXPECT_THAT(gathered_from("#include \"tile.h\"\n"), ElementsAre("a.cu", "tile.h", "sub/deep.h", "other.h"));
    EXPECT_THAT(gathered_from("#include \"../common/book.h\"\n#include <named.cuh>\n", {{"../common"}, {}, ""}),
                ElementsAre("src/a.cu", "common/book.h", "common/named.cuh"));
    for (const char* here : {".", "./", "../src", "sub/.."}) {
        const auto files = gathered(top / "src/a.cu", "#include <tile.h>\n", {{here}, {}, ""});
        EXPECT_TRUE(unbundled(bundled(files))) << here;
        EXPECT_EQ(files.files.size(), 4U) << here;
    }
}

TEST_F(FilesTest, NothingHiddenGoesAlongAndNothingThatIsNoHeader)
{
    write("src/.token.h", "secret");
    write("src/secret", "secret");
    write("src/key.pem", "secret");
    fs::create_directories(top / "src/.git");
    write("src/.git/x.h", "secret");
    EXPECT_THAT(gathered_from("#include \".token.h\"\n#include \"secret\"\n#include \"key.pem\"\n"
                              "#include \".git/x.h\"\n#include \"/etc/passwd\"\n#include \"sub/../.token.h\"\n"
                              "#include \"-x.h\"\n#include \"a b.h\"\n#include \"$(x).h\"\n"),
                ElementsAre("a.cu"));
}

TEST_F(FilesTest, ANameWithoutAnEndingIsAHeaderBelowAFolderThatTheUserNames)
{
    fs::create_directories(top / "common/lib/detail");
    write("common/lib/config",
          "#include \"detail/__inner\"\n#include \"../notes.txt\"\n#include \"../../src/secret\"\n");
    write("common/lib/detail/__inner", "");
    write("common/notes.txt", "secret");
    write("src/secret", "secret");
    EXPECT_THAT(gathered_from("#include <lib/config>\n", {{"../common"}, {}, ""}),
                ElementsAre("src/a.cu", "common/lib/config", "common/lib/detail/__inner"));
}

TEST_F(FilesTest, ALibraryOfMoreThanAThousandHeadersGoesAlong)
{
    std::string all;
    for (int i = 0; i < 1200; ++i) {
        const std::string name = "part_" + std::to_string(i) + ".h";
        write("common/" + name, std::string(2000, ' ') + "\n");
        all += "#include <" + name + ">\n";
    }
    write("common/large.h", std::string(std::size_t{3} << 20, ' ') + "\n");  // such as a generated table
    write("common/all.h", all + "#include <large.h>\n");
    const SourceFiles files = gathered(top / "src/a.cu", "#include <all.h>\n", {{"../common"}, {}, ""});
    EXPECT_EQ(files.files.size(), 1203U);
    const std::string bundle = bundled(files);
    EXPECT_TRUE(unbundled(bundle));
    EXPECT_LT(nlohmann::json(bundle).dump().size(), std::size_t{32} << 20) << "protocol::max_line_bytes";
}

TEST_F(FilesTest, ThatFillALineToTheWorkerWithTheirEscapesStayBehind)
{
    std::string signs;
    for (int i = 0; i < (3 << 20); ++i) signs += "\"\\";
    for (const char* name : {"common/a.h", "common/b.h"}) write(name, "// " + signs + "\n");
    const SourceFiles files = gathered(top / "src/a.cu", "#include <a.h>\n#include <b.h>\n", {{"../common"}, {}, ""});
    ASSERT_EQ(files.files.size(), 2U);
    EXPECT_LT(nlohmann::json(bundled(files)).dump().size(), std::size_t{32} << 20) << "protocol::max_line_bytes";
}

TEST_F(FilesTest, TravelAsTheBytesTheyAre)
{
    std::string text = "// \xff\xfe caf\xe9 \xc3\xa9\r\n";
    text += '\0';
    const SourceFiles files{{{"src/a.cu", text}, {"common/x.h", "#pragma once\n"}},
                            {{"common"}, {{"N", "4"}, {"FLAG", ""}}, "c++20"}};
    const auto again = unbundled(bundled(files));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->files[0].text, text);
    EXPECT_EQ(again->files[1].path, "common/x.h");
    EXPECT_EQ(again->settings, files.settings);
    for (const std::string path : {"../a.cu", "/a.cu", "a/../../b.cu", ".hidden.cu", "a b.cu", "-x.cu", ""})
        EXPECT_FALSE(unbundled(bundled({{{path, ""}}, {}}))) << path;
    for (const std::string wrong : {"", "{}", "[]", R"({"files":[]})", R"({"files":[["a.cu"]]})"})
        EXPECT_FALSE(unbundled(wrong)) << wrong;
}

TEST_F(FilesTest, SettingsBesideAreReadAndCheckedByName)
{
    write("src/.spillway.json", R"({"include": ["../common"], "define": {"TILE": 32}, "standard": "c++20"})");
    auto settings = build_settings_beside(top / "src/a.cu");
    ASSERT_TRUE(settings) << settings.error().line();
    EXPECT_EQ(settings->macros[0].second, "32");
    write("src/.spillway.json", R"({"include": ["/opt/my headers"], "options": ["--extended-lambda", "-Xptxas -O1"]})");
    settings = build_settings_beside(top / "src/a.cu");
    ASSERT_TRUE(settings) << settings.error().line();
    EXPECT_THAT(settings->include_folders, ElementsAre("/opt/my headers"));
    EXPECT_THAT(settings->flags, ElementsAre("--extended-lambda", "-Xptxas=-O1"));
    write("src/.spillway.json", R"({"compile_seconds": 300})");
    EXPECT_EQ(build_settings_beside(top / "src/a.cu").value().most_seconds, 300);
    for (const char* wrong :
         {R"({"compile_seconds": 0})", R"({"compile_seconds": 99999999999})", R"({"compile_seconds": "300"})",
          R"({"include": [".hidden"]})", R"({"options": ["--run"]})", R"({"define": {"A B": "1"}})",
          R"j({"define": {"A": "$(x)"}})j", R"({"standard": "c++03"})", R"({"other": 1})", "[]", "{"}) {
        write("src/.spillway.json", wrong);
        settings = build_settings_beside(top / "src/a.cu");
        ASSERT_FALSE(settings) << wrong;
        EXPECT_THAT(settings.error().where, HasSubstr(".spillway.json"));
    }
}

TEST_F(FilesTest, ATimeLimitChangesNoSourceAndGoesIntoEachJob)
{
    write("a.cu", "__global__ void k(float* p) { p[0] = 1; }\n");
    write(".spillway.json", R"({"compile_seconds": 120})");
    auto file = load_plain_experiment(top / "a.cu").value();
    const auto job_of = [&](const BuildSettings& typed) {
        EXPECT_FALSE(make_ready(file, typed));
        take_kernels(file, {{"_Z1kPf"}});
        return make_job(file, file.variants[0], {}, load_gpus(SPILLWAY_SOURCE_DIR "/assets/gpus.json").value().back());
    };
    const auto beside = job_of({});
    ASSERT_TRUE(beside) << beside.error().line();
    EXPECT_EQ(beside->compile.most_seconds, 120);
    BuildSettings typed;
    typed.most_seconds = 600;
    const auto own = job_of(typed);
    ASSERT_TRUE(own) << own.error().line();
    EXPECT_EQ(own->compile.most_seconds, 600) << "the user's goes before the file's beside it";
    EXPECT_EQ(own->compile.source_hash, beside->compile.source_hash) << "the code is the same, and so is its key";
}

TEST_F(FilesTest, NamesThatAToolWouldObeyAreReplaced)
{
    fs::create_directories(top / "my $(work)");
    write("my $(work)/-x y.cu", "#include \"../common/book.h\"\n");
    write("common/book.h", "");
    const SourceFiles files = gathered(top / "my $(work)/-x y.cu", "#include \"../common/book.h\"\n", {});
    ASSERT_EQ(files.files.size(), 2U);
    EXPECT_EQ(files.files[0].path, "my___work_/_x_y.cu");
    EXPECT_TRUE(unbundled(bundled(files)));
}

std::int64_t threads_of(const model::Experiment& file, const char* variant, const model::Values& values = {})
{
    const auto job = make_job(file, *file.find_variant(variant), values, sample_gpu());
    EXPECT_TRUE(job) << job.error().line();
    return job ? job->threads_per_block() : 0;
}

/// As the compiler names what it makes of `program`.
const std::vector<EmittedKernel> emitted{{"_Z4blurIfLi7EEvPKT_PS0_i"}, {"_Z4blurIdLi3EEvPKT_PS0_i"}, {"plain"}};

TEST(PlainExperiment, ItsVariantsAreTheKernelsThatTheCompilerEmits)
{
    model::Experiment file = plain_experiment(program, "My Blur.cu");
    EXPECT_EQ(file.name, "my_blur");
    take_kernels(file, emitted);
    std::vector<std::string> entries;
    for (const model::Variant& variant : file.variants) entries.push_back(variant.name + ": " + variant.entry);
    EXPECT_THAT(entries,
                ElementsAre("blur: blur<{T}, {Radius}>",
                            "blur<double, 3>: void blur<double, 3>(double const*, double*, int)", "plain: plain"));
    EXPECT_EQ(std::get<std::int64_t>(file.find_parameter("Radius")->initial), 7);
    EXPECT_EQ(std::get<std::string>(file.find_parameter("T")->initial), "float");
    EXPECT_EQ(file.find_parameter("TILE")->scale, model::Scale::power_of_two);
    take_kernels(file, {{"_Z5otherv"}});
    EXPECT_EQ(file.variants.size(), 1U);
    EXPECT_EQ(file.find_parameter("Radius"), nullptr) << "a parameter goes with its kernel";
    take_kernels(file, {});
    EXPECT_EQ(file.variants.size(), 1U) << "without a kernel nothing changes";
}

TEST(PlainExperiment, ItsFocusIsOnTheFirstKernelWithLocalMemory)
{
    model::Experiment file = plain_experiment(program, "blur.cu");
    EXPECT_EQ(file.focus, file.variants.front().name) << "the text tells nothing of local memory";
    std::vector<EmittedKernel> kernels = emitted;
    take_kernels(file, kernels);
    EXPECT_EQ(file.focus, "blur");
    kernels[1].has_local_memory = kernels[2].has_local_memory = true;
    take_kernels(file, kernels);
    EXPECT_EQ(file.focus, "blur<double, 3>");
    model::CompileReport report;
    report.functions.resize(4);
    for (model::FunctionReport& function : report.functions) function.is_entry = true;
    report.functions[1].stack_frame_bytes = 8;
    report.functions[2].cumulative_stack_bytes = 8;
    report.functions[3].spill_load_bytes = 4;
    std::vector<bool> have;
    for (const EmittedKernel& kernel : kernels_in(report)) have.push_back(kernel.has_local_memory);
    EXPECT_THAT(have, ElementsAre(false, true, true, true));
}

TEST(PlainExperiment, BlockAndSharedMemoryAreThoseOfItsOwnLaunches)
{
    model::Experiment file = plain_experiment(program, "blur.cu");
    take_kernels(file, emitted);
    ASSERT_TRUE(file.variants[0].launch);
    EXPECT_EQ(file.variants[0].launch->dynamic_shared_bytes, "64");
    const auto threads = [&](model::Values values) {
        return make_job(file, file.variants[0], values, sample_gpu())->threads_per_block();
    };
    EXPECT_EQ(threads({}), 128);
    ASSERT_TRUE(file.variants[2].launch);
    EXPECT_EQ(file.variants[2].launch->block[1], "block_size == 0 ? (16) : 1");
}

TEST(PlainExperiment, EachHostFunctionMayHaveABlockOfItsOwn)
{
    model::Experiment file = plain_experiment(
        "#define TILE 16\n__global__ void tiled(float* p) {}\n__global__ void flat(float* p) {}\n"
        "void first()\n{\n    dim3 block(96), grid(8);\n    flat<<<grid, block>>>(nullptr);\n}\n"
        "int main()\n{\n    dim3 block(TILE, TILE), grid(4);\n    tiled<<<grid, block>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z5tiledPf"}, {"_Z4flatPf"}});
    const auto threads = [&](const char* variant, const model::Values& values) {
        const auto job = make_job(file, *file.find_variant(variant), values, sample_gpu());
        EXPECT_TRUE(job) << job.error().line();
        return job->threads_per_block();
    };
    EXPECT_EQ(threads("tiled", {}), 256);
    EXPECT_EQ(threads("tiled", {{"TILE", std::int64_t{32}}}), 1024);
    EXPECT_EQ(threads("flat", {}), 96);
}

TEST(PlainExperiment, ABlockThatIsMadeOfSlidersFollowsThem)
{
    model::Experiment file = plain_experiment(
        "#define TILE 16\n__global__ void tiled(float* p) {}\n"
        "template <int Size> __global__ void sized(float* p) {}\n__global__ void fixed(float* p) {}\n"
        "int main()\n{\n    const int per_thread = 4;\n    dim3 block(TILE, TILE), grid(8);\n"
        "    tiled<<<grid, block>>>(nullptr);\n    constexpr int chosen = 64;\n"
        "    sized<chosen><<<8, (chosen * 16) / (per_thread)>>>(nullptr);\n    fixed<<<8, 96>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z5tiledPf"}, {"_Z5sizedILi64EEvPf"}, {"_Z5fixedPf"}});
    const auto threads = [&](const char* variant, const model::Values& values) {
        const auto job = make_job(file, *file.find_variant(variant), values, sample_gpu());
        EXPECT_TRUE(job) << job.error().line();
        EXPECT_EQ(job->values.at("block_size"), model::Value(job->threads_per_block())) << "what the panels read";
        return job->threads_per_block();
    };
    const auto number = [](std::int64_t value) { return model::Value(value); };
    EXPECT_EQ(threads("tiled", {}), 256);
    EXPECT_EQ(threads("tiled", {{"TILE", number(32)}}), 1024);
    EXPECT_EQ(threads("tiled", {{"TILE", number(5)}}), 25) << "no multiple of a warp";
    EXPECT_EQ(threads("tiled", {{"TILE", number(32)}, {"block_size", number(256)}}), 256) << "set by hand";
    EXPECT_EQ(threads("sized", {}), 256);
    EXPECT_EQ(threads("sized", {{"Size", number(30)}}), 120);
    EXPECT_EQ(threads("fixed", {{"block_size", number(0)}}), 96);
    const model::Parameter& knob = *file.find_parameter("block_size");
    EXPECT_EQ(knob.initial, number(0));
    EXPECT_EQ(knob.zero_label, "as launched");
    const auto made = made_experiment(file, {{"TILE", number(32)}}, "mine");
    ASSERT_TRUE(made) << made.error().line();
    EXPECT_THAT(made->description, HasSubstr("\"initial\": 1024"));
}

TEST(PlainExperiment, ALaunchOfMacrosThatItsUserDefinesIsRead)
{
    model::Experiment file = plain_experiment(
        "__global__ void k(float* p) {}\nint main()\n{\n    k<<<1, dim3(TILE, ROWS), 4 * TILE>>>(nullptr);\n}\n",
        "mine.cu");
    file.build.macros = {{"TILE", "32"}, {"NAME", "x"}};
    file.build_beside.macros = {{"TILE", "4"}, {"ROWS", "8"}};
    take_kernels(file, {{"_Z1kPf"}});
    const auto job = make_job(file, file.variants.front(), {}, sample_gpu());
    ASSERT_TRUE(job) << job.error().line();
    EXPECT_EQ(job->threads_per_block(), 256);
    EXPECT_EQ(job->dynamic_shared_bytes, 128);
}

TEST(PlainExperiment, ALaunchThatEveryGpuRefusesIsToldAndNotTaken)
{
    model::Experiment file = plain_experiment(
        "#define WIDTH 64\n__global__ void k(float* p) {}\n__global__ void l(float* p) {}\nint main()\n{\n"
        "    const int size = 1280;\n    k<<<1, size>>>(nullptr);\n    l<<<1, dim3(WIDTH, WIDTH)>>>(nullptr);\n"
        "    l<<<1, 96>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z1kPf"}, {"_Z1lPf"}});
    EXPECT_EQ(threads_of(file, "k"), 256) << "not the block of another kernel";
    EXPECT_EQ(threads_of(file, "l"), 96);
    EXPECT_THAT(file.find_variant("k")->help, HasSubstr("Line 7 launches it with 1280 threads per block; a GPU takes"));
    EXPECT_THAT(file.find_variant("k")->help,
                HasSubstr("No launch of it can be used: Spillway assumes 256 threads per block."));
    EXPECT_THAT(file.find_variant("l")->help, HasSubstr("Line 8 launches it with 4096 threads"));
    EXPECT_THAT(file.find_variant("l")->help, HasSubstr("Line 9 launches it."));
}

TEST(PlainExperiment, KernelsOfOneNameInTwoNamespacesHaveLaunchesOfTheirOwn)
{
    const std::string kernels =
        "namespace a {\n__global__ void k(float* o) {}\n}\n__global__ void k(float* o) {}\n"
        "namespace b { namespace { __global__ void k(float* o) {} } }\n";
    const std::vector<EmittedKernel> three{{"_ZN1a1kEPf"}, {"_Z1kPf"}, {"_ZN1b12_GLOBAL__N_11kEPf"}};
    const auto made = [&](const std::string& launches) {
        model::Experiment file = plain_experiment(kernels + launches, "mine.cu");
        take_kernels(file, three);
        return file;
    };
    const char* const hidden = "b::(anonymous namespace)::k";
    model::Experiment file =
        made("int main()\n{\n    a::k<<<1, 64>>>(0);\n    k<<<1, 512>>>(0);\n    b::k<<<1, 32>>>(0);\n}\n");
    EXPECT_EQ(threads_of(file, "a::k"), 64);
    EXPECT_EQ(threads_of(file, "k"), 512);
    EXPECT_EQ(threads_of(file, hidden), 32);
    EXPECT_THAT(file.find_variant("k")->help, HasSubstr("The kernel of line 4. Line 9 launches it."));
    EXPECT_THAT(file.find_variant("a::k")->help, HasSubstr("The kernel of line 2. Line 8 launches it."));

    file = made("namespace a { void run() { k<<<1, 64>>>(0); ::k<<<1, 512>>>(0); } }\n");
    EXPECT_EQ(threads_of(file, "a::k"), 64);
    EXPECT_EQ(threads_of(file, "k"), 512);
    EXPECT_THAT(file.find_variant(hidden)->help, HasSubstr("No launch of it was found in the file"));

    file = made("int main() { k<<<1, 512>>>(0); }\n");
    EXPECT_EQ(threads_of(file, "k"), 512);
    EXPECT_EQ(threads_of(file, "a::k"), 256) << "no launch of it";
    EXPECT_THAT(file.find_variant("a::k")->launch_note, HasSubstr("No launch of it was found in the file"));
}

TEST(PlainExperiment, AUsingSaysWhichKernelOfANameIsLaunched)
{
    model::Experiment file = plain_experiment(
        "namespace a { __global__ void k(float* o) {} }\nnamespace b { __global__ void k(float* o) {} }\n"
        "void f() { using namespace a; k<<<1, 64>>>(0); }\nvoid g() { using b::k; k<<<1, 512>>>(0); }\n",
        "mine.cu");
    const std::vector<EmittedKernel> two{{"_ZN1a1kEPf"}, {"_ZN1b1kEPf"}};
    take_kernels(file, two);
    EXPECT_EQ(threads_of(file, "a::k"), 64);
    EXPECT_EQ(threads_of(file, "b::k"), 512);
    file = plain_experiment(
        "namespace a { __global__ void k(float* o) {} }\nnamespace b { __global__ void k(float* o) {} }\n"
        "#include \"usings.h\"\nint main() { k<<<1, 64>>>(0); }\n",
        "mine.cu");
    take_kernels(file, two);
    for (const char* name : {"a::k", "b::k"}) {
        EXPECT_EQ(threads_of(file, name), 256);
        EXPECT_THAT(
            file.find_variant(name)->launch_note,
            HasSubstr("The text does not tell which of 2 kernels of this name line 4 launches: Spillway assumes "
                      "256 threads per block."));
    }
}

TEST(PlainExperiment, ALaunchOfOverloadsIsTakenOnlyWhereItsArgumentsTell)
{
    const std::string kernels = "namespace b {\n__global__ void k(float* o) {}\n__global__ void k(double* o) {}\n}\n";
    const std::vector<EmittedKernel> two{{"_ZN1b1kEPf"}, {"_ZN1b1kEPd"}};
    model::Experiment file = plain_experiment(
        kernels + "void run(float* f, double* d)\n{\n    b::k<<<1, 128>>>(f);\n    b::k<<<1, 256>>>(d);\n}\n",
        "mine.cu");
    take_kernels(file, two);
    for (const char* name : {"b::k(float*)", "b::k(double*)"}) {
        const model::Variant& variant = *file.find_variant(name);
        EXPECT_THAT(variant.launch_note, HasSubstr("The text does not tell which of 2 kernels of this name line 7 and "
                                                   "others launch: Spillway assumes 256 threads per block."));
        EXPECT_THAT(variant.help, HasSubstr("The kernel of line 2 or 3."));
        EXPECT_EQ(threads_of(file, name), 256);
    }
    file = plain_experiment(kernels + "void run(float* f, double* d) { b::k<<<1, 64>>>(f); b::k<<<1, 64>>>(d); }\n",
                            "mine.cu");
    take_kernels(file, two);
    EXPECT_EQ(threads_of(file, "b::k(float*)"), 64) << "whichever it is, it has this block";
    EXPECT_EQ(threads_of(file, "b::k(double*)"), 64);

    const std::vector<EmittedKernel> counted{{"_Z1kPf"}, {"_Z1kPfi"}};
    const char* const launches = "int main()\n{\n    k<<<1, 128>>>(p);\n    k<<<1, 512>>>(p, 3);\n}\n";
    file = plain_experiment(
        std::string("__global__ void k(float* o) {}\n__global__ void k(float* o, int n) {}\n") + launches, "mine.cu");
    take_kernels(file, counted);
    EXPECT_EQ(threads_of(file, "k(float*)"), 128);
    EXPECT_EQ(threads_of(file, "k(float*, int)"), 512);
    file = plain_experiment(
        std::string("__global__ void k(float* o);\n__global__ void k(float* o, int n = 1);\n") + launches, "mine.cu");
    take_kernels(file, counted);
    EXPECT_EQ(threads_of(file, "k(float*, int)"), 512) << "alone takes two";
    EXPECT_THAT(file.find_variant("k(float*)")->launch_note, HasSubstr("The text does not tell"));
}

TEST(PlainExperiment, AnInstanceTakesNoLaunchOfAnotherOne)
{
    model::Experiment file = plain_experiment(
        "template <typename T> __global__ void k(T* o) {}\ntemplate <typename T> __global__ void l(T* o) {}\n"
        "template <typename T> void run(T* o) { l<<<1, 96>>>(o); }\n"
        "int main()\n{\n    k<<<1, 64>>>(f);\n    k<<<1, 512>>>(d);\n    run(f);\n    run(d);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z1kIfEvPT_"}, {"_Z1kIdEvPT_"}, {"_Z1lIfEvPT_"}, {"_Z1lIdEvPT_"}});
    for (const char* name : {"k", "k<double>"})
        EXPECT_THAT(file.find_variant(name)->launch_note, HasSubstr("The text does not tell which of 2 kernels"));
    EXPECT_EQ(threads_of(file, "l"), 96) << "one launch in a template of the host is of both";
    EXPECT_EQ(threads_of(file, "l<double>"), 96);
}

TEST(PlainExperiment, ALaunchWithAConfigurationIsRead)
{
    const std::string kernel = "template <int N, int M> __global__ void k(float* o, int n) {}\n";
    const auto made = [&](const std::string& body) {
        model::Experiment file =
            plain_experiment(kernel + "void run(bool big, float* p, int n)\n{\n" + body + "}\n", "mine.cu");
        take_kernels(file, {{"_Z1kILi4ELi8EEvPfi"}});
        return file;
    };
    const std::string begin = "    cudaLaunchConfig_t c = {};\n    c.gridDim = 8;\n    c.blockDim = dim3(96, 2);\n";
    const std::string launch = "    cudaLaunchKernelEx(&c, k<4, 8>, p, n);\n";
    const char* const bytes = "    c.dynamicSmemBytes = 60000;\n";
    const std::string constant = "    constexpr int rows = 24;\n    cudaLaunchConfig_t ";
    for (const std::string& body :
         {begin + bytes + launch, begin + bytes + "    cudaLaunchKernelExC(&c, (void*)&k<4, 8>, arguments);\n",
          begin + bytes + "    const int all = c.gridDim.x * c.blockDim.x;\n" + launch,
          begin + bytes + "    cudaOccupancyMaxActiveClusters(&clusters, k<4, 8>, &c);\n" + launch,
          constant + "c{8, dim3(96, 2), 60000, stream};\n" + launch,
          constant + "a = {}, c = {8, {96, 2}, 60000};\n" + launch,
          constant + "c{.gridDim = 8, .blockDim = {8 * rows}, .dynamicSmemBytes = 60000};\n" + launch,
          constant + "c;\n    c.blockDim.x = rows;\n    c.blockDim.y = 8;\n" + bytes + launch}) {
        const model::Experiment file = made(body);
        EXPECT_EQ(threads_of(file, "k"), 192) << body;
        ASSERT_TRUE(file.variants.front().launch) << body;
        EXPECT_EQ(file.variants.front().launch->dynamic_shared_bytes, "60000") << body;
    }
    for (const std::string& body :
         {"    cudaLaunchConfig_t c = made_elsewhere();\n" + launch, begin + "    choose(&c);\n" + launch,
          begin + "    if (big) c.blockDim = 512;\n" + launch,
          begin + "    if (big) { c.blockDim.x = 512; }\n" + launch, begin + "    c = other;\n" + launch,
          begin + "    c.blockDim *= 2;\n" + launch, begin + "    c.blockDim = n;\n" + launch,
          "    cudaLaunchKernelEx(configuration, k<4, 8>, p, n);\n" + launch}) {
        const model::Experiment file = made(body);
        EXPECT_EQ(threads_of(file, "k"), 256) << body;
        EXPECT_THAT(file.variants.front().launch_note, HasSubstr("No launch of it can be used")) << body;
    }
    // A configuration of another function with the same name counts there.
    const model::Experiment file =
        made(begin + launch + "}\nvoid other()\n{\n    cudaLaunchKernelEx(&c, k<4, 8>, p, n);\n");
    EXPECT_EQ(threads_of(file, "k"), 192);
}

TEST(PlainExperiment, AMacroOfMacrosAndADim3MacroAreRead)
{
    model::Experiment file = plain_experiment(
        "#define WARPS 4\n#define THREADS (32 * WARPS)\n#define SHAPE dim3(8, 4)\n#define LATER (2 * LAST)\n"
        "#define LAST 48\n__global__ void k(float* p) {}\n__global__ void l(float* p) {}\n"
        "__global__ void m(float* p) {}\nint main()\n{\n    k<<<1, THREADS>>>(nullptr);\n    l<<<1, "
        "SHAPE>>>(nullptr);\n"
        "    m<<<1, LATER>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z1kPf"}, {"_Z1lPf"}, {"_Z1mPf"}});
    EXPECT_EQ(threads_of(file, "k"), 128);
    EXPECT_EQ(threads_of(file, "k", {{"WARPS", std::int64_t{2}}}), 64);
    EXPECT_EQ(threads_of(file, "l"), 32);
    EXPECT_EQ(threads_of(file, "m"), 96);
}

TEST(PlainExperiment, ALaunchIsFoundBehindNamespacesAndByCudaLaunchKernel)
{
    model::Experiment file = plain_experiment(
        "namespace a { namespace { __global__ void hidden(int* p) {} } inline namespace v1 { __global__ void deep(int* "
        "p) "
        "{} } }\n__global__ void called(int* p) {}\nint main()\n{\n    a::hidden<<<1, 32>>>(0);\n"
        "    a::deep<<<1, 64>>>(0);\n    cudaLaunchKernel((const void*)&called, dim3(1), dim3(192), 0, 0, 0);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_ZN1a33_GLOBAL__N__b61c088a_4_n_cu__Z1xv6hiddenEPi"}, {"_ZN1a2v14deepEPi"}, {"_Z6calledPi"}});
    ASSERT_EQ(file.variants.size(), 3U);
    EXPECT_EQ(threads_of(file, file.variants[0].name.c_str()), 32);
    EXPECT_EQ(threads_of(file, "a::v1::deep"), 64);
    EXPECT_EQ(threads_of(file, "called"), 192);
}

TEST(PlainExperiment, AMacroOfTheBuildOptionsReplacesADefineBehindAnIfndef)
{
    const fs::path folder = scratch_folder("macros");
    std::ofstream(folder / "mine.cu") << "#ifndef TILE\n#define TILE 16\n#endif\n#define PAD 4\n"
                                         "#if !defined(NAME)\n#define NAME 3\n#endif\n"
                                         "__global__ void k(float* p) {}\nint main() { k<<<1, TILE>>>(nullptr); }\n";
    auto file = load_plain_experiment(folder / "mine.cu");
    ASSERT_TRUE(file);
    BuildSettings settings;
    settings.macros = {{"TILE", "32"}, {"PAD", "8"}, {"NAME", "other"}};
    EXPECT_FALSE(make_ready(*file, settings));
    const auto initial = [&](const char* name) { return std::get<std::int64_t>(file->find_parameter(name)->initial); };
    EXPECT_EQ(initial("TILE"), 32);
    EXPECT_THAT(file->find_parameter("TILE")->help, HasSubstr("A macro of the build options"));
    EXPECT_EQ(initial("PAD"), 4) << "the file's own #define comes later, and counts";
    EXPECT_EQ(file->find_parameter("NAME"), nullptr) << "no number";
    EXPECT_EQ(threads_of(*file, "k"), 32);
    auto files = unbundled(file->compiled_source);
    ASSERT_TRUE(files);
    write_numbers(*files, {{"TILE", 64}});
    EXPECT_EQ(files->settings.macros.front().second, "64") << "the compiler gets the slider's number";
    fs::remove_all(folder);
}

TEST(PlainExperiment, ItsChartsVaryANumberThatDeviceCodeUses)
{
    const auto axis_of = [](const std::string& device) {
        model::Experiment file =
            plain_experiment("#define ROUNDS 100\n#define TILE 16\n#define SIZE(x) ((x) * TILE)\n" + device +
                                 "int main()\n{\n    for (int i = 0; i < ROUNDS; ++i) k<<<1, TILE>>>(nullptr);\n}\n",
                             "k.cu");
        take_kernels(file, {{"_Z1kPf"}});
        return file.x_axis;
    };
    EXPECT_EQ(axis_of("__global__ void k(float* p)\n{\n    p[0] = TILE;\n}\n"), "TILE");
    EXPECT_EQ(axis_of("__global__ void k(float* p)\n{\n    p[SIZE(1)] = 1;\n}\n"), "TILE") << "in a macro";
    EXPECT_EQ(axis_of("__device__ int size() { return TILE; }\n__global__ void k(float* p) { p[size()] = 1; }\n"),
              "TILE");
    EXPECT_EQ(axis_of("__global__ void k(float* p)\n{\n    p[0] = 1;\n}\n"), "ROUNDS") << "none is used";
}

TEST(PlainExperiment, NamesOfKnobsStayTheKnobs)
{
    model::Experiment file =
        plain_experiment("template <int block_size, bool fast_math> __global__ void k() {}\n", "k.cu");
    take_kernels(file, {{"_Z1kILi7ELb1EEvv"}});
    ASSERT_EQ(file.variants.size(), 1U);
    EXPECT_EQ(file.variants[0].entry, "k<{block_size_2}, {fast_math_2}>");
}

TEST(PlainExperiment, AJobHasTheNumbersAndNoLaunch)
{
    model::Experiment file = plain_experiment(program, "blur.cu");
    take_kernels(file, emitted);
    const auto job = make_job(file, file.variants[0], {{"TILE", std::int64_t{64}}},
                              load_gpus(SPILLWAY_SOURCE_DIR "/assets/gpus.json").value().back());
    ASSERT_TRUE(job.has_value()) << job.error().line();
    ASSERT_EQ(job->compile.defines.size(), 1u);
    EXPECT_EQ(job->compile.defines[0].value, 64);
    EXPECT_TRUE(job->compile.whole_file);
    EXPECT_FALSE(job->plan.has_value());
}

TEST(PlainExperiment, NamesInItsLessonAreNoLinksAndItsTitleIsOneLine)
{
    const model::Experiment plain = plain_experiment("__global__ void k() {}\n", "/tmp/[a](https:b)\nTrusted. .cu");
    EXPECT_EQ(plain.lesson.find('['), std::string::npos) << plain.lesson;
    EXPECT_EQ(plain.title.find('\n'), std::string::npos);
    EXPECT_NE(plain.title.find("Trusted"), std::string::npos);
}

TEST_F(FilesTest, ATextThatCanHaveNoKernelIsNone)
{
    const auto loads = [&](const std::string& text) {
        write("src/a.cu", text);
        return load_plain_experiment(top / "src/a.cu").has_value();
    };
    EXPECT_FALSE(loads("int main() {}\n"));
    EXPECT_FALSE(loads("__global__ vo"));
    EXPECT_TRUE(loads("#define KERNEL __global__ void\nKERNEL k() {}\n"));
    EXPECT_TRUE(loads("#include \"kernels.cuh\"\n"));
}

TEST(PlainExperiment, ATypeOfTheHostsTemplateIsNoTypeOfTheKernels)
{
    model::Experiment file = plain_experiment(
        "template <typename T, int N> __global__ void gemm(T* out) {}\n"
        "template <typename T> void run(T* out) { gemm<T, 4><<<1, 64>>>(out); }\n",
        "gemm.cu");
    take_seen_kernels(file);
    ASSERT_NE(file.find_parameter("T"), nullptr);
    EXPECT_EQ(std::get<std::string>(file.find_parameter("T")->initial), "float");
    EXPECT_EQ(std::get<std::int64_t>(file.find_parameter("N")->initial), 4);
}

TEST(PlainExperiment, AHugeNumberIsNoSlider)
{
    const model::Experiment plain =
        plain_experiment("#define HUGE 4611686018427387904\n#define TILE 16\n__global__ void k() {}\n", "mine.cu");
    EXPECT_EQ(plain.defines, (std::vector<std::string>{"TILE"}));
}

TEST_F(FilesTest, NumbersOfHeadersBesideItAreSlidersToo)
{
    write("src/tile.h",
          "#ifndef TILE_H\n#define TILE_H 1\n#define TILE 0x10u\n#define UNUSED 3\n#define N 4\n#endif\n");
    write("src/sub/deep.h", "#define DEEP 2\n");
    const std::string text =
        "#include \"tile.h\"\n#include \"sub/deep.h\"\n#define N 8\n"
        "__global__ void k(float* p) { p[TILE] = DEEP; }\nint main() { k<<<1, 4 * TILE>>>(nullptr); }\n";
    write("src/a.cu", text);
    auto plain = load_plain_experiment(top / "src/a.cu");
    ASSERT_TRUE(plain) << plain.error().line();
    EXPECT_THAT(plain->defines, ElementsAre("N")) << "before it is trusted no header is read";
    ASSERT_FALSE(make_ready(*plain));
    EXPECT_THAT(plain->defines, ElementsAre("N", "TILE"));
    EXPECT_THAT(plain->find_parameter("TILE")->help, HasSubstr("line 3 of tile.h"));
    take_kernels(*plain, {{"_Z1kPf"}});
    EXPECT_EQ(make_job(*plain, plain->variants[0], {}, sample_gpu())->threads_per_block(), 64);
    auto files = unbundled(plain->compiled_source);
    write_numbers(*files, {{"N", 9}, {"TILE", 32}});
    EXPECT_THAT(files->files[0].text, HasSubstr("#define N 9\n"));
    EXPECT_THAT(files->files[1].text, HasSubstr("#define TILE 0x20u\n"));
    EXPECT_THAT(files->files[1].text, HasSubstr("#define N 4\n")) << "the file's own is the slider";
}

TEST(PlainExperiment, ALaunchBoundIsTheBlockWhereNoLaunchIsRead)
{
    model::Experiment plain = plain_experiment(
        "constexpr int threads = 64;\n__global__ void __launch_bounds__(2 * threads, 4) bound(float* p) {}\n"
        "__launch_bounds__(32) __global__ void before(float* p) {}\n__global__ void free_one(float* p) {}\n",
        "mine.cu");
    EXPECT_EQ(plain.find_parameter("block_size")->zero_label, "as bounded");
    EXPECT_EQ(threads_of(plain, "bound"), 128);
    take_kernels(plain, {{"_Z5boundPf", 128}, {"_Z6beforePf", 32}, {"_Z8free_onePf", {}}});
    EXPECT_EQ(threads_of(plain, "before"), 32) << "the compiler reads what stands before __global__";
    EXPECT_EQ(threads_of(plain, "free_one"), 256);
    EXPECT_THAT(plain.find_variant("free_one")->help, HasSubstr("No launch of it was found in the file"));
}

TEST(PlainExperiment, ALaunchBoundThatIsMadeOfSlidersFollowsThem)
{
    model::Experiment plain = plain_experiment(
        "#define THREADS 64\n__global__ void __launch_bounds__(2 * THREADS, 4) bound(float* p) {}\n"
        "template <int Size> __global__ __launch_bounds__(Size) void sized(float* p) {}\n",
        "mine.cu");
    take_kernels(plain, {{"_Z5boundPf", 128}, {"_Z5sizedILi32EEvPf", 32}});
    const auto number = [](std::int64_t value) { return model::Value(value); };
    EXPECT_EQ(plain.find_parameter("block_size")->zero_label, "as bounded");
    EXPECT_EQ(threads_of(plain, "bound"), 128);
    EXPECT_EQ(threads_of(plain, "bound", {{"THREADS", number(32)}}), 64);
    EXPECT_EQ(threads_of(plain, "bound", {{"block_size", number(96)}}), 96);
    EXPECT_EQ(threads_of(plain, "sized", {{"Size", number(16)}}), 16);
}

TEST(PlainExperiment, TheCompilersLaunchBoundIsTheBlockWhereTheTextSaysNone)
{
    model::Experiment file = plain_experiment(
        "#include \"bounds.h\"\n__global__ void BOUNDED by_macro(float* p) {}\n"
        "__global__ void __launch_bounds__(elsewhere) by_name(float* p) {}\n"
        "__global__ void free_one(float* p) {}\n"
        "void run(int n) { by_macro<<<n / 8, n>>>(nullptr); }\n",
        "mine.cu");
    take_kernels(file, {{"_Z8by_macroPf", 64}, {"_Z7by_namePf", 96}, {"_Z8free_onePf", {}}});
    EXPECT_EQ(threads_of(file, "by_macro"), 64);
    EXPECT_EQ(threads_of(file, "by_name"), 96);
    EXPECT_EQ(threads_of(file, "free_one"), 256);
    EXPECT_EQ(threads_of(file, "free_one", {{"block_size", std::int64_t{128}}}), 128);
}

TEST(PlainExperiment, ALaunchBeyondTheCompilersBoundIsAnotherInstancesAndToldOnly)
{
    model::Experiment file = plain_experiment(
        "template <int N> __global__ __launch_bounds__(N) void k(float* p) {}\n"
        "int main()\n{\n    k<512><<<1, 512>>>(nullptr);\n    k<128><<<1, 128>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z1kILi512EEvPf", 512}, {"_Z1kILi128EEvPf", 128}});
    EXPECT_EQ(threads_of(file, "k"), 512);
    EXPECT_EQ(threads_of(file, "k<128>"), 128);
    EXPECT_THAT(file.find_variant("k<128>")->help, HasSubstr("Line 5 launches it."));
}

TEST(PlainExperiment, ALaunchWithAnotherBlockThanTheOnlyOneIsToldByItsLine)
{
    model::Experiment file = plain_experiment(
        "__global__ void __block_size__((16, 8, 1)) flat(float* p) {}\n"
        "__global__ void __block_size__((96, 1, 1)) row(float* p) {}\n"
        "int main()\n{\n    flat<<<1, 64>>>(nullptr);\n    row<<<4, 32>>>(nullptr);\n    row<<<4, 96>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z4flatPf", 128, {{16, 8, 1}}}, {"_Z3rowPf", 96, {{96, 1, 1}}}});
    const std::string flat = file.find_variant("flat")->help, row = file.find_variant("row")->help;
    EXPECT_THAT(flat, HasSubstr("Line 5 launches it with 64 x 1 x 1 threads per block; it was compiled for 16 x 8 x 1 "
                                "and no other block."));
    EXPECT_THAT(row, HasSubstr("Line 6 launches it with 32 x 1 x 1 threads per block"));
    EXPECT_THAT(row, HasSubstr("Line 7 launches it."));
    EXPECT_EQ(threads_of(file, "row"), 96);
    const auto job = make_job(file, *file.find_variant("flat"), {}, sample_gpu());
    ASSERT_TRUE(job) << job.error().line();
    EXPECT_EQ(job->block[0], 16);
    EXPECT_EQ(job->block[1], 8);
}

TEST(PlainExperiment, AnOnlyBlockThatIsNoShapeCountsAsABoundAlone)
{
    model::CompileReport report;
    report.functions.emplace_back();
    report.functions.back().name = "_Z1kPf";
    report.functions.back().is_entry = true;
    report.functions.back().launch_bound_threads = 64;
    report.functions.back().required_block = {64, 1};
    EXPECT_EQ(kernels_in(report), (std::vector<EmittedKernel>{{"_Z1kPf", 64}}));
}

TEST_F(FilesTest, AMadeExperimentKeepsBuildOptionsAndRanges)
{
    write("common/book.h", "#define ROUNDS 3\n");
    const std::string text =
        "#include <book.h>\n#define TILE 16\n#define BLOCK_SIZE 64\n#define GPU_COUNT 2\n"
        "template <int Radius> __global__ void k(float* p) { p[TILE + BLOCK_SIZE + GPU_COUNT] = EXTRA + Radius; }\n"
        "int main() { k<3><<<1, 64>>>(nullptr); }\n";
    write("src/a.cu", text);
    auto plain = load_plain_experiment(top / "src/a.cu");
    ASSERT_TRUE(plain) << plain.error().line();
    model::BuildSettings settings{{"../common"}, {{"EXTRA", "5"}}, "c++20"};
    settings.most_seconds = 300;
    ASSERT_FALSE(make_ready(*plain, settings));
    take_kernels(*plain, {{"_Z1kILi3EEvPf"}});
    take_ranges(*plain, {{"TILE", parse_range("8:64:8").value()}, {"Radius", parse_range("1, 3, 5").value()}});
    const auto made = made_experiment(*plain, {{"TILE", std::int64_t{32}}}, "made");
    ASSERT_TRUE(made) << made.error().line();
    ASSERT_FALSE(write_experiment(*made, top / "made"));
    const auto loaded = load_experiment(top / "made");
    ASSERT_TRUE(loaded) << loaded.error().line();
    EXPECT_EQ(loaded->build_beside.macros, plain->build.macros);
    EXPECT_EQ(loaded->build_beside.standard, "c++20");
    EXPECT_EQ(loaded->most_compile_seconds, 300);
    EXPECT_THAT(loaded->defines, ElementsAre("tile", "define_block_size", "define_gpu_count"));
    EXPECT_EQ(range_text(*range_of(*loaded->find_parameter("tile"))), "8:64:8");
    EXPECT_EQ(loaded->find_parameter("tile")->initial, model::Value(std::int64_t{32}));
    EXPECT_EQ(range_text(*range_of(*loaded->find_parameter("radius"))), "1, 3, 5");
    const auto job = make_job(*loaded, loaded->variants[0], {{"tile", std::int64_t{40}}},
                              load_gpus(SPILLWAY_SOURCE_DIR "/assets/gpus.json").value().back());
    ASSERT_TRUE(job) << job.error().line();
    EXPECT_EQ(job->compile.defines[0].name, "TILE");
    EXPECT_EQ(job->compile.defines[0].value, 40);
}

TEST_F(FilesTest, AMadeExperimentCompilesTheSameTextsWhole)
{
    write("src/tile.h", "constexpr int tile = 4;\n");
    const std::string text =
        "#include \"tile.h\"\n#define N 010\n"
        "namespace detail { __global__ void Scale(float* p, int n) { p[n] = N; } }\n"
        "__global__ void scale(float* p, int n) { p[n] = tile; }\n"
        "template <int N2, int n2> __global__ void two(float* p) { p[N2] = n2; }\n"
        "int main() { scale<<<1, 64>>>(nullptr, 0); }\n";
    write("src/a.cu", text);
    auto plain = load_plain_experiment(top / "src/a.cu");
    ASSERT_TRUE(plain) << plain.error().line();
    EXPECT_FALSE(make_ready(*plain));
    take_kernels(*plain, {{"_ZN6detail5ScaleEPfi"}, {"_Z5scalePfi"}, {"_Z3twoILi1ELi2EEvPf"}});
    const auto made = made_experiment(*plain, {{"N", std::int64_t{16}}}, "made");
    ASSERT_TRUE(made) << made.error().line();
    ASSERT_FALSE(write_experiment(*made, top / "made"));
    const auto loaded = load_experiment(top / "made");
    ASSERT_TRUE(loaded) << loaded.error().line();
    EXPECT_EQ(loaded->variants.size(), 3U);
    EXPECT_EQ(loaded->variants[0].entry, "detail::Scale");
    EXPECT_TRUE(loaded->is_whole_file);
    EXPECT_FALSE(loaded->is_plain());
    EXPECT_THAT(loaded->source, HasSubstr("#define N 020\n"));
    EXPECT_THAT(loaded->source, HasSubstr("int main()"));
    const auto files = unbundled(loaded->compiled_source);
    ASSERT_TRUE(files);
    EXPECT_EQ(files->files.size(), 2U) << "with its header";
}

}  // namespace
}  // namespace spillway::catalogue
