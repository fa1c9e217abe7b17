#pragma once

// One file of a .cu without what only a host's compiler can take.

#include <set>
#include <string>
#include <vector>

#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {

using NameSet = std::set<std::string, std::less<>>;

/// What the files of one .cu have in common.
struct FilesInCommon {
    std::vector<std::string> paths;
    NameSet qualifiers;  ///< macros that stand for __device__ or __global__
    NameSet kernels;     ///< without their namespaces
};

/// The file of that name that holds the common folder's blocks and warps of CUB.
constexpr const char* cub_file = "spillway_cub.cuh";

[[nodiscard]] FilesInCommon files_in_common(const SourceFiles& files);

/// Blanks, line for line, what is for the host alone, and what holds one of these lines and is not for a device.
void keep_device_part(SourceFile& file, const FilesInCommon& common, const std::set<int>& refused_lines);

}  // namespace spillway::catalogue
