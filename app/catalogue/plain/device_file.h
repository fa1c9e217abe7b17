#pragma once

// Reduces one file of a .cu to its device code.

#include <set>
#include <string>
#include <vector>

#include "app/catalogue/plain/device_includes.h"
#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {

using NameSet = std::set<std::string, std::less<>>;

/// Data shared by all files of one .cu.
struct FilesInCommon {
    OwnPaths paths;
    NameSet qualifiers;  ///< macros that stand for __device__ or __global__
    NameSet kernels;     ///< without their namespaces
};

/// File in the common folder with CUB's block and warp parts.
constexpr const char* cub_file = "spillway_cub.cuh";

[[nodiscard]] FilesInCommon files_in_common(const SourceFiles& files);

/// Blanks host-only code, keeping the lines. Also blanks any declaration that contains a refused line and is not for
/// the device.
void keep_device_part(SourceFile& file, const FilesInCommon& common, const std::set<int>& refused_lines);

}  // namespace spillway::catalogue
