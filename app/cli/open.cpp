#include "app/cli/open.h"

#include <filesystem>

#include "app/base/visible_text.h"
#include "app/catalogue/made_experiment.h"
#include "app/catalogue/plain_experiment.h"
#include "app/cli/print.h"
#include "app/cli/run.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

/// The values of one file's experiment. A name that this file does not know may be another's.
model::Expected<Request> request_of(const model::Experiment& experiment, const CommonOptions& options,
                                    std::vector<bool>& was_taken)
{
    std::vector<std::string> own;
    for (std::size_t i = 0; i < options.settings.size(); ++i) {
        const std::string name = options.settings[i].substr(0, options.settings[i].find('='));
        if (experiment.find_parameter(name) == nullptr) continue;
        own.push_back(options.settings[i]);
        was_taken[i] = true;
    }
    auto values = apply_settings(experiment, own);
    if (!values) return values.error();
    auto variants = find_variants(experiment, options.variants);
    if (!variants) return variants.error();
    return Request{&experiment, std::move(*variants), std::move(*values)};
}

/// What of the file was not taken over, for whoever wonders where his main went.
void tell_left_aside(const model::Experiment& experiment)
{
    if (!experiment.is_plain()) return;
    const auto source = catalogue::read_plain_source(experiment.source, experiment.source_file,
                                                     catalogue::headers_beside(experiment.source_file));
    if (!source) return;
    if (const std::string sentence = catalogue::left_aside_sentence(*source); !sentence.empty())
        print(stderr, "{}: {}\n", base::visible_line(experiment.source_file), sentence);
}

}  // namespace

int open_command(const CommonOptions& options, const std::string& path)
{
    auto context = load_context(options);
    if (!context) return fail(context.error());
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return fail({"there is no such file or folder", path, "name a .cu file or a folder with one"});
    if (const auto why = catalogue::why_no_catalogue(path)) return fail(*why);
    const catalogue::Catalogue opened = catalogue::load_catalogue(path, options.trust);
    for (const model::Error& problem : opened.problems) (void)fail(problem);
    if (opened.experiments.empty())
        return opened.problems.empty() ? fail({"it has no kernel", path, "name a .cu file or a folder with one"})
                                       : exit_wrong_command_line;

    std::vector<Request> requests;
    std::vector<bool> was_taken(options.settings.size(), false);
    for (const model::Experiment& experiment : opened.experiments) {
        if (auto refusal = refuse_untrusted(experiment)) return fail(*refusal);
        auto request = request_of(experiment, options, was_taken);
        if (!request) return fail(request.error());
        requests.push_back(std::move(*request));
        tell_left_aside(experiment);
    }
    for (std::size_t i = 0; i < was_taken.size(); ++i) {
        if (was_taken[i]) continue;
        const auto wrong = apply_settings(*requests.front().experiment, {options.settings[i]});
        if (!wrong) return fail(wrong.error());
    }
    return run_requests(*context, options, requests);
}

int make_command(const std::string& path, const std::string& folder)
{
    std::error_code ignored;
    const fs::path place = fs::absolute(folder, ignored);
    if (fs::exists(place, ignored) && !(fs::is_directory(place, ignored) && fs::is_empty(place, ignored)))
        return fail({"is there already", folder, "name a new folder"});
    if (fs::path(path).extension() != ".cu") return fail({"an experiment is made of one .cu", path, "name a file"});
    const auto plain = catalogue::load_plain_experiment(path);
    if (!plain) return fail(plain.error());
    const auto made =
        catalogue::made_experiment(*plain, catalogue::initial_values(*plain, {}), catalogue::experiment_name(place));
    if (!made) return fail(made.error());
    if (const auto problem = catalogue::write_experiment(*made, place)) return fail(*problem);
    print("{}\n", base::visible_line(place.string()));
    for (const std::string& sentence : made->missing) print("- {}\n", sentence);
    return exit_ok;
}

}  // namespace spillway::cli
