#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <gtest/gtest.h>
#include <zstd.h>

#include "app/compiler/cache_format.h"
#include "app/compiler/compile_service.h"
#include "tests/compiler/kernels.h"
#include "tests/compiler/waiting_nvrtc.h"
#include "tests/support/scratch_folder.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

class Cache : public testing::Test {
protected:
    void TearDown() override { fs::remove_all(home_); }

    DiskCache open(std::int64_t max_bytes = DiskCache::default_max_bytes)
    {
        return DiskCache(folder_, max_bytes, [this](const model::Error& error) { notices_.push_back(error); });
    }

    static Compiled something(int number)
    {
        Compiled compiled;
        compiled.report.registers = number;
        compiled.report.cumulative_stack_bytes = 16;
        compiled.report.functions.push_back({"k", true, number, 8, 4, 2, std::nullopt, {}, {}});
        compiled.report.log = "ptxas info";
        compiled.ptx_inspection.local_bytes_by_function = {{"k", 12}, {"f", 4}};
        compiled.ptx_inspection.local_bytes = 16;
        compiled.entry = "k";
        compiled.ptx = "// ptx";
        compiled.cubin = std::string(
            "\x7f"
            "ELF\0\xff",
            6);
        return compiled;
    }

    [[nodiscard]] fs::path file(const std::string& key) const { return folder_ / (key + ".zst"); }

    fs::path home_ = scratch_folder("cache");
    fs::path folder_ = home_ / "not_made_yet";
    std::vector<model::Error> notices_;
};

TEST_F(Cache, ReadsBackWhatItWrote)
{
    DiskCache disk = open();
    EXPECT_FALSE(disk.read("a"));
    disk.write("a", something(33));
    const auto back = open().read("a");
    ASSERT_TRUE(back);
    EXPECT_EQ(back->report.registers, 33);
    EXPECT_EQ(back->report.cumulative_stack_bytes, 16);
    EXPECT_FALSE(back->report.constant_bytes);
    EXPECT_EQ(back->report.functions, something(33).report.functions);
    EXPECT_EQ(back->ptx_inspection.local_bytes, 16);
    EXPECT_EQ(back->cubin, something(33).cubin);
    EXPECT_TRUE(notices_.empty());
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "no temporary file is left";
}

TEST_F(Cache, AnEntryIsAbsentOnceAHeaderOutsideOfItsRequestChanges)
{
    const fs::path header = home_ / "a header.h";
    fs::create_directories(home_);
    std::ofstream(header) << "#define N 16\n";
    Compiled compiled = something(33);
    const std::string rule = "k.ptx: a.cu \\\n " + (home_ / "a\\ header.h").string() + " \\\n /made/in/own.h\n";
    compiled.outside = std::make_shared<OutsideFiles>(outside_files(rule, "/made", std::chrono::system_clock::now()));
    ASSERT_EQ(compiled.outside->files().size(), 1U) << "neither the request's own file nor a relative path";
    DiskCache disk = open();
    const model::CompileRequest request = request_for("k");
    const auto found = [&] {
        CompileService service(waiting_toolchain(), disk);
        return service.find(request, kernels()).has_value();
    };
    disk.write(CompileService(waiting_toolchain(), disk).key_of(request, kernels()), compiled);
    EXPECT_TRUE(found());
    std::ofstream(header) << "#define N 1024\n";
    EXPECT_FALSE(found());
}

TEST_F(Cache, IgnoresDamagedAndForeignFiles)
{
    DiskCache disk = open();
    disk.write("a", something(1));
    std::ifstream stream(file("a"), std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(stream)), {});
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
        ASSERT_FALSE(unpack("a", whole.substr(0, bytes))) << "torn after " << bytes;
        std::string damaged = whole;
        damaged[bytes] = static_cast<char>(damaged[bytes] ^ 0x20);
        // A few bits of a zstd frame have no meaning: the content is then unchanged, as the checksum shows.
        const auto survived = unpack("a", damaged);
        ASSERT_TRUE(!survived || pack("a", *survived) == whole) << "damaged at " << bytes;
    }
    EXPECT_FALSE(unpack("b", whole)) << "another entry's file under this name";
    std::ofstream(file("a"), std::ios::trunc) << "not ours";
    EXPECT_FALSE(disk.read("a"));
    disk.write("a", something(2));
    ASSERT_TRUE(disk.read("a"));
    EXPECT_EQ(disk.read("a")->report.registers, 2);
}

TEST_F(Cache, ChecksDisassembledTextAsCarefully)
{
    const SassTexts text{std::string("\t.section\t.text.k\n/*0000*/ EXIT ;\xff\0", 35), "life", "why"};
    DiskCache disk = open();
    EXPECT_FALSE(disk.read_sass("a"));
    disk.write_sass("a", text);
    EXPECT_EQ(open().read_sass("a"), text);
    const std::string whole = pack_sass("a", text).value();
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
        ASSERT_FALSE(unpack_sass("a", whole.substr(0, bytes))) << "torn after " << bytes;
        std::string damaged = whole;
        damaged[bytes] = static_cast<char>(damaged[bytes] ^ 0x20);
        ASSERT_EQ(unpack_sass("a", damaged).value_or(text), text) << "damaged at " << bytes;
    }
    EXPECT_FALSE(unpack_sass("b", whole)) << "another entry's file under this name";
    EXPECT_FALSE(unpack("a", whole)) << "an entry of the other kind";
    EXPECT_FALSE(unpack_sass("a", pack("a", something(1)).value())) << "an entry of the other kind";
    std::ofstream(file("a"), std::ios::trunc) << "not ours";
    EXPECT_FALSE(disk.read_sass("a"));
    disk.write_sass("a", text);
    EXPECT_EQ(disk.read_sass("a"), text);
}

TEST_F(Cache, EvictsTheOldest)
{
    std::size_t one = 0;
    {
        DiskCache disk = open();
        disk.write("probe", something(0));
        one = fs::file_size(file("probe"));
        fs::remove(file("probe"));
    }
    DiskCache disk = open(static_cast<std::int64_t>(one) * 10);
    for (int i = 0; i < 30; ++i) {
        disk.write("key" + std::to_string(i), something(i));
        fs::last_write_time(file("key" + std::to_string(i)),
                            fs::file_time_type::clock::now() - std::chrono::minutes(30 - i));
    }
    std::uintmax_t total = 0;
    for (const auto& entry : fs::directory_iterator(folder_)) total += entry.file_size();
    EXPECT_LE(total, one * 11);
    EXPECT_TRUE(disk.read("key29"));
    EXPECT_FALSE(disk.read("key0"));
}

TEST_F(Cache, DeletesOnlyItsOwnFiles)
{
    fs::create_directories(folder_);
    const auto yesterday = fs::file_time_type::clock::now() - std::chrono::hours(24);
    for (const char* name : {"backup.zst", "letter.tmp", ".letter.0123456789abcdef.unfinished"}) {
        std::ofstream(folder_ / name) << std::string(4000, 'x');
        fs::last_write_time(folder_ / name, yesterday);
    }
    std::ofstream(folder_ / ".a.zst.0123456789abcdef.unfinished") << "of a killed process";
    fs::last_write_time(folder_ / ".a.zst.0123456789abcdef.unfinished", yesterday);
    DiskCache disk = open(1);
    for (int i = 0; i < 3; ++i) disk.write("key" + std::to_string(i), something(i));
    EXPECT_TRUE(fs::exists(folder_ / "backup.zst"));
    EXPECT_TRUE(fs::exists(folder_ / "letter.tmp"));
    EXPECT_TRUE(fs::exists(folder_ / ".letter.0123456789abcdef.unfinished"));
    EXPECT_FALSE(fs::exists(folder_ / ".a.zst.0123456789abcdef.unfinished"));
    EXPECT_FALSE(fs::exists(file("key0"))) << "the oldest entry is deleted";
}

/// A cache file with any CBOR as its content.
std::string packed_cbor(const std::string& cbor)
{
    std::string packed(ZSTD_compressBound(cbor.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), cbor.data(), cbor.size(), 1));
    return std::string(cache_magic) + packed;
}

TEST_F(Cache, HostileContentCostsLittleAndIsReplaced)
{
    const std::string deep(std::size_t{8} << 20, '\x81');  // a list in a list in a list
    std::string wide("\x9a\x03\x93\x87\x00", 5);           // a list of 60,000,000
    wide.append(60'000'000, '\x01');
    fs::create_directories(folder_);
    DiskCache disk = open();
    for (const std::string& cbor : {deep, wide}) {
        std::ofstream(file("a"), std::ios::binary | std::ios::trunc) << packed_cbor(cbor);
        rusage before{}, after{};
        getrusage(RUSAGE_SELF, &before);
        EXPECT_FALSE(disk.read("a"));
        EXPECT_FALSE(disk.read_sass("a"));
        getrusage(RUSAGE_SELF, &after);
        EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 200 * 1024) << "KiB";
        disk.write("a", something(1));
        EXPECT_TRUE(disk.read("a"));
    }
}

TEST_F(Cache, SaysOnceThatTheFolderCannotBeWritten)
{
    std::ofstream(folder_) << "a file where the folder should be";
    DiskCache disk = open();
    disk.write("a", something(1));
    disk.write("b", something(2));
    ASSERT_EQ(notices_.size(), 1U);
    EXPECT_EQ(notices_[0].where, folder_.string());
    EXPECT_FALSE(notices_[0].advice.empty());
    EXPECT_FALSE(disk.read("a"));
}

TEST_F(Cache, WithoutAFolderKeepsNothingAndGivesNoNotice)
{
    int said = 0;
    DiskCache none({}, DiskCache::default_max_bytes, [&](const model::Error&) { ++said; });
    none.write("k", Compiled{});
    none.write_causes("k", {model::Cause{}});
    none.write_sass("k", SassTexts{});
    EXPECT_EQ(said, 0);
    EXPECT_FALSE(none.read_causes("k"));
}

TEST_F(Cache, DistrustsAFolderThatOthersCanWriteTo)
{
    open().write("a", something(33));
    ASSERT_TRUE(open().read("a"));
    EXPECT_EQ(fs::status(folder_).permissions() & (fs::perms::group_all | fs::perms::others_all), fs::perms::none)
        << "only its owner may use the folder";
    fs::permissions(folder_, fs::perms::others_write, fs::perm_options::add);
    DiskCache disk = open();
    EXPECT_FALSE(disk.read("a")) << "any user may have put it there";
    disk.write("b", something(1));
    EXPECT_FALSE(fs::exists(file("b")));
    ASSERT_EQ(notices_.size(), 1U);
    EXPECT_NE(notices_[0].what.find("others can write"), std::string::npos);
}

TEST_F(Cache, ReadsEntriesFromTheFutureAndCorrectsTheirTime)
{
    open().write("a", something(33));
    fs::last_write_time(file("a"), fs::file_time_type::clock::now() + std::chrono::hours(24 * 365));
    EXPECT_TRUE(open().read("a"));
    EXPECT_LT(fs::last_write_time(file("a")), fs::file_time_type::clock::now() + std::chrono::hours(1))
        << "a read sets the time of use to now";
}

TEST_F(Cache, SurvivesAFullDisk)
{
    // A limit on file sizes stands in for a full disk: the write comes back short. In a child, as it cannot be undone.
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{64, 64};
        setrlimit(RLIMIT_FSIZE, &limit);
        DiskCache disk = open();
        disk.write("a", something(1));
        disk.write("b", something(1));
        const bool left_nothing = fs::is_empty(folder_);
        _exit(notices_.size() == 1 && left_nothing && !disk.read("a") ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
}

TEST_F(Cache, IsSharedByProcesses)
{
    std::vector<pid_t> children;
    for (int worker = 0; worker < 4; ++worker) {
        const pid_t child = fork();
        if (child == 0) {
            DiskCache disk = open();
            bool all_whole = true;
            for (int i = 0; i < 200; ++i) {
                const std::string key = "key" + std::to_string(i % 7);
                disk.write(key, something(i % 7));
                const auto back = disk.read(key);
                all_whole = all_whole && back && back->report.registers == i % 7;
            }
            _exit(all_whole && notices_.empty() ? 0 : 1);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_EQ(status, 0) << "a reader saw a file that was not whole";
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 7);
}

TEST_F(Cache, CompilesTheSameRequestOnce)
{
    Toolchain tools = find_toolchain();
    if (!tools.nvrtc) GTEST_SKIP() << tools.nvrtc.error().line();
    DiskCache disk = open();
    CompileService service(tools, disk);
    const auto request = request_for("local_array<8>");
    EXPECT_FALSE(service.find_in_memory(request, kernels()));

    CompileAnswer answers[2];
    std::thread other([&] { answers[1] = service.get(request, kernels()); });
    answers[0] = service.get(request, kernels());
    other.join();
    EXPECT_NE(answers[0].cached, answers[1].cached) << "one compiled, the other shared it";
    EXPECT_EQ(answers[0].compiled, answers[1].compiled);

    const auto again = service.get(request, kernels());
    EXPECT_TRUE(again.cached);

    CompileService restarted(tools, disk);
    const auto from_disk = restarted.get(request, kernels());
    EXPECT_TRUE(from_disk.cached);
    EXPECT_EQ(from_disk.compiled->ptx, again.compiled->ptx);

    auto changed = request;
    changed.load_cache = model::LoadCache::cg;
    EXPECT_FALSE(restarted.find_in_memory(changed, kernels())) << "every field is part of the key";
}

/// A cancelled request waited for the end of another request's compile, and kept that compile from being stopped.
TEST_F(Cache, ACancelledRequestDoesNotWaitForAnothersCompile)
{
    DiskCache disk = open();
    CompileService service(waiting_toolchain(), disk);
    const auto request = request_for("local_array<8>");
    std::atomic<bool> is_compiling = false, stops_first = false;
    CompileAnswer first;
    std::thread other([&] {
        first = service.get(request, kernels(), [&] {
            is_compiling = true;
            return stops_first.load();
        });
    });
    while (!is_compiling) std::this_thread::yield();
    EXPECT_TRUE(service.get(request, kernels(), [] { return true; }).compiled->cancelled);
    stops_first = true;
    other.join();
    EXPECT_TRUE(first.compiled->cancelled) << "no request waits for it";
}

TEST_F(Cache, KeepsErrorsInMemoryOnly)
{
    Toolchain tools = find_toolchain();
    if (!tools.nvrtc) GTEST_SKIP() << tools.nvrtc.error().line();
    DiskCache disk = open();
    CompileService service(tools, disk);
    const auto request = request_for("absent<8>");
    EXPECT_FALSE(service.get(request, kernels()).cached);
    ASSERT_TRUE(service.find_in_memory(request, kernels()));
    EXPECT_TRUE(service.find_in_memory(request, kernels())->compiled->error);
    EXPECT_FALSE(fs::exists(folder_) && !fs::is_empty(folder_));
}

TEST_F(Cache, LimitsItsMemory)
{
    DiskCache disk(fs::path(), 0, [](const model::Error&) {});
    const Toolchain none{model::Error{"none", "", ""}, {}, model::Error{"none", "", ""}};
    CompileService service(none, disk, 10000);
    for (int i = 0; i < 200; ++i) {
        [[maybe_unused]] const auto answer = service.get(request_for("k<" + std::to_string(i) + ">"), kernels());
    }
    EXPECT_FALSE(service.find_in_memory(request_for("k<0>"), kernels()));
    EXPECT_TRUE(service.find_in_memory(request_for("k<199>"), kernels()));
}

}  // namespace
}  // namespace spillway::compiler
