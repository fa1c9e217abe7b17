#include <gtest/gtest.h>
#include <unistd.h>
#include <zstd.h>

#include <chrono>
#include <fstream>
#include <iterator>

#include "app/protocol/messages.h"
#include "app/protocol/recording_lines.h"
#include "app/protocol/recording_merge.h"
#include "app/protocol/recording_reader.h"
#include "app/protocol/recording_writer.h"
#include "tests/protocol/made_recording.h"
#include "tests/protocol/packed.h"
#include "tests/support/scratch_folder.h"

namespace spillway::protocol {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The lines of a recording as text.
std::string unpacked(const std::string& bytes)
{
    std::string text(std::size_t{1} << 20, '\0');
    std::string all;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t frame = ZSTD_findFrameCompressedSize(bytes.data() + at, bytes.size() - at);
        if (ZSTD_isError(frame)) break;
        const std::size_t size = ZSTD_decompress(text.data(), text.size(), bytes.data() + at, frame);
        EXPECT_FALSE(ZSTD_isError(size));
        all.append(text, 0, size);
        at += frame;
    }
    return all;
}

class RecordingTest : public testing::Test {
protected:
    void SetUp() override { folder_ = scratch_folder("recording"); }
    void TearDown() override { fs::remove_all(folder_); }

    /// Writes `count` results of windows 1, 2, ... and gives the file's bytes.
    std::string written(int count)
    {
        auto writer = RecordingWriter::open(file(), made_header());
        EXPECT_TRUE(writer) << writer.error().line();
        for (int window = 1; window <= count; ++window) EXPECT_FALSE(writer->add(made_result(window)));
        EXPECT_FALSE(writer->close());
        return content_of(file());
    }
    [[nodiscard]] fs::path file() const { return folder_ / "a.spillway"; }

    fs::path folder_;
};

TEST_F(RecordingTest, ComesBackAsItWasWrittenButNoLongerLive)
{
    written(600);  // several frames
    const auto recording = read_recording(file());
    ASSERT_TRUE(recording) << recording.error().line();
    EXPECT_FALSE(recording->trouble);
    model::Gpu expected = made_gpu();
    expected.data_cache_bytes = 0;  // only the table has it
    expected.shared_splits_bytes.clear();
    EXPECT_EQ(recording->header.gpu, expected);
    EXPECT_TRUE(recording->header.measured);
    EXPECT_EQ(recording->header.driver, made_header().driver);
    EXPECT_EQ(recording->header.kernels, made_header().kernels);
    ASSERT_EQ(recording->results.size(), 600U);
    for (int window = 1; window <= 600; ++window) {
        model::RunResult made = made_result(window);
        made.measurement.source = model::MeasurementSource::recorded;
        EXPECT_EQ(result_to_pretty_json({recording->results[window - 1]}), result_to_pretty_json({made}));
    }
}

TEST_F(RecordingTest, EveryResultCanBeReadBeforeTheFileIsClosed)
{
    auto writer = RecordingWriter::open(file(), made_header());
    ASSERT_TRUE(writer);
    for (int window = 1; window <= 5; ++window) {
        ASSERT_FALSE(writer->add(made_result(window)));
        const auto recording = read_recording(file());
        ASSERT_TRUE(recording);
        EXPECT_EQ(recording->results.size(), static_cast<std::size_t>(window));
        EXPECT_TRUE(recording->trouble) << "it is not finished, and that is said";
    }
}

TEST_F(RecordingTest, CutAtEveryByteItKeepsWhatWasWhole)
{
    const std::string whole = written(6);
    std::size_t most = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto recording = parse_recording(std::string_view(whole).substr(0, size), "cut");
        if (!recording) {
            EXPECT_EQ(most, 0U) << "a longer piece is never worse";
            EXPECT_EQ(recording.error().what, "this is not a Spillway recording");
            continue;
        }
        EXPECT_GE(recording->results.size(), most);
        most = recording->results.size();
        for (std::size_t i = 0; i < most; ++i)
            EXPECT_EQ(recording->results[i].parameters, made_result(static_cast<int>(i) + 1).parameters);
        // Between the header's frame and the next nothing is missing that could be noticed.
        if (most > 0) {
            ASSERT_TRUE(recording->trouble) << size;
            EXPECT_NE(recording->trouble->what.find("ends early"), std::string::npos);
        }
    }
    EXPECT_EQ(most, 6U) << "the end mark alone is missing";
}

TEST_F(RecordingTest, ADamagedByteNeverChangesANumber)
{
    const std::string whole = written(20);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        const auto recording = parse_recording(damaged, "damaged");
        if (!recording) continue;
        for (std::size_t i = 0; i < recording->results.size(); ++i)
            ASSERT_EQ(recording->results[i].measurement.bytes_per_second,
                      made_result(static_cast<int>(i) + 1).measurement.bytes_per_second)
                << "byte " << at;
    }
}

TEST_F(RecordingTest, PiecesOfAnySizeGiveTheSame)
{
    const std::string whole = written(300);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
        RecordingReader reader("pieces");
        for (std::size_t at = 0; at < whole.size(); at += piece)
            ASSERT_TRUE(reader.feed(std::string_view(whole).substr(at, piece)));
        const auto recording = reader.finish();
        ASSERT_TRUE(recording);
        EXPECT_EQ(recording->lines.size(), 300U);
        EXPECT_FALSE(recording->trouble);
    }
}

TEST_F(RecordingTest, GarbageIsOneSentence)
{
    for (const std::string& garbage :
         {std::string(), std::string("hello"), std::string(100000, '\0'), packed("hello\n"), packed("{}\n"),
          packed("[[[[\n"), packed("{\"format\":\"spillway recording\"}\n"), packed(std::string(2 << 20, '['))}) {
        const auto recording = parse_recording(garbage, "garbage.spillway");
        ASSERT_FALSE(recording);
        EXPECT_FALSE(recording.error().what.empty());
        EXPECT_EQ(recording.error().where, "garbage.spillway");
    }
    EXPECT_FALSE(read_recording(folder_ / "not_there.spillway"));
    EXPECT_FALSE(read_recording(folder_));
}

TEST_F(RecordingTest, AnotherVersionIsNamed)
{
    std::string text = unpacked(written(1));
    const std::string now = "\"version\":2";
    text.replace(text.find(now), now.size(), "\"version\":7");
    const auto recording = parse_recording(packed(text), "new.spillway");
    ASSERT_FALSE(recording);
    EXPECT_NE(recording.error().what.find("version 7; this program reads version 2"), std::string::npos)
        << recording.error().what;
}

TEST_F(RecordingTest, OneWithoutTheHashesOfItsJobsIsRefused)
{
    std::string text = unpacked(written(1));
    std::string old = text;
    const std::string now = "\"version\":2";
    old.replace(old.find(now), now.size(), "\"version\":1");
    const auto recording = parse_recording(packed(old), "old.spillway");
    ASSERT_FALSE(recording);
    EXPECT_NE(recording.error().what.find("do not name their launch"), std::string::npos) << recording.error().what;

    const std::size_t hash = text.find("\"job\":\"");
    ASSERT_NE(hash, std::string::npos);
    text.replace(hash + 7, 8, "short!\"");
    const auto without = parse_recording(packed(text), "torn.spillway");
    ASSERT_TRUE(without);
    EXPECT_TRUE(without->results.empty());
    ASSERT_TRUE(without->trouble);
}

TEST_F(RecordingTest, AnImpossibleGpuIsRefused)
{
    const std::string text = unpacked(written(1));
    for (const auto& [from, to] :
         {std::pair{"\"warp_size\":32", "\"warp_size\":0"}, std::pair{"\"name\":\"h200\"", "\"name\":\"live\""},
          std::pair{"\"sm_count\":132", "\"sm_count\":-1"}}) {
        std::string wrong = text;
        wrong.replace(wrong.find(from), std::string_view(from).size(), to);
        EXPECT_FALSE(parse_recording(packed(wrong), "x")) << to;
    }
}

TEST(RecordedLine, BeginsWithWhoseResultItIs)
{
    const std::string line = encode_recorded(made_result(3)), next = encode_recorded(made_result(4));
    const auto heading = read_heading(line);
    ASSERT_TRUE(heading);
    EXPECT_EQ(heading->experiment, "running_mean");
    EXPECT_EQ(heading->variant, "local_array");
    model::RunResult again = made_result(3);
    again.measurement.bytes_per_second = 7;
    EXPECT_EQ(heading->key, read_heading(encode_recorded(again))->key) << "measured once more";
    EXPECT_NE(heading->key, read_heading(next)->key);
    EXPECT_TRUE(heading->key.ends_with(*made_result(3).job_hash)) << heading->key;

    model::RunResult escaped = made_result(3);
    escaped.variant = "a\"b";
    EXPECT_FALSE(read_heading(encode_recorded(escaped)));
    EXPECT_FALSE(read_heading(line.substr(0, 200)));
    EXPECT_FALSE(read_heading("{\"variant\":\"local_array\"," + line.substr(1)));
    EXPECT_FALSE(read_heading(""));
}

TEST_F(RecordingTest, ABadLineEndsItAndIsNamed)
{
    const std::string text = unpacked(written(3));
    for (const std::string& line : {std::string("{}"), std::string("nonsense"), std::string("{\"experiment\":3}")}) {
        const auto recording = parse_recording(packed(text + line + "\n" + text), "x");
        ASSERT_TRUE(recording);
        EXPECT_EQ(recording->results.size(), 3U);
        ASSERT_TRUE(recording->trouble);
        EXPECT_NE(recording->trouble->what.find("line 5"), std::string::npos) << recording->trouble->what;
    }
}

TEST_F(RecordingTest, EndlessUnpackingIsCutOff)
{
    const std::string text = unpacked(written(1));
    // 300 MiB of empty lines pack into some 30 KB.
    std::string bomb = packed(text);
    const std::string empty = packed(std::string(std::size_t{1} << 20, ' '));
    bomb += empty + empty + empty;
    const auto recording = parse_recording(bomb, "bomb");
    ASSERT_TRUE(recording);
    ASSERT_TRUE(recording->trouble);
    EXPECT_NE(recording->trouble->what.find("longer than 1 MiB"), std::string::npos);
}

TEST_F(RecordingTest, LongTextsOfTheToolsStaySmall)
{
    auto writer = RecordingWriter::open(file(), made_header());
    ASSERT_TRUE(writer);
    model::RunResult result = made_result(1);
    result.compile->log.assign(3 << 20, 'x');
    result.message = std::string(1 << 20, '\xff');
    result.compile->functions.resize(10000);
    EXPECT_FALSE(writer->add(result));
    EXPECT_FALSE(writer->close());
    EXPECT_LT(unpacked(content_of(file())).size(), 20000U);
    const auto recording = read_recording(file());
    ASSERT_TRUE(recording);
    EXPECT_EQ(recording->results.size(), 1U);
}

TEST_F(RecordingTest, ContinuingKeepsWhatIsThereAndOfDoublesTheLast)
{
    written(4);
    auto before = read_recording(file());
    ASSERT_TRUE(before);
    auto writer = RecordingWriter::open(file(), before->header, before->results);
    ASSERT_TRUE(writer);
    model::RunResult again = made_result(2);
    again.measurement.bytes_per_second = 7;
    EXPECT_FALSE(writer->add(again));
    EXPECT_FALSE(writer->close());
    EXPECT_FALSE(fs::exists(file().string() + ".new"));
    const auto after = read_recording(file());
    ASSERT_TRUE(after);
    ASSERT_EQ(after->results.size(), 4U);
    EXPECT_EQ(after->results[1].measurement.bytes_per_second, 7);
}

TEST_F(RecordingTest, AFolderThatIsNotThereAndAPipeAreErrors)
{
    EXPECT_FALSE(RecordingWriter::open(folder_ / "no/such/a.spillway", made_header()));
    EXPECT_FALSE(RecordingWriter::open(folder_, made_header()));
    EXPECT_FALSE(RecordingWriter::open("/dev/null", made_header()));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

Recording part(std::initializer_list<int> windows, RecordingHeader header = made_header())
{
    Recording recording{std::move(header), {}, {}};
    for (const int window : windows) recording.results.push_back(made_result(window));
    return recording;
}

TEST(Merge, JoinsAndTheNewestWins)
{
    Recording old = part({1, 2}), fresh = part({2, 3});
    old.results[1].measurement.provenance->date = "2026-11-19T00:00:00Z";
    fresh.results[0].measurement.bytes_per_second = 5;
    for (const bool reversed : {false, true}) {
        std::vector<RecordingPart> parts = {{"old", old}, {"fresh", fresh}};
        if (reversed) std::swap(parts[0], parts[1]);
        const auto merged = merge(parts);
        ASSERT_TRUE(merged) << merged.error().line();
        ASSERT_EQ(merged->results.size(), 3U);
        for (const model::RunResult& result : merged->results) {
            if (result.parameters.at("window_size") == model::Value(std::int64_t{2})) {
                EXPECT_EQ(result.measurement.bytes_per_second, 5);
            }
        }
    }
}

TEST(Merge, WithoutAMeasurementTheHeadersDateDecides)
{
    Recording old = part({1}), fresh = part({1});
    fresh.header.date = "2026-11-21T00:00:00Z";
    for (Recording* recording : {&old, &fresh}) recording->results[0].measurement = {};
    fresh.results[0].dynamic_shared_bytes = 64;
    const auto merged = merge({{"fresh", fresh}, {"old", old}});
    ASSERT_TRUE(merged);
    ASSERT_EQ(merged->results.size(), 1U);
    EXPECT_EQ(merged->results[0].dynamic_shared_bytes, 64);
    EXPECT_EQ(merged->header.date, old.header.date);
}

TEST(Merge, PartsOfDifferentExperimentsFitTogether)
{
    RecordingHeader other = made_header();
    other.kernels = {{"stencil", "def"}};
    const auto merged = merge({{"a", part({1})}, {"b", part({}, other)}});
    ASSERT_TRUE(merged);
    EXPECT_EQ(merged->header.kernels.size(), 2U);
}

TEST(Merge, EveryMismatchIsASentence)
{
    const auto says = [](auto change, const std::string& words) {
        RecordingHeader other = made_header();
        change(other);
        const auto merged = merge({{"a", part({1})}, {"b", part({2}, other)}});
        ASSERT_FALSE(merged);
        EXPECT_NE(merged.error().what.find(words), std::string::npos) << merged.error().what;
    };
    says([](auto& h) { h.gpu = made_gpu("t4"); }, "the GPU differs: h200 in a, t4 in b");
    says([](auto& h) { h.gpu.sm_count = 114; }, "its limits or clocks differ");
    says([](auto& h) { h.driver = "570"; }, "the driver differs: 580.95.05, CUDA 13.0 in a, 570 in b");
    says([](auto& h) { h.compiler = "12.8.93"; }, "the compiler differs: 13.0.88 in a, 12.8.93 in b");
    says([](auto& h) { h.kernels["running_mean"] = "other"; }, "the kernel text of running_mean differs");
    says([](auto& h) { h.measured = false; }, "what was recorded differs");
    says(
        [](auto& h) {
            h.driver = "570";
            h.compiler = "12";
        },
        "; the compiler differs");
    RecordingHeader second = made_header(), third = made_header();
    second.kernels = {{"stencil", "1"}};
    third.kernels = {{"stencil", "2"}};
    EXPECT_FALSE(merge({{"a", part({})}, {"b", part({}, second)}, {"c", part({}, third)}}));
    EXPECT_FALSE(merge({}));
}

TEST_F(RecordingTest, FiveThousandResultsLoadQuickly)
{
    const std::string bytes = written(5000);
    const auto begin = std::chrono::steady_clock::now();
    const auto recording = read_recording(file());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    ASSERT_TRUE(recording);
    EXPECT_EQ(recording->results.size(), 5000U);
    std::printf("5,000 results, %zu bytes: read in %.3f s\n", bytes.size(), seconds.count());
}

TEST(Recording, TheHeadersRoofsExplainTheCountersOfItsResults)
{
    RecordingHeader header = made_header();
    model::RunResult result = made_result(8);
    std::map<std::string, double> counters;
    for (const char* name :
         {"dram__bytes_read.sum", "dram__bytes_write.sum", "lts__t_sectors_srcunit_tex_op_read.sum",
          "lts__t_sectors_srcunit_tex_op_write.sum", "l1tex__data_pipe_lsu_wavefronts.sum",
          "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", "idc__requests.sum", "smsp__inst_issued.sum",
          "smsp__inst_executed_pipe_fma.sum", "smsp__inst_executed_pipe_fp64.sum", "smsp__inst_executed_pipe_xu.sum",
          "smsp__inst_executed_pipe_alu.sum", "smsp__inst_executed_pipe_tex.sum"})
        counters[name] = 1;
    counters["dram__bytes_read.sum"] = 0.8 * 4e12 * result.measurement.seconds->median;
    result.measurement.counters = counters;
    result.measurement.limited_by = model::LimitedBy{"texture", 0.9};  // of a worker: not believed, made again
    const std::string line = encode_recorded(result);
    EXPECT_EQ(line.find("texture\""), std::string::npos) << line;
    const auto before = decode_recorded(line, header);
    ASSERT_TRUE(before) << before.error().what;
    EXPECT_FALSE(before->measurement.time_account) << "there are no roofs";

    model::Roofs& roofs = header.roofs.emplace();
    for (const char* name : {"dram_read", "dram_write", "l2_read", "l2_write", "l1_read", "shared_read", "constant",
                             "texture", "fp32", "fp64", "special", "integer", "issue"})
        roofs.rates.push_back({name, 4e12, "bytes"});
    const auto decoded_header = decode_header(encode_header(header));
    ASSERT_TRUE(decoded_header) << decoded_header.error().what;
    EXPECT_EQ(decoded_header->roofs, header.roofs);
    const auto after = decode_recorded(line, *decoded_header);
    ASSERT_TRUE(after->measurement.limited_by);
    EXPECT_EQ(after->measurement.limited_by->resource, "dram_read");
    EXPECT_NEAR(*after->measurement.limited_by->share, 0.8, 1e-6);

    header.roofs->rates.front().per_second = -1;
    EXPECT_FALSE(decode_header(encode_header(header)));
}

}  // namespace
}  // namespace spillway::protocol
