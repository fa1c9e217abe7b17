#pragma once

#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

/// Output pictures, each FILE.svg, FILE.png or FILE.pdf (they request hardware counters), and a CSV table.
struct RunPictures {
    std::string memory, roofline;
    std::string purpose;  ///< "print" or "slides"
    std::string csv;
    bool force = false;  ///< replace an existing file
    [[nodiscard]] bool any() const { return !memory.empty() || !roofline.empty(); }
};

int run_command(CommonOptions options, const RunPictures& pictures = {});

/// Runs every variant of each request and prints the results like `run`.
int run_requests(Context& context, const CommonOptions& options, const std::vector<Request>& requests,
                 const RunPictures& pictures);

/// Same with a running worker.
int run_requests(Context& context, const CommonOptions& options, worker_client::Dispatcher& dispatcher,
                 const model::Gpu& gpu, const std::vector<Request>& requests, const RunPictures& pictures);

}  // namespace spillway::cli
