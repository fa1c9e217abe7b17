#pragma once

#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

int run_command(const CommonOptions& options);

/// Runs every variant of each request and prints what came of it, as `run` does.
int run_requests(Context& context, const CommonOptions& options, const std::vector<Request>& requests);

/// The same with a worker that is there already.
int run_requests(Context& context, const CommonOptions& options, worker_client::Dispatcher& dispatcher,
                 const model::Gpu& gpu, const std::vector<Request>& requests);

}  // namespace spillway::cli
