#pragma once

namespace spillway::worker {

/// Niceness of the threads that compile ahead of the user, and of their children. Not 19: beside busy
/// programs a disassembler then got 0.15 s of processor time in 20 s.
inline constexpr int background_niceness = 10;

}  // namespace spillway::worker
