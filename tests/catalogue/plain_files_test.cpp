// Files of a learner's own .cu: its gathered headers, its settings, and the experiment made of it.

#include "app/catalogue/plain/plain_experiment.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

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

TEST_F(FilesTest, HeadersBesideAboveAndInIncludeFoldersAreGathered)
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

TEST_F(FilesTest, NoHiddenFileIsGatheredAndOnlyHeadersAre)
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

TEST_F(FilesTest, AFileWithoutASuffixIsAHeaderBelowANamedFolder)
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

TEST_F(FilesTest, ALibraryOfMoreThanAThousandHeadersIsGathered)
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

TEST_F(FilesTest, HeadersWhoseEscapesExceedTheWorkersLineAreLeftOut)
{
    std::string signs;
    for (int i = 0; i < (3 << 20); ++i) signs += "\"\\";
    for (const char* name : {"common/a.h", "common/b.h"}) write(name, "// " + signs + "\n");
    const SourceFiles files = gathered(top / "src/a.cu", "#include <a.h>\n#include <b.h>\n", {{"../common"}, {}, ""});
    ASSERT_EQ(files.files.size(), 2U);
    EXPECT_LT(nlohmann::json(bundled(files)).dump().size(), std::size_t{32} << 20) << "protocol::max_line_bytes";
}

TEST_F(FilesTest, BundlingKeepsEveryByte)
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
    EXPECT_EQ(build_settings_beside(top / "src/a.cu").value().max_seconds, 300);
    for (const char* wrong :
         {R"({"compile_seconds": 0})", R"({"compile_seconds": 99999999999})", R"({"compile_seconds": "300"})",
          R"({"include": [".hidden"]})", R"({"include": [3]})", R"({"options": ["--run"]})",
          R"({"define": {"A B": "1"}})", R"j({"define": {"A": "$(x)"}})j", R"({"standard": "c++03"})",
          R"({"other": 1})", "[]", "{"}) {
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
    EXPECT_EQ(beside->compile.max_seconds, 120);
    BuildSettings typed;
    typed.max_seconds = 600;
    const auto own = job_of(typed);
    ASSERT_TRUE(own) << own.error().line();
    EXPECT_EQ(own->compile.max_seconds, 600) << "the user's limit comes before the one of .spillway.json";
    EXPECT_EQ(own->compile.source_hash, beside->compile.source_hash) << "same code, same key";
}

TEST_F(FilesTest, UnsafePathsAreReplaced)
{
    fs::create_directories(top / "my $(work)");
    write("my $(work)/-x y.cu", "#include \"../common/book.h\"\n");
    write("common/book.h", "");
    const SourceFiles files = gathered(top / "my $(work)/-x y.cu", "#include \"../common/book.h\"\n", {});
    ASSERT_EQ(files.files.size(), 2U);
    EXPECT_EQ(files.files[0].path, "my___work_/_x_y.cu");
    EXPECT_TRUE(unbundled(bundled(files)));
}

TEST_F(FilesTest, ATextWithoutAKernelIsRefused)
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
    EXPECT_THAT(files->files[1].text, HasSubstr("#define N 4\n")) << "the .cu has its own #define";
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
    settings.max_seconds = 300;
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
    EXPECT_EQ(loaded->max_compile_seconds, 300);
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

TEST_F(FilesTest, AMadeExperimentKeepsTheHeadersOfInclude)
{
    write("common/first.h", "#define EXTRA 5\n");
    write("src/a.cu", "__global__ void k(float* p) { p[0] = EXTRA; }\n");
    auto plain = load_plain_experiment(top / "src/a.cu");
    ASSERT_TRUE(plain) << plain.error().line();
    model::BuildSettings settings;
    settings.first_files = {"../common/first.h"};
    ASSERT_FALSE(make_ready(*plain, settings));
    take_kernels(*plain, {{"_Z1kPf"}});
    const auto made = made_experiment(*plain, {}, "made");
    ASSERT_TRUE(made) << made.error().line();
    ASSERT_FALSE(write_experiment(*made, top / "made"));
    const auto loaded = load_experiment(top / "made");
    ASSERT_TRUE(loaded) << loaded.error().line();
    const auto files = unbundled(loaded->compiled_source);
    ASSERT_TRUE(files);
    ASSERT_EQ(files->settings.first_files.size(), 1U) << "EXTRA would be undefined";
    EXPECT_EQ(files->files.at(1).path, files->settings.first_files.front());
    EXPECT_EQ(files->files.at(1).text, "#define EXTRA 5\n");
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
