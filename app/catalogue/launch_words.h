#pragma once

// The launch of a learner's own kernel in words. Made-up numbers are marked; some are marked as the file's.

#include <string>
#include <string_view>

#include "app/catalogue/interpreted_job.h"
#include "app/model/interpreted.h"

namespace spillway::catalogue {

/// "64 blocks (made up) of 256 threads (made up)", "8 x 8 blocks of 16 x 16 threads, 1,024 bytes of dynamic shared
/// memory".
[[nodiscard]] std::string launch_words(const InterpretedJob& made);
/// "the launch in line 12, the first of 2"; empty if the file has one launch of the kernel, or none.
[[nodiscard]] std::string which_launch_words(const InterpretedJob& made);
/// The made-up inputs that may cause this fault: "a" has a made-up size; made up: step = 0. Empty if the file or the
/// user says them.
[[nodiscard]] std::string made_up_words(const InterpretedJob& made, const model::InterpretedFault& fault);
/// True if neither the file nor the user says the block.
[[nodiscard]] bool is_block_made_up(const InterpretedJob& made);
/// True if the fault is in no buffer and numbers of the launch are made up: other numbers for the block and its shared
/// memory may remove it.
[[nodiscard]] bool may_be_made_up_launch(const InterpretedJob& made, const model::InterpretedFault& fault);
/// For a launch with more dynamic shared memory than the GPU allows; empty for any other.
[[nodiscard]] std::string too_much_shared_words(const model::Job& job);
/// For a launch with more dynamic shared memory than every launch gets: the call that is missing in `text`, the file
/// with the kernel. Empty if the launch needs no call, has it, or takes more than the GPU allows.
[[nodiscard]] std::string shared_opt_in_words(const model::Job& job, std::int64_t static_bytes, std::string_view text);
/// Its parts: "64 blocks (made up)", "256 threads", "1,024 bytes".
[[nodiscard]] std::string grid_words(const InterpretedJob& made);
[[nodiscard]] std::string block_words(const InterpretedJob& made);
[[nodiscard]] std::string shared_words(const InterpretedJob& made);
/// "1000 (as the file says)", "4,096 x float (made up), random numbers from 0 to 1", "the same as d_in".
[[nodiscard]] std::string argument_words(const InterpretedJob& made, const InterpretedArgument& argument);

}  // namespace spillway::catalogue
