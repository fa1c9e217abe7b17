#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/publish.h"

namespace spillway::cli {

/// The window's page in the published folder.
struct PublishedPage {
    std::optional<std::string> why_absent;  ///< and how to build it
    std::vector<std::string> talks;         ///< names under which the page opens them
};

/// Copies the built page and adds the user's experiments, recordings and talks. Lists the user's files that it
/// publishes on standard error.
[[nodiscard]] model::Expected<PublishedPage> write_page(const PublishOptions& publish,
                                                        const std::vector<const model::Experiment*>& own,
                                                        const Context& context);

}  // namespace spillway::cli
