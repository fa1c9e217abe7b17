#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

struct RecordOptions {
    std::vector<std::string> experiments;  ///< empty: every trusted one
    std::string output;
    std::string shard = "0/1";
    bool compile_only = false;
    bool resume = false;  ///< --continue: keep the file's results and record the missing ones
    bool renew = false;   ///< --renew: also drop results that no grid contains, and repeat outdated ones
};

int record_command(const CommonOptions& options, const RecordOptions& record);

}  // namespace spillway::cli
