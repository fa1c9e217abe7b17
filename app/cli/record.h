#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

struct RecordOptions {
    std::vector<std::string> experiments;  ///< none: every trusted one
    std::string output;
    std::string shard = "0/1";
    bool compile_only = false;
    bool resume = false;  ///< --continue: keep what the file has and record what it lacks
    bool renew = false;   ///< --renew: so, but drop what no grid asks for any longer and record again what is outdated
};

int record_command(const CommonOptions& options, const RecordOptions& record);

}  // namespace spillway::cli
