#include <csignal>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "app/base/file_lock.h"
#include "app/learner/progress_store.h"
#include "tests/support/scratch_folder.h"

namespace spillway::learner {
namespace {

namespace fs = std::filesystem;

class Progress : public testing::Test {
protected:
    void SetUp() override
    {
        folder = scratch_folder("progress");
        file = folder / "progress.json";
    }
    void TearDown() override { fs::remove_all(folder); }
    std::string text() const
    {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    void write(const std::string& content) const { std::ofstream(file, std::ios::binary) << content; }

    fs::path folder, file;
};

void read_lesson(ProgressStore& store, const std::string& name)
{
    store.change([name](LearnerProgress& all) { all[name].read = true; });
}

TEST(AddedProgress, LosesNothingOfEitherPlace)
{
    LearnerProgress here, there;
    here["stencil"].read = true;
    here["stencil"].predictions["frame"] = {false, "64 bytes", "128 bytes", std::nullopt, 0.5};
    here["stencil"].predictions["curve"] = {true, "", "", std::nullopt};
    here["stencil"].won["mend"] = {true};
    there["stencil"].predictions["frame"] = {false, "128 bytes", "128 bytes", std::nullopt, 0.0};
    there["stencil"].predictions["curve"] = {false, "1:0 32:128", "", std::nullopt, 0.1};
    there["stencil"].won["mend"] = {false};
    there["transpose"].read = true;
    add(there, here);
    const LessonProgress& lesson = here.at("stencil");
    EXPECT_TRUE(lesson.read);
    EXPECT_EQ(lesson.predictions.at("frame").guess, "64 bytes") << "what was answered here";
    EXPECT_EQ(lesson.predictions.at("curve").guess, "1:0 32:128") << "what was skipped here";
    EXPECT_TRUE(lesson.won.at("mend").checked);
    EXPECT_TRUE(here.at("transpose").read);
}

TEST_F(Progress, WhatWasDoneIsThereAtTheNextStart)
{
    {
        ProgressStore store(file);
        read_lesson(store, "running_mean");
        store.change([](LearnerProgress& all) {
            all["running_mean"].predictions["frame"] = {false, "64 bytes", "128 bytes", std::nullopt, 0.5};
            all["running_mean"].predictions["curve"] = {true, "", "", std::nullopt};
            all["running_mean"].won["mend"] = {false};
        });
    }
    const ProgressStore again(file);
    const LessonProgress& lesson = again.now().at("running_mean");
    EXPECT_TRUE(lesson.read);
    EXPECT_EQ(lesson.predictions.at("frame").guess, "64 bytes");
    EXPECT_EQ(lesson.predictions.at("frame").off_by, 0.5);
    EXPECT_TRUE(lesson.predictions.at("curve").skipped);
    EXPECT_FALSE(lesson.won.at("mend").checked);
}

TEST_F(Progress, TwoProgramsKeepEachOthersChanges)
{
    ProgressStore one(file), other(file);
    read_lesson(one, "running_mean");
    read_lesson(other, "stencil");
    read_lesson(one, "coalescing");
    const ProgressStore again(file);
    EXPECT_EQ(again.now().size(), 3U);
    EXPECT_TRUE(again.now().at("stencil").read);
    // The last writer has read the others' changes too.
    EXPECT_TRUE(one.now().at("stencil").read);
}

TEST_F(Progress, AChangeWaitsForWhoeverHoldsTheFile)
{
    ProgressStore store(file);
    {
        const auto lock = base::FileLock::take(file);
        ASSERT_TRUE(lock);
        read_lesson(store, "stencil");
        EXPECT_TRUE(store.now().at("stencil").read) << "shown at once";
        EXPECT_FALSE(store.flush());
        EXPECT_FALSE(fs::exists(file));
    }
    EXPECT_TRUE(store.flush());
    EXPECT_TRUE(ProgressStore(file).now().at("stencil").read);
    EXPECT_TRUE(store.take_troubles().empty());
}

TEST_F(Progress, WhatCannotBeWrittenIsReportedOnceUntilItCanBeWritten)
{
    ProgressStore store(file);
    read_lesson(store, "stencil");
    const fs::path in_the_way = file.string() + ".0";
    for (int outage = 0; outage < 2; ++outage) {
        fs::create_directories(in_the_way / "full");
        for (const char* lesson : {"running_mean", "coalescing", "stencil"})
            read_lesson(store, lesson + std::to_string(outage));
        EXPECT_EQ(store.take_troubles().size(), 1U) << "outage " << outage;
        fs::remove_all(in_the_way);
        read_lesson(store, "stencil");
        EXPECT_TRUE(store.take_troubles().empty());
    }
}

/// While it lives, no file grows beyond a few bytes: as on a full disk.
class FullDisk {
public:
    explicit FullDisk(rlim_t max_bytes = 1)
    {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit few{max_bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &few);
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
    }
    ~FullDisk()
    {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int) = SIG_DFL;
};

TEST_F(Progress, AChangeOnAFullDiskIsWrittenWithTheNextOne)
{
    ProgressStore store(file);
    read_lesson(store, "stencil");
    {
        const FullDisk full;
        read_lesson(store, "running_mean");
        EXPECT_EQ(store.take_troubles().size(), 1U);
        EXPECT_TRUE(store.flush()) << "not tried again at once";
        EXPECT_TRUE(store.now().at("running_mean").read) << "still shown";
    }
    EXPECT_FALSE(ProgressStore(file).now().contains("running_mean"));
    read_lesson(store, "coalescing");
    for (const char* lesson : {"stencil", "running_mean", "coalescing"}) {
        ASSERT_TRUE(ProgressStore(file).now().contains(lesson)) << lesson;
        EXPECT_TRUE(store.now().at(lesson).read) << lesson;
    }
}

/// While it lives, this process can open as many more files.
class MostOpenFiles {
public:
    explicit MostOpenFiles(rlim_t more)
    {
        getrlimit(RLIMIT_NOFILE, &before_);
        const int free = open("/dev/null", O_RDONLY | O_CLOEXEC);
        close(free);
        const rlimit few{static_cast<rlim_t>(free) + more, before_.rlim_max};
        setrlimit(RLIMIT_NOFILE, &few);
    }
    ~MostOpenFiles() { setrlimit(RLIMIT_NOFILE, &before_); }
    MostOpenFiles(const MostOpenFiles&) = delete;
    MostOpenFiles& operator=(const MostOpenFiles&) = delete;

private:
    rlimit before_{};
};

TEST_F(Progress, AFileThatCannotBeReadForAWhileStaysAndTakesTheChangesLater)
{
    ProgressStore store(file);
    read_lesson(store, "stencil");
    const std::string saved = text();
    {
        const MostOpenFiles the_lock(1);
        read_lesson(store, "running_mean");
        EXPECT_TRUE(store.now().at("stencil").read) << "still shown";
        EXPECT_EQ(store.take_troubles().size(), 1U);
        EXPECT_FALSE(ProgressStore(file).take_troubles().empty());
    }
    EXPECT_EQ(text(), saved);
    read_lesson(store, "coalescing");
    EXPECT_EQ(ProgressStore(file).now().size(), 3U);
    EXPECT_TRUE(store.take_troubles().empty());
}

TEST_F(Progress, WritesThatFailTakeNoVersionsAway)
{
    ProgressStore store(file);
    for (const char* lesson : {"a", "b", "c", "d"}) read_lesson(store, lesson);
    {
        const FullDisk keeps_what_is_as_long(text().size());
        for (const char* lesson : {"e", "f", "g"}) read_lesson(store, lesson);
    }
    EXPECT_EQ(ProgressStore(file).now().size(), 4U);
    read_lesson(store, "h");
    EXPECT_EQ(ProgressStore(file).now().size(), 8U);
    for (const auto& [version, lessons] : {std::pair{".1", 4U}, {".2", 3U}, {".3", 2U}})
        EXPECT_EQ(ProgressStore(file.string() + version).now().size(), lessons) << version;
}

TEST_F(Progress, ABrokenFileIsPutAsideWithASentence)
{
    for (const std::string broken : {"", "[]", "{\"format\": 1, \"lessons\": {\"a\": {\"read\": 7}}}",
                                     "{\"format\": 1, \"lessons\": {\"a\"", "{\"format\": 0, \"lessons\": {}}"}) {
        write(broken);
        ProgressStore store(file);
        EXPECT_EQ(store.take_troubles().size(), 1U) << broken;
        EXPECT_EQ(text(), broken) << "reading moves nothing";
        read_lesson(store, "stencil");
        EXPECT_EQ(store.take_troubles().size(), 1U) << "where it lies now";
        EXPECT_TRUE(ProgressStore(file).now().at("stencil").read);
    }
    // Nothing of any of them is lost.
    int aside = 0;
    for (const auto& entry : fs::directory_iterator(folder))
        aside += entry.path().filename().string().starts_with("progress.json.broken-") ? 1 : 0;
    EXPECT_EQ(aside, 5);
}

TEST_F(Progress, ACurveOfAsManyPointsAsCanBeTypedIsReadAgain)
{
    std::string points;
    for (int i = 0; i < 256; ++i) points += "-1.23457e-30" + std::to_string(i % 10) + ":-1.234e+300 ";
    {
        ProgressStore store(file);
        read_lesson(store, "running_mean");
        store.change([&](LearnerProgress& all) { all["running_mean"].predictions["curve"].guess = points; });
    }
    ProgressStore again(file);
    EXPECT_TRUE(again.take_troubles().empty());
    EXPECT_TRUE(again.now().at("running_mean").read);
    EXPECT_EQ(again.now().at("running_mean").predictions.at("curve").guess, points);
}

TEST_F(Progress, WhatWouldNotBeReadAgainIsNotWritten)
{
    ProgressStore store(file);
    read_lesson(store, "running_mean");
    store.change([](LearnerProgress& all) { all["running_mean"].predictions["q"].guess = std::string(100000, '1'); });
    EXPECT_EQ(store.take_troubles().size(), 1U);
    read_lesson(store, "stencil");
    ProgressStore again(file);
    EXPECT_TRUE(again.take_troubles().empty());
    EXPECT_EQ(again.now().size(), 2U);
    EXPECT_TRUE(again.now().at("running_mean").predictions.empty());
}

TEST_F(Progress, WhatWouldNotBeReadAgainIsTakenBackBeforeTheFirstSave)
{
    ProgressStore store(file);
    store.change([](LearnerProgress& all) { all["running_mean"].predictions["q"].guess = std::string(100000, '1'); });
    EXPECT_EQ(store.take_troubles().size(), 1U);
    EXPECT_TRUE(store.now().empty());
    read_lesson(store, "stencil");
    EXPECT_TRUE(ProgressStore(file).now().at("stencil").read);
}

TEST_F(Progress, OtherProgramsChangesStayAfterAFullDiskAndALostFile)
{
    ProgressStore store(file);
    read_lesson(store, "stencil");
    {
        ProgressStore other(file);
        read_lesson(other, "matmul");
    }
    {
        const FullDisk full;
        read_lesson(store, "coalescing");
    }
    fs::remove(file);
    read_lesson(store, "running_mean");
    EXPECT_EQ(ProgressStore(file).now().size(), 4U);
}

TEST_F(Progress, AFileThatIsTooLargeIsPutAsideLikeABrokenOne)
{
    write(std::string(2 << 20, ' '));
    ProgressStore store(file);
    const auto troubles = store.take_troubles();
    ASSERT_EQ(troubles.size(), 1U);
    EXPECT_NE(troubles[0].advice.find("no older version can be read"), std::string::npos) << troubles[0].advice;
    read_lesson(store, "stencil");
    EXPECT_TRUE(ProgressStore(file).now().at("stencil").read);
    EXPECT_EQ(fs::file_size(file.string() + ".broken-1"), std::uintmax_t{2} << 20);
}

TEST_F(Progress, OneOfANewerSpillwayIsLeftAlone)
{
    const std::string newer = R"({"format": 2, "lessons": {"a": {"b": {"c": {"d": {"e": {"f": {"g": {}}}}}}}}})";
    write(newer);
    ProgressStore store(file);
    EXPECT_EQ(store.take_troubles().size(), 1U);
    read_lesson(store, "stencil");
    EXPECT_TRUE(store.now().at("stencil").read) << "until the program ends";
    EXPECT_EQ(text(), newer);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST_F(Progress, ANewerSpillwayThatSavesMeanwhileIsReported)
{
    ProgressStore store(file);
    read_lesson(store, "stencil");
    const std::string newer = R"({"format": 2, "lessons": {}})";
    write(newer);
    read_lesson(store, "coalescing");
    EXPECT_EQ(store.take_troubles().size(), 1U) << "the change is not in the file";
    EXPECT_EQ(text(), newer);
}

TEST_F(Progress, TheLastThreeVersionsStayAndGoOnWhereTheFileBreaks)
{
    {
        ProgressStore store(file);
        for (const char* lesson : {"a", "b", "c", "d", "e"}) read_lesson(store, lesson);
    }
    for (const auto& [version, lessons] : {std::pair{".1", 4U}, {".2", 3U}, {".3", 2U}}) {
        std::ifstream stream(file.string() + version);
        const auto parsed = parse_progress(std::string(std::istreambuf_iterator<char>(stream), {}));
        ASSERT_TRUE(parsed) << version;
        EXPECT_EQ(parsed->size(), lessons) << version;
    }
    EXPECT_FALSE(fs::exists(file.string() + ".4"));
    EXPECT_FALSE(fs::exists(file.string() + ".0"));
    write("{");
    ProgressStore store(file);
    EXPECT_EQ(store.now().size(), 4U);
    read_lesson(store, "f");
    EXPECT_EQ(ProgressStore(file).now().size(), 5U);
}

TEST_F(Progress, AHostileFileIsRefusedAndNotObeyed)
{
    EXPECT_FALSE(parse_progress(std::string(100000, '[')));
    EXPECT_FALSE(parse_progress("{\"format\": 1, \"lessons\": " + std::string(3000, '{') + "}"));
    EXPECT_FALSE(parse_progress(R"({"format": 1, "lessons": {"a": {"predictions": {"q": {"off_by": -1}}}}})"));
    EXPECT_FALSE(parse_progress(R"({"format": 1, "lessons": {"a": {"predictions": {"q": {"off_by": 1e999}}}}})"));
    EXPECT_FALSE(parse_progress(R"({"format": 1, "lessons": {"a": {"predictions": {"q": {"guess": ")" +
                                std::string(17000, 'x') + "\"}}}}}"));
    EXPECT_FALSE(parse_progress(std::string(2 << 20, ' ')));
}

/// As stow and chezmoi keep the files of a home folder.
TEST_F(Progress, IsReadAndWrittenThroughALinkOfOnesOwn)
{
    fs::create_directories(folder / "dotfiles");
    const fs::path target = folder / "dotfiles/progress.json";
    fs::create_symlink(target, file);
    {
        ProgressStore store(file);
        EXPECT_TRUE(store.take_troubles().empty()) << "not there yet";
        read_lesson(store, "stencil");
        EXPECT_TRUE(store.take_troubles().empty());
    }
    EXPECT_TRUE(fs::is_symlink(file));
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(target)));
    ProgressStore again(file);
    EXPECT_TRUE(again.now().at("stencil").read);
    read_lesson(again, "coalescing");
    EXPECT_EQ(ProgressStore(file).now().size(), 2U);
    EXPECT_TRUE(fs::is_symlink(file));
    std::ofstream(target) << "{";
    read_lesson(again, "matmul");
    EXPECT_TRUE(fs::is_symlink(file)) << "also where a broken one is put aside";
    EXPECT_TRUE(ProgressStore(file).now().at("matmul").read);
    for (const auto& each : fs::directory_iterator(folder / "dotfiles"))
        EXPECT_TRUE(each.path().filename().string().starts_with("progress.json")) << each.path();
}

TEST_F(Progress, WithoutAFileNothingIsKeptAndNothingComplained)
{
    ProgressStore store{fs::path()};
    read_lesson(store, "stencil");
    EXPECT_TRUE(store.now().at("stencil").read);
    EXPECT_TRUE(store.take_troubles().empty());
}

TEST_F(Progress, WhatCannotBeWrittenIsReportedOnce)
{
    // A file where the folder should be.
    write("x");
    ProgressStore store(file / "below" / "progress.json");
    read_lesson(store, "stencil");
    for (int i = 0; i < 200; ++i) store.flush();
    EXPECT_TRUE(store.flush());
    EXPECT_EQ(store.take_troubles().size(), 1U);
    read_lesson(store, "coalescing");
    for (int i = 0; i < 200; ++i) store.flush();
    EXPECT_TRUE(store.take_troubles().empty());
}

}  // namespace
}  // namespace spillway::learner
