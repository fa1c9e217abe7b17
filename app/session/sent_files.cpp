#include "app/session/sent_files.h"

namespace spillway::session {
namespace {

/// Includes the .cu's path, because headers of two files may have the same names.
std::vector<std::string> named(const model::Experiment& experiment)
{
    std::vector<std::string> names{experiment.source_file};
    names.insert(names.end(), experiment.compiled_files.begin(), experiment.compiled_files.end());
    return names;
}

}  // namespace

std::vector<std::string> SentFiles::to_be_shown(const model::Experiment& experiment, const std::string& host) const
{
    if (host.empty() || experiment.compiled_files.size() < 2 || agreed_.contains({host, named(experiment)})) return {};
    return experiment.compiled_files;
}

void SentFiles::agree(const model::Experiment& experiment, const std::string& host)
{
    agreed_.insert({host, named(experiment)});
}

}  // namespace spillway::session
