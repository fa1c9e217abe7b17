#include "app/protocol/recording_reader.h"

#include <zstd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "app/base/named_file.h"
#include "app/protocol/recording_lines.h"

namespace spillway::protocol {
namespace {

constexpr int max_window_log = 23;  ///< 8 MiB, the maximum at the writer's compression level
constexpr const char* read_advice =
    "the results before it are used; record again or continue the recording for the rest";

}  // namespace

struct RecordingReader::State {
    struct DecoderDeleter {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };

    explicit State(std::string name) : file_name(std::move(name)), decoder(ZSTD_createDCtx())
    {
        ZSTD_DCtx_setParameter(decoder.get(), ZSTD_d_windowLogMax, max_window_log);
    }

    std::string file_name;
    std::unique_ptr<ZSTD_DCtx, DecoderDeleter> decoder;
    std::string line;       ///< unfinished line
    std::size_t bytes = 0;  ///< decompressed so far
    bool inside_frame = false;
    std::optional<RecordingHeader> header;
    std::optional<model::Error> refusal;  ///< the header is invalid
    std::optional<model::Error> trouble;
    std::vector<std::string> lines;
    std::vector<std::string> of_this_frame;  ///< pending: the checksum ends the frame
    bool wants_checksum = false;             ///< reading has stopped; waits for the checksum of the current frame

    [[nodiscard]] bool is_over() const { return refusal.has_value() || (trouble.has_value() && !wants_checksum); }

    void stop(std::string what) { trouble = model::Error{std::move(what), file_name, read_advice}; }

    void stop_at_line(std::string what)
    {
        stop(std::move(what));
        wants_checksum = true;
    }

    void keep_frame()
    {
        lines.insert(lines.end(), std::make_move_iterator(of_this_frame.begin()),
                     std::make_move_iterator(of_this_frame.end()));
        of_this_frame.clear();
        wants_checksum = false;
    }

    void drop_frame()
    {
        of_this_frame.clear();
        wants_checksum = false;
    }

    void take(std::string_view text);
    void take_line();
    void take_header();
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
    if (!header) return take_header();
    if (lines.size() + of_this_frame.size() >= max_recorded_results)
        return stop_at_line("the recording holds more than " + std::to_string(max_recorded_results) + " results");
    of_this_frame.emplace_back(line);  // an exact copy: the capacity of `line` may be twice its size
}

void RecordingReader::State::take(std::string_view text)
{
    bytes += text.size();
    if (bytes > max_recording_bytes) {
        drop_frame();
        return stop("the recording is larger than 256 MiB when unpacked");
    }
    while (!text.empty() && !refusal && !trouble) {
        const std::size_t end = text.find('\n');
        line.append(text.substr(0, end));
        if (line.size() > max_recorded_line_bytes) {
            if (!header) refusal = model::Error{"this is not a Spillway recording", file_name, ""};
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

bool RecordingReader::has_header() const
{
    return state_->header.has_value();
}

bool RecordingReader::feed(std::string_view bytes)
{
    State& state = *state_;
    std::array<char, 65536> unpacked;
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    // A full output buffer may mean that the decoder holds more output, even if all input is consumed.
    for (bool more = true; !state.is_over() && (in.pos < in.size || more);) {
        ZSTD_outBuffer out{unpacked.data(), unpacked.size(), 0};
        const std::size_t before = in.pos;
        const std::size_t status = ZSTD_decompressStream(state.decoder.get(), &out, &in);
        if (ZSTD_isError(status)) {
            // Drop the results of a damaged frame, because their values may be wrong.
            state.drop_frame();
            state.stop("the recording is damaged after result " + std::to_string(state.lines.size()));
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

/// For equal configurations, keeps the last result at the position of the first.
std::vector<model::RunResult> without_duplicates(std::vector<model::RunResult> all)
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

/// Decodes the results up to the first invalid one.
Recording decode(RecordingText text, const std::string& file_name)
{
    Recording recording{std::move(text.header), {}, std::move(text.trouble)};
    for (const std::string& line : text.lines) {
        auto decoded = decode_recorded(line, recording.header);
        if (!decoded) {
            recording.trouble = bad_line(recording.results.size() + 2, decoded.error().what, file_name);
            break;
        }
        recording.results.push_back(std::move(*decoded));
    }
    recording.results = without_duplicates(std::move(recording.results));
    return recording;
}

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

model::Expected<RecordingText> RecordingReader::finish()
{
    State& state = *state_;
    if (state.refusal) return *state.refusal;
    if (!state.header) return model::Error{"this is not a Spillway recording", state.file_name, ""};
    if (state.wants_checksum) state.drop_frame();
    state.keep_frame();
    if (!state.trouble && (state.inside_frame || !state.line.empty()))
        state.stop("the recording ends early: " + std::to_string(state.lines.size()) + " results were complete");
    return RecordingText{std::move(*state.header), std::move(state.lines), std::move(state.trouble)};
}

model::Error bad_line(std::size_t number, const std::string& what, const std::string& file_name)
{
    return {"line " + std::to_string(number) + " of the recording is invalid: " + what, file_name, read_advice};
}

namespace {

/// Feeds the file in pieces of `piece_bytes` until `is_enough`. Error if the file cannot be read.
template <typename IsEnough>
std::optional<model::Error> feed_file(RecordingReader& reader, const std::filesystem::path& path,
                                      std::size_t piece_bytes, IsEnough is_enough)
{
    const auto unreadable = [&](int problem) {
        return model::Error{std::string("the recording cannot be read: ") + std::strerror(problem), path.string(), ""};
    };
    if (const auto why = base::why_not_read(path))
        return model::Error{"the recording cannot be read: " + why->what, path.string(), why->advice};
    const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rbe"));
    if (!file) return unreadable(errno);
    std::string piece(piece_bytes, '\0');
    std::size_t count = 0;
    while (!is_enough() && (count = std::fread(piece.data(), 1, piece.size(), file.get())) > 0)
        if (!reader.feed({piece.data(), count})) break;
    if (std::ferror(file.get()) != 0) return unreadable(errno);
    return std::nullopt;
}

}  // namespace

model::Expected<RecordingText> read_recording_text(const std::filesystem::path& path)
{
    RecordingReader reader(path.string());
    if (auto unreadable = feed_file(reader, path, 65536, [] { return false; })) return *unreadable;
    return reader.finish();
}

model::Expected<RecordingHeader> read_recording_header(const std::filesystem::path& path)
{
    RecordingReader reader(path.string());
    // The writer ends a frame after the header, so a small piece holds it.
    if (auto unreadable = feed_file(reader, path, 4096, [&] { return reader.has_header(); })) return *unreadable;
    auto text = reader.finish();
    if (!text) return text.error();
    return std::move(text->header);
}

model::Expected<Recording> read_recording(const std::filesystem::path& path)
{
    auto text = read_recording_text(path);
    if (!text) return text.error();
    return decode(std::move(*text), path.string());
}

model::Expected<Recording> parse_recording(std::string_view bytes, const std::string& file_name)
{
    RecordingReader reader(file_name);
    reader.feed(bytes);
    auto text = reader.finish();
    if (!text) return text.error();
    return decode(std::move(*text), file_name);
}

}  // namespace spillway::protocol
