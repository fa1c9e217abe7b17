// Good output of the disassembler is cached on disk; bad output is requested again.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "app/compiler/disassembly.h"
#include "tests/support/line_count.h"
#include "tests/support/scratch_folder.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

class Disassembled : public testing::Test {
protected:
    void TearDown() override { fs::remove_all(home_); }

    /// A program in nvdisasm's place, which counts how often it runs.
    void install(const std::string& does)
    {
        std::ofstream(program_) << "#!/bin/bash\necho run >>'" << (home_ / "runs").string() << "'\n" << does << "\n";
        fs::permissions(program_, fs::perms::owner_all);
    }

    static std::string prints(const std::string& opcode, const std::string& function = "k")
    {
        return "cat <<'END'\n\t.section\t.text." + function + ",\"ax\",@progbits\n        /*0000*/    " + opcode +
               " R0, [R1] ;  // |   7   |\nEND";
    }

    /// Requests code like a worker that has just started.
    model::Expected<SassCode> ask(const std::string& cubin = "cubin", const std::string& version = "13.0.85",
                                  SassDetail detail = SassDetail::lines)
    {
        DiskCache disk(cache_, DiskCache::default_max_bytes, [](const model::Error&) {});
        Disassembly disassembly(Disassembler{program_, false, version}, disk);
        Compiled code;
        code.cubin = cubin;
        code.entry = "k";
        auto lines = disassembly.get(code, "kernel.cu", detail);
        const auto found = disassembly.find(code, "kernel.cu", detail);
        EXPECT_EQ(found.has_value(), lines.has_value() && !cache_.empty());
        EXPECT_TRUE(!found || found->lines.at(0).text == lines->lines.at(0).text);
        return lines;
    }

    [[nodiscard]] int runs() const { return line_count(home_ / "runs"); }

    fs::path home_ = scratch_folder("disassembly");
    fs::path cache_ = home_ / "cache";
    fs::path program_ = home_ / "nvdisasm";
};

TEST_F(Disassembled, OnceForEachCode)
{
    install(prints("LDL"));
    for (int time = 0; time < 3; ++time) {
        const auto lines = ask();
        ASSERT_TRUE(lines) << lines.error().line();
        ASSERT_EQ(lines->lines.size(), 1U);
        EXPECT_EQ(lines->lines.at(0).text, "    LDL R0, [R1]");
        EXPECT_TRUE(lines->lines.at(0).touches_local);
    }
    EXPECT_EQ(runs(), 1);
    EXPECT_TRUE(ask("another"));
    EXPECT_EQ(runs(), 2);
}

TEST_F(Disassembled, SourceLinesTakeASecondRunAndFiguresNone)
{
    const auto asks = [this](const std::string& cubin, SassDetail detail) {
        EXPECT_TRUE(ask(cubin, "13.0.85", detail));
        return runs();
    };
    install(prints("LDL"));
    EXPECT_EQ(asks("first .debug_line", SassDetail::figures), 1);
    EXPECT_EQ(asks("first .debug_line", SassDetail::figures), 1);
    EXPECT_EQ(asks("first .debug_line", SassDetail::lines), 2) << "the live registers are there already";
    EXPECT_EQ(asks("first .debug_line", SassDetail::lines), 2);
    EXPECT_EQ(asks("second .debug_line", SassDetail::lines), 4);
    EXPECT_EQ(asks("second .debug_line", SassDetail::figures), 4);
    EXPECT_EQ(asks("without lines", SassDetail::figures), 5);
    EXPECT_EQ(asks("without lines", SassDetail::lines), 5) << "one run gives everything";
}

TEST_F(Disassembled, AgainByAnotherProgram)
{
    install(prints("LDL"));
    ASSERT_TRUE(ask());
    install(prints("STL.128"));
    const auto lines = ask();
    ASSERT_TRUE(lines);
    EXPECT_EQ(lines->lines.at(0).text, "    STL.128 R0, [R1]");
    EXPECT_EQ(runs(), 2);
    fs::last_write_time(program_, fs::last_write_time(program_) - std::chrono::hours(1));
    EXPECT_TRUE(ask());
    EXPECT_EQ(runs(), 3) << "of the same size, but another date";
    EXPECT_TRUE(ask("cubin", "13.1.20"));
    EXPECT_EQ(runs(), 4) << "a script that calls another version now";
}

TEST_F(Disassembled, AgainAfterEachFailure)
{
    int asked = 0;
    for (const std::string& wrong :
         {prints("LDL") + "\nexit 7", prints("LDL") + "\nkill -9 $$", std::string("exit 0"),
          std::string("printf '\\x1b[2J\\0\\xff .text.k: /*0000*/ LDL R1 ;\\n'"), prints("LDL", "somebody_elses")}) {
        install(wrong);
        for (int time = 0; time < 2; ++time) EXPECT_FALSE(ask()) << wrong;
        asked += 2;
        EXPECT_EQ(runs(), asked) << wrong;
    }
    EXPECT_FALSE(fs::exists(cache_)) << "no failure is cached";
    install(prints("LDL"));
    EXPECT_TRUE(ask());
}

TEST_F(Disassembled, EachTimeWithoutAFolder)
{
    cache_.clear();
    install(prints("LDL"));
    EXPECT_TRUE(ask());
    EXPECT_TRUE(ask());
    EXPECT_EQ(runs(), 2);
}

}  // namespace
}  // namespace spillway::compiler
