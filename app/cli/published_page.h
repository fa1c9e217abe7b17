#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/publish.h"

namespace spillway::cli {

/// The window's page in the published folder.
struct PublishedPage {
    std::optional<std::string> why_absent;  ///< and how to build it
    /// A talk: the name under which the page opens it, and its title.
    struct Talk {
        std::string name, title;
    };
    std::vector<Talk> talks;
};

/// Copies the built page and adds the user's experiments, recordings and talks. Lists the user's files that it
/// publishes on standard error.
[[nodiscard]] model::Expected<PublishedPage> write_page(const PublishOptions& publish,
                                                        const std::vector<const model::Experiment*>& own);

}  // namespace spillway::cli
