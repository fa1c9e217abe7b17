#include "app/protocol/recording_writer.h"

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>

#include "app/protocol/recording_lines.h"

namespace spillway::protocol {
namespace fs = std::filesystem;
namespace {

/// zstd levels for single results, for rewritten files, and for files in the repository.
constexpr int quick_level = 6, small_level = 12, smallest_level = 19;
constexpr int lines_per_frame = 256;

}  // namespace

struct RecordingWriter::State {
    struct EncoderDeleter {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };

    fs::path file;
    int descriptor = -1;
    int lines_in_frame = 0;
    std::unique_ptr<ZSTD_CCtx, EncoderDeleter> encoder{ZSTD_createCCtx()};

    ~State()
    {
        if (descriptor < 0) return;
        (void)compress({}, ZSTD_e_end);
        ::close(descriptor);
    }

    [[nodiscard]] model::Error failure(int problem) const
    {
        return {std::string("the recording cannot be written: ") + std::strerror(problem), file.string(),
                "check the folder and the space on the disk"};
    }

    std::optional<model::Error> write_all(const char* bytes, std::size_t size)
    {
        while (size > 0) {
            const ssize_t count = ::write(descriptor, bytes, size);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return failure(errno);
            bytes += count;
            size -= static_cast<std::size_t>(count);
        }
        return std::nullopt;
    }

    std::optional<model::Error> compress(std::string_view text, ZSTD_EndDirective directive)
    {
        if (directive == ZSTD_e_end && lines_in_frame == 0) return std::nullopt;
        std::string packed(ZSTD_CStreamOutSize(), '\0');
        ZSTD_inBuffer in{text.data(), text.size(), 0};
        // With ZSTD_e_continue the encoder may keep output in its buffer.
        for (std::size_t left = 1; left != 0 && (directive != ZSTD_e_continue || in.pos < in.size);) {
            ZSTD_outBuffer out{packed.data(), packed.size(), 0};
            left = ZSTD_compressStream2(encoder.get(), &out, &in, directive);
            if (ZSTD_isError(left)) return failure(ENOMEM);
            if (auto error = write_all(packed.data(), out.pos)) return error;
        }
        if (directive == ZSTD_e_end) lines_in_frame = 0;
        return std::nullopt;
    }

    /// Flushes the line to the file before it returns.
    std::optional<model::Error> add_line(std::string line)
    {
        line += '\n';
        ++lines_in_frame;
        return compress(line, lines_in_frame >= lines_per_frame ? ZSTD_e_end : ZSTD_e_flush);
    }

    /// Writes all results into one frame, because one frame compresses better.
    std::optional<model::Error> add_kept(const std::vector<model::RunResult>& kept, Packing packing)
    {
        ZSTD_CCtx_setParameter(encoder.get(), ZSTD_c_compressionLevel,
                               packing == Packing::smallest ? smallest_level : small_level);
        for (const model::RunResult& result : kept) {
            auto line = line_of(result);
            if (!line) return line.error();
            ++lines_in_frame;
            if (auto problem = compress(*line + '\n', ZSTD_e_continue)) return problem;
        }
        auto problem = compress({}, ZSTD_e_end);
        ZSTD_CCtx_setParameter(encoder.get(), ZSTD_c_compressionLevel, quick_level);
        return problem;
    }

    [[nodiscard]] model::Expected<std::string> line_of(const model::RunResult& result) const
    {
        std::string line = encode_recorded(result);
        if (line.size() < max_recorded_line_bytes) return line;
        return model::Error{
            "the result of " + result.experiment + ", " + result.variant + " is too long to be recorded", file.string(),
            "this is a bug in Spillway: please report it"};
    }
};

RecordingWriter::RecordingWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordingWriter::~RecordingWriter() = default;
RecordingWriter::RecordingWriter(RecordingWriter&&) noexcept = default;
RecordingWriter& RecordingWriter::operator=(RecordingWriter&&) noexcept = default;

model::Expected<RecordingWriter> RecordingWriter::open(const fs::path& file, const RecordingHeader& header,
                                                       const std::vector<model::RunResult>& kept,
                                                       base::IfThere if_there, Packing packing)
{
    auto state = std::make_unique<State>();
    state->file = file;
    ZSTD_CCtx_setParameter(state->encoder.get(), ZSTD_c_compressionLevel, quick_level);
    ZSTD_CCtx_setParameter(state->encoder.get(), ZSTD_c_checksumFlag, 1);
    if (base::what_stands_at(file) == base::Standing::device) return state->failure(EINVAL);
    auto fresh = base::OutputFile::begin(file, if_there);
    if (!fresh) return fresh.error();
    state->descriptor = fcntl(fresh->descriptor(), F_DUPFD_CLOEXEC, 3);
    if (state->descriptor < 0) return state->failure(errno);
    RecordingWriter writer(std::move(state));
    State& now = *writer.state_;
    std::optional<model::Error> problem = now.add_line(encode_header(header));
    if (!problem) problem = now.compress({}, ZSTD_e_end);
    if (!problem) problem = now.add_kept(kept, packing);
    if (!problem) problem = fresh->place();
    if (problem) return *problem;
    return writer;
}

std::optional<model::Error> RecordingWriter::add(const model::RunResult& result)
{
    auto line = state_->line_of(result);
    if (!line) return line.error();
    return state_->add_line(std::move(*line));
}

std::optional<model::Error> RecordingWriter::close()
{
    std::optional<model::Error> problem = state_->compress({}, ZSTD_e_end);
    if (!problem && fsync(state_->descriptor) != 0) problem = state_->failure(errno);
    if (::close(state_->descriptor) != 0 && !problem) problem = state_->failure(errno);
    state_->descriptor = -1;
    return problem;
}

}  // namespace spillway::protocol
