#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/publish.h"

namespace spillway::cli {

/// The window as a page, in the folder that is published.
struct PublishedPage {
    std::optional<std::string> why_absent;  ///< and how to have it
    std::vector<std::string> talks;         ///< names by which the page opens them
};

/// Copies the page that is built, adds one's own experiments, recordings and talks to it, and prints on standard error
/// what of one's own goes into it.
[[nodiscard]] model::Expected<PublishedPage> write_page(const PublishOptions& publish,
                                                        const std::vector<const model::Experiment*>& own,
                                                        const Context& context);

}  // namespace spillway::cli
