// A view and a talk come from a stranger: a link, a mail's attachment. They are read in a bounded time and memory, they
// open no file but themselves, and messages about them send no commands to the terminal.

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/commands/process.h"

namespace spillway::attack {
namespace {

using commands::Finished;
using commands::TemporaryFolder;

constexpr std::chrono::seconds view_limit{20};

/// Refused in one line of printable text, as a wrong command line; no picture, no pages.
void expect_refused_view(const std::vector<std::string>& words, const TemporaryFolder& folder)
{
    const Finished run = commands::spillway(words, {}, view_limit);
    EXPECT_EQ(run.status, 2) << run.errors;
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_LT(run.errors.size(), 1000u);
    for (const char c : run.errors)
        EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << static_cast<int>(c);
    EXPECT_FALSE(std::filesystem::exists(folder.file("out")));
}

void refuse_both(const std::string& file, const TemporaryFolder& folder)
{
    expect_refused_view({"screenshot", "--worker", "none", "--view", file, "-o", folder.file("out")}, folder);
    expect_refused_view({"talk", file, "--worker", "none", "--pdf", folder.file("out")}, folder);
}

TEST(Views, WhatIsNoOrdinarySmallFileIsNotRead)
{
    const TemporaryFolder folder;
    ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
    refuse_both(folder.file("pipe"), folder);
    refuse_both("/dev/zero", folder);
    refuse_both(folder.path().string(), folder);
    std::ofstream(folder.file("large")) << std::string(64 << 20, '[');
    refuse_both(folder.file("large"), folder);
}

TEST(Views, WhatTheyHoldCommandsNoTerminalAndNamesNoFile)
{
    const TemporaryFolder folder;
    for (const std::string text :
         {"v1/\x1b]0;x\x07", "v1/stencil/tab=\x1b[2J", "spillway://v1/stencil/recording=/etc/passwd",
          "v1/stencil/set=radius:$(id)", "v1/%1b%5b2J", "v1/../../etc/passwd", "v1/stencil/source=int main() {}"}) {
        std::ofstream(folder.file("view")) << text;
        expect_refused_view({"screenshot", "--worker", "none", "--view", folder.file("view"), "-o", folder.file("out")},
                            folder);
        std::ofstream(folder.file("talk")) << R"({"spillway_talk": 1, "stops": [{"view": ")" << text << "\"}]}";
        expect_refused_view({"talk", folder.file("talk"), "--worker", "none", "--pdf", folder.file("out")}, folder);
    }
}

}  // namespace
}  // namespace spillway::attack
