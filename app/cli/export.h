#pragma once

#include <string>

namespace spillway::cli {

struct ExportOptions {
    std::string nvbench, kernel_tuner;  ///< output files; - for standard output
    bool force = false;                 ///< replace an existing file
};

int export_command(const std::string& file, const ExportOptions& options);

}  // namespace spillway::cli
