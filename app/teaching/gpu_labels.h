#pragma once

#include <string>

#include "app/session/session_view.h"

namespace spillway::teaching {

/// How answers for a GPU are had here.
enum class GpuSource { live, recorded, compile_only, occupancy_only };

/// `recorded`: its times come from the recording that is open.
[[nodiscard]] GpuSource gpu_source(const session::SessionView& session, const model::Gpu& gpu);
[[nodiscard]] const char* source_words(GpuSource source);  ///< "compile only"
[[nodiscard]] const char* source_help(GpuSource source);
/// "NVIDIA H200 · recorded 2026-11-21 · driver 580", "NVIDIA T4 · compile only".
/// "H200" of "NVIDIA H200", "RTX 4090" of "NVIDIA GeForce RTX 4090": where there is little room.
[[nodiscard]] std::string short_gpu_label(std::string label);
[[nodiscard]] std::string selected_gpu_label(const session::SessionView& session);

}  // namespace spillway::teaching
