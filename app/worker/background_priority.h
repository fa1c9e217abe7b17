#pragma once

namespace spillway::worker {

/// Niceness of the threads that compile ahead of the user, and of their children. Not 19: beside two busy programs a
/// disassembler then gets no processor time for minutes.
inline constexpr int background_niceness = 10;

}  // namespace spillway::worker
