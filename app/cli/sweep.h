#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

struct SweepOptions {
    std::vector<std::string> axes;  ///< "NAME=[first:last:step]", "NAME=[a,b]", "NAME[pow2]=[a:b]"
    std::string csv, json, svg, png, pdf;
    std::string roofline;  ///< FILE.svg, FILE.png or FILE.pdf
    std::string purpose;   ///< of the pictures: "print" or "slides"
    bool force = false;    ///< replace an existing file
    bool inspect_sass = false;
};

int sweep_command(const CommonOptions& options, const SweepOptions& sweep);

}  // namespace spillway::cli
