#include "app/protocol/recording_reader.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <thread>
#include <unordered_map>
#include <utility>

#include "app/protocol/recording_lines.h"

namespace spillway::protocol {
namespace {

constexpr std::size_t bytes_at_a_time = std::size_t{1} << 20;  ///< of lines that are decoded side by side
constexpr std::size_t lines_per_thread = 32;
constexpr int max_window_log = 23;  ///< 8 MiB: what the writer's level uses at most
constexpr const char* read_advice = "what stands before is used; record again or continue the recording for the rest";

struct DecoderDeleter {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// Each line's result, in their order. Thousands of lines are most of the wait for the first chart: by all cores.
std::vector<model::Expected<model::RunResult>> decode_all(const std::vector<std::string>& lines)
{
    std::vector<model::Expected<model::RunResult>> decoded(lines.size(), model::Error{});
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < lines.size(); i = next++) decoded[i] = decode_recorded(lines[i]);
    };
    const std::size_t cores = std::thread::hardware_concurrency();
    {
        std::vector<std::jthread> others;  // joined at the end of this block
        for (std::size_t i = 1; i < std::min(cores, lines.size() / lines_per_thread); ++i) others.emplace_back(work);
        work();
    }
    return decoded;
}

}  // namespace

struct RecordingReader::State {
    explicit State(std::string name) : file_name(std::move(name)), decoder(ZSTD_createDCtx())
    {
        ZSTD_DCtx_setParameter(decoder.get(), ZSTD_d_windowLogMax, max_window_log);
    }

    std::string file_name;
    std::unique_ptr<ZSTD_DCtx, DecoderDeleter> decoder;
    std::string line;  ///< the unfinished one
    std::vector<std::string> undecoded;  ///< the last whole lines
    std::size_t undecoded_bytes = 0;
    std::size_t lines = 0;  ///< decoded so far
    std::size_t bytes = 0;  ///< decompressed so far
    bool inside_frame = false;
    std::optional<RecordingHeader> header;
    std::optional<model::Error> refusal;  ///< of the header
    std::optional<model::Error> trouble;
    std::vector<model::RunResult> results;
    std::vector<model::RunResult> of_this_frame;  ///< not yet sure: the frame's checksum comes last
    bool wants_checksum = false;  ///< a line was bad: whether those before it are right, the checksum tells

    [[nodiscard]] bool is_over() const { return refusal.has_value() || (trouble.has_value() && !wants_checksum); }

    void stop(std::string what) { trouble = model::Error{std::move(what), file_name, read_advice}; }

    void stop_at_line(std::string what)
    {
        stop(std::move(what));
        wants_checksum = true;
    }

    void keep_frame()
    {
        decode_lines();
        results.insert(results.end(), std::make_move_iterator(of_this_frame.begin()),
                       std::make_move_iterator(of_this_frame.end()));
        of_this_frame.clear();
        wants_checksum = false;
    }

    void doubt_frame()
    {
        undecoded.clear();
        of_this_frame.clear();
        wants_checksum = false;
    }

    void take(std::string_view text);
    void take_line();
    void take_header();
    void decode_lines();
};

void RecordingReader::State::take_header()
{
    auto decoded = decode_header(line);
    if (decoded) {
        header = std::move(*decoded);
        return;
    }
    refusal = decoded.error();
    refusal->where = file_name;
}

void RecordingReader::State::take_line()
{
    if (!header) {
        ++lines;
        return take_header();
    }
    if (results.size() + of_this_frame.size() + undecoded.size() >= max_recorded_results) {
        decode_lines();
        return stop_at_line("the recording holds more than " + std::to_string(max_recorded_results) + " results");
    }
    undecoded_bytes += line.size();
    undecoded.push_back(std::move(line));
    if (undecoded_bytes >= bytes_at_a_time) decode_lines();
}

/// Up to the first that is not right.
void RecordingReader::State::decode_lines()
{
    const std::vector<std::string> taken = std::exchange(undecoded, {});
    undecoded_bytes = 0;
    auto decoded = decode_all(taken);
    for (std::size_t i = 0; i < decoded.size(); ++i) {
        const std::string place = "line " + std::to_string(++lines) + " of the recording is not right: ";
        if (!decoded[i]) return stop_at_line(place + decoded[i].error().what);
        if (decoded[i]->gpu_name != header->gpu.name)
            return stop_at_line(place + "it is of another GPU than the header's");
        of_this_frame.push_back(std::move(*decoded[i]));
    }
}

void RecordingReader::State::take(std::string_view text)
{
    bytes += text.size();
    if (bytes > max_recording_bytes) {
        doubt_frame();
        return stop("the recording is larger than 256 MiB when unpacked");
    }
    while (!text.empty() && !refusal && !trouble) {
        const std::size_t end = text.find('\n');
        line.append(text.substr(0, end));
        if (line.size() > max_recorded_line_bytes) {
            if (!header) refusal = model::Error{"this is no recording of Spillway", file_name, ""};
            return stop_at_line("a line of the recording is longer than 1 MiB");
        }
        if (end == std::string_view::npos) return;
        take_line();
        line.clear();
        text.remove_prefix(end + 1);
    }
}

RecordingReader::RecordingReader(std::string file_name) : state_(std::make_unique<State>(std::move(file_name))) {}
RecordingReader::~RecordingReader() = default;
RecordingReader::RecordingReader(RecordingReader&&) noexcept = default;

bool RecordingReader::feed(std::string_view bytes)
{
    State& state = *state_;
    std::array<char, 65536> unpacked;
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    // A full buffer may mean that more is held back, also when all input has been taken.
    for (bool more = true; !state.is_over() && (in.pos < in.size || more);) {
        ZSTD_outBuffer out{unpacked.data(), unpacked.size(), 0};
        const std::size_t before = in.pos;
        const std::size_t status = ZSTD_decompressStream(state.decoder.get(), &out, &in);
        if (ZSTD_isError(status)) {
            // Numbers of a frame that turned out damaged are not to be trusted.
            state.doubt_frame();
            state.stop("the recording is damaged behind result " + std::to_string(state.results.size()));
            break;
        }
        if (in.pos > before || out.pos > 0) state.inside_frame = status != 0;
        state.take({unpacked.data(), out.pos});
        if (status == 0) state.keep_frame();
        more = out.pos == out.size;
    }
    return !state.is_over();
}

namespace {

/// Of one configuration the last stays, at the place of the first.
std::vector<model::RunResult> without_doubles(std::vector<model::RunResult> all)
{
    std::unordered_map<std::string, std::size_t> places;
    std::vector<model::RunResult> kept;
    kept.reserve(all.size());
    for (model::RunResult& result : all) {
        const auto [place, is_new] = places.try_emplace(recorded_key(result), kept.size());
        if (is_new)
            kept.push_back(std::move(result));
        else
            kept[place->second] = std::move(result);
    }
    return kept;
}

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

model::Expected<Recording> RecordingReader::finish()
{
    State& state = *state_;
    if (state.refusal) return *state.refusal;
    if (!state.header) return model::Error{"this is no recording of Spillway", state.file_name, ""};
    state.decode_lines();
    if (state.wants_checksum) state.doubt_frame();
    state.keep_frame();
    if (!state.trouble && (state.inside_frame || !state.line.empty()))
        state.stop("the recording ends early: " + std::to_string(state.results.size()) + " results were whole");
    return Recording{std::move(*state.header), without_doubles(std::move(state.results)), std::move(state.trouble)};
}

model::Expected<Recording> read_recording(const std::filesystem::path& path)
{
    const auto unreadable = [&](int problem) {
        return model::Error{std::string("the recording cannot be read: ") + std::strerror(problem), path.string(), ""};
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return unreadable(EISDIR);
    const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rbe"));
    if (!file) return unreadable(errno);
    RecordingReader reader(path.string());
    std::array<char, 65536> piece;
    std::size_t count = 0;
    while ((count = std::fread(piece.data(), 1, piece.size(), file.get())) > 0)
        if (!reader.feed({piece.data(), count})) break;
    if (std::ferror(file.get()) != 0) return unreadable(errno);
    return reader.finish();
}

model::Expected<Recording> parse_recording(std::string_view bytes, const std::string& file_name)
{
    RecordingReader reader(file_name);
    reader.feed(bytes);
    return reader.finish();
}

}  // namespace spillway::protocol
