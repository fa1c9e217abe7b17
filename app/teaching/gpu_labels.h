#pragma once

#include <string>

#include "app/session/session_view.h"

namespace spillway::teaching {

/// Source of the results for a GPU on this machine.
enum class GpuSource { live, recorded, compile_only, occupancy_only };

/// `recorded`: measured times come from the open recording.
[[nodiscard]] GpuSource gpu_source(const session::SessionView& session, const model::Gpu& gpu);
[[nodiscard]] const char* source_words(GpuSource source);  ///< "compile only"
/// Says where kernels are compiled and times are measured: here, on a room's server, or nowhere.
[[nodiscard]] const char* source_help(const session::SessionView& session, GpuSource source);
/// Short label for narrow places: "H200" for "NVIDIA H200", "RTX 4090" for "NVIDIA GeForce RTX 4090".
[[nodiscard]] std::string short_gpu_label(std::string label);
/// "NVIDIA H200 · recorded since 2026-11-21 · driver 580", "NVIDIA T4 · compile only".
[[nodiscard]] std::string selected_gpu_label(const session::SessionView& session);

}  // namespace spillway::teaching
