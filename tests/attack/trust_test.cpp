// Getting round the trust in a folder: by moving, replacing and linking folders, by writing where trust is kept, by
// naming one folder and meaning another, by swapping files while they are read.

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/results/result_library.h"
#include "app/results/trust.h"
#include "tests/attack/made_experiment.h"
#include "tests/commands/run_json.h"

namespace spillway::attack {
namespace {

namespace fs = std::filesystem;
using commands::Environment;
using commands::Finished;
using commands::spillway;
using commands::TemporaryFolder;

class Trust : public testing::Test {
protected:
    void SetUp() override
    {
        if (!commands::has_compiler()) GTEST_SKIP() << "there is no compiler here";
        fs::create_directories(config_ / "spillway");
        write({}, stranger_);
    }

    /// As the window's "Trust for good" does.
    void trust_for_good(const fs::path& folder)
    {
        EXPECT_FALSE(
            results::TrustStore(config_ / "spillway/trusted.json").trust(folder, results::TrustTerm::for_good));
    }

    [[nodiscard]] Environment homes() const
    {
        return {{"XDG_CONFIG_HOME", config_}, {"XDG_DATA_HOME", home_.file("data")}, {"HOME", home_.path()}};
    }

    Finished run_strange(const std::vector<std::string>& more, const std::string& name = "strange")
    {
        std::vector<std::string> words{"run", name, "--gpu", "h200"};
        words.insert(words.end(), more.begin(), more.end());
        return spillway(words, homes());
    }

    void expect_refused(const Finished& run, const std::string& what)
    {
        EXPECT_EQ(run.status, 2) << what << run.output;
        EXPECT_NE(run.errors.find("needs --trust to compile"), std::string::npos) << what << run.errors;
    }

    TemporaryFolder home_, place_;
    fs::path config_ = home_.path() / "config";
    fs::path stranger_ = place_.path() / "catalogue";
};

TEST_F(Trust, IsOfThatVeryFolderAndOfNoneInItsPlace)
{
    const std::vector<std::string> words{"--catalogue", stranger_};
    expect_refused(run_strange(words), "before");
    trust_for_good(stranger_ / "strange");
    ASSERT_EQ(run_strange(words).status, 0) << run_strange(words).errors;

    const fs::path aside = place_.path() / "aside";
    fs::create_directories(aside);
    fs::rename(stranger_ / "strange", aside / "strange");
    expect_refused(run_strange({"--catalogue", aside}), "moved elsewhere");
    write({}, stranger_);
    expect_refused(run_strange(words), "another in its place");
    fs::remove_all(stranger_ / "strange");
    fs::create_directory_symlink("../aside/strange", stranger_ / "strange");
    EXPECT_EQ(run_strange(words).status, 2) << "a link in its place";
    fs::remove(stranger_ / "strange");
    fs::rename(aside / "strange", stranger_ / "strange");
    EXPECT_EQ(run_strange(words).status, 0) << "it has come back itself";
}

TEST_F(Trust, IsNotBelievedWhereOthersCanWrite)
{
    const std::vector<std::string> words{"--catalogue", stranger_};
    trust_for_good(stranger_ / "strange");
    const fs::path folder = config_ / "spillway", file = folder / "trusted.json";
    ASSERT_EQ(chmod(folder.c_str(), 0777), 0);
    expect_refused(run_strange(words), "a folder that everybody can write to");
    ASSERT_EQ(chmod(folder.c_str(), 0755), 0);
    ASSERT_EQ(chmod(file.c_str(), 0666), 0);
    expect_refused(run_strange(words), "a file that everybody can write to");
    ASSERT_EQ(chmod(file.c_str(), 0600), 0);
    EXPECT_EQ(run_strange(words).status, 0);
    const fs::path elsewhere = home_.path() / "dotfiles";
    fs::create_directories(elsewhere);
    fs::rename(file, elsewhere / "trusted.json");
    fs::create_symlink(elsewhere / "trusted.json", file);
    EXPECT_EQ(run_strange(words).status, 0) << "a link of one's own into a folder of one's own";
    ASSERT_EQ(chmod(elsewhere.c_str(), 0777), 0);
    expect_refused(run_strange(words), "a link into a folder that everybody can write to");
    ASSERT_EQ(chmod(elsewhere.c_str(), 0755), 0);
    if (geteuid() != 0) return;  // only root can give a folder to a group that is not its own
    constexpr gid_t somebodys_group = 100;
    ASSERT_EQ(chown(folder.c_str(), 0, somebodys_group), 0);
    ASSERT_EQ(chmod(folder.c_str(), 0775), 0);
    expect_refused(run_strange(words), "a folder that a group can write to");
}

TEST_F(Trust, IsNotReadFromAHomeThatIsNoAbsolutePath)
{
    // A relative home would be looked for in whatever folder the program is started in.
    trust_for_good(stranger_ / "strange");
    Environment relative = homes();
    relative["XDG_CONFIG_HOME"] = "config";
    relative["HOME"] = ".";
    relative.merge(commands::test_environment());
    const std::string line = "cd '" + home_.path().string() + "' && exec '" + commands::program("spillway").string() +
                             "' run strange --gpu h200 --catalogue '" + stranger_.string() + "'";
    expect_refused(commands::run({"/bin/bash", "-c", line}, relative), "a relative home");
}

TEST_F(Trust, OfWhatIsNamedIsOfNothingElseAndNotKept)
{
    write({.name = "deep"}, stranger_ / "strange/inside");
    write({.name = "planted"}, home_.path() / "data/spillway/kernels");
    write({.name = "beside"}, place_.path() / "other");
    const std::vector<std::string> named{"--catalogue", stranger_, "--trust"};
    EXPECT_EQ(run_strange(named).status, 0);
    expect_refused(run_strange({"--catalogue", stranger_}), "the next time");
    expect_refused(run_strange(named, "planted"), "what lies in the user's own folder was not named");
    EXPECT_EQ(run_strange(named, "deep").status, 2) << "nor what lies deeper";
    fs::create_directory_symlink("../other/beside", stranger_ / "beside");
    EXPECT_EQ(run_strange(named, "beside").status, 2) << "nor what a link leads to";
    EXPECT_FALSE(fs::exists(config_ / "spillway/trusted.json"));
}

TEST_F(Trust, OfAFolderThatWasSwappedBeforeTheClickIsRefused)
{
    setenv("XDG_CONFIG_HOME", config_.c_str(), 1);  // the user's own trust stays out of it
    for (const results::TrustTerm term : {results::TrustTerm::until_the_end, results::TrustTerm::for_good}) {
        auto known = results::ResultLibrary::load({fs::path(SPILLWAY_SOURCE_DIR) / "kernels",
                                                   {},
                                                   {stranger_},
                                                   {},
                                                   {},
                                                   fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json"});
        ASSERT_TRUE(known);
        ASSERT_FALSE(known->catalogue().find("strange")->origin.trusted);
        fs::rename(stranger_ / "strange",
                   place_.path() / ("read by the user" + std::to_string(static_cast<int>(term))));
        write({}, stranger_);
        const auto problem = known->trust("strange", term);
        ASSERT_TRUE(problem);
        EXPECT_NE(problem->what.find("since it was read"), std::string::npos) << problem->what;
        EXPECT_FALSE(known->catalogue().find("strange")->origin.trusted);
        known->reload();
        EXPECT_FALSE(known->catalogue().find("strange")->origin.trusted);
        EXPECT_FALSE(known->trust("strange", results::TrustTerm::until_the_end)) << "asked again, it is what is there";
        EXPECT_TRUE(known->catalogue().find("strange")->origin.trusted);
        fs::rename(stranger_ / "strange", place_.path() / ("trusted" + std::to_string(static_cast<int>(term))));
        write({}, stranger_);
        known->reload();
        EXPECT_FALSE(known->catalogue().find("strange")->origin.trusted)
            << "nor does trust until the end outlive the folder";
        fs::remove_all(stranger_ / "strange");
        write({}, stranger_);
    }
}

TEST_F(Trust, WhatWasHashedIsWhatIsUsedWhateverIsSwappedMeanwhile)
{
    // Two folders change places without pause; each belongs together, their files mixed do not.
    write({.entry = "k<{n}>"}, stranger_);
    const fs::path other = place_.path() / "other";
    write({.kernel = "template <int N> __global__ void evil(float* out) { out[0] = N; }\n", .entry = "evil<{n}>"},
          other);
    std::atomic<bool> stop = false;
    std::thread swapper([&] {
        const fs::path a = stranger_ / "strange", b = other / "strange";
        while (!stop) renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE);
    });
    int good = 0, evil = 0;
    for (int i = 0; i < 1000 || (i < 20000 && (good == 0 || evil == 0)); ++i) {
        const auto experiment = catalogue::load_experiment(stranger_ / "strange");
        if (!experiment) continue;  // between the two there is a moment when neither has a name
        const bool has_evil_text = experiment->source.find("evil") != std::string::npos;
        const bool has_evil_entry = experiment->variants.front().entry == "evil<{n}>";
        EXPECT_EQ(has_evil_text, has_evil_entry);
        ++(has_evil_text ? evil : good);
    }
    stop = true;
    swapper.join();
    EXPECT_GT(good, 0);
    EXPECT_GT(evil, 0);
}

}  // namespace
}  // namespace spillway::attack
