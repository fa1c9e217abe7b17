#pragma once

#include <array>
#include <cstdint>

#include "app/ptx/program.h"

namespace spillway::ptx {

/// Source lines in which a warp read and wrote shared memory since the last barrier, so that a race names both lines.
class SharedLines {
public:
    /// `epoch`: Block::epoch, the count of barriers.
    void note(const Instruction& in, bool is_write, std::uint32_t epoch)
    {
        Seen& seen = seen_[is_write ? 1 : 0];
        if (seen.epoch != epoch || seen.line == 0)
            seen = {epoch, in.source_file, in.source_line, false};
        else if (seen.line != in.source_line || seen.file != in.source_file)
            seen.has_several = true;
    }
    /// The line of all reads, or of all writes, of `epoch`; 0: several lines, none, or a line of another file.
    [[nodiscard]] std::int32_t only_line(bool of_writes, std::uint32_t epoch, std::int32_t file) const
    {
        const Seen& seen = seen_[of_writes ? 1 : 0];
        return seen.epoch == epoch && seen.file == file && !seen.has_several ? seen.line : 0;
    }

private:
    struct Seen {
        std::uint32_t epoch = 0;
        std::int32_t file = 0, line = 0;
        bool has_several = false;
    };
    std::array<Seen, 2> seen_;  ///< reads, writes
};

}  // namespace spillway::ptx
