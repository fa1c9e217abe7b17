#include "app/cli/publish.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "app/base/counted.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/cli/lesson_page.h"
#include "app/cli/print.h"
#include "app/cli/published_page.h"
#include "app/lessons/html_text.h"
#include "app/protocol/recording_folder.h"
#include "app/results/recorded_results.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

/// The user's experiments named on this command line; not everything in the user's folders.
std::vector<const model::Experiment*> own_experiments(const Context& context, const CommonOptions& options)
{
    std::vector<const model::Experiment*> own;
    std::error_code ignored;
    for (const model::Experiment& experiment : context.library.catalogue().experiments) {
        if (experiment.origin.place != model::Place::folder) continue;
        const bool is_named = std::ranges::any_of(options.catalogue_folders, [&](const std::string& folder) {
            return experiment.origin.folder == folder ||
                   fs::equivalent(experiment.origin.folder.parent_path(), folder, ignored) ||
                   fs::equivalent(experiment.origin.folder, folder, ignored);
        });
        if (is_named) own.push_back(&experiment);
    }
    return own;
}

/// Why the folder cannot be used: it has other contents, and this command did not write them.
std::optional<model::Error> check_folder(const PublishOptions& publish)
{
    std::error_code ignored;
    const fs::path folder = publish.folder;
    if (!fs::exists(folder, ignored) || publish.force) return std::nullopt;
    if (!fs::is_directory(folder, ignored)) return model::Error{"this is not a folder", publish.folder, "name another"};
    if (fs::is_empty(folder, ignored) || fs::exists(folder / "lessons/index.html", ignored)) return std::nullopt;
    return model::Error{"the folder is there already and holds something else", publish.folder,
                        "name another, or add --force to write into it"};
}

/// Lays the user's recordings over the shipped ones. Returns the GPU of the last one; empty without any.
model::Expected<std::string> open_recordings(Context& context, const std::vector<std::string>& files)
{
    (void)context.library.open_recording_or_default({});
    std::string gpu;
    for (const std::string& file : files) {
        if (protocol::is_recording_folder(file))
            return model::Error{"a page takes a recording as one file", file,
                                "spillway merge -o FILE.spillway FOLDER.spillway makes one"};
        // Every visitor would see the warning of an incomplete recording.
        if (const auto whole = results::RecordedResults::load(file); whole && whole->status().trouble)
            return *whole->status().trouble;
        const auto laid = context.library.lay_recording(file);
        if (!laid) return laid.error();
        gpu = laid->header.gpu.name;
    }
    return gpu;
}

/// First problem of an experiment in the folders of this command line; empty: all of them can be read.
std::optional<model::Error> unreadable_experiment(const Context& context, const CommonOptions& options)
{
    for (const model::Error& problem : context.library.catalogue().problems)
        for (const std::string& folder : options.catalogue_folders)
            if (problem.where.find(fs::path(folder).lexically_normal().string()) != std::string::npos) return problem;
    return std::nullopt;
}

/// Says where one of the user's experiments has no result although it opens there: its pages show no numbers.
void note_missing_results(const model::Experiment& experiment, const model::Gpu& gpu, Context& context,
                          worker_client::Dispatcher& dispatcher)
{
    const model::Values none;
    const std::vector<std::string> variants = unanswered_variants({experiment, none, gpu, context, dispatcher});
    if (variants.empty()) return;
    std::string names, values;
    for (const std::string& variant : variants) names += (names.empty() ? "" : ", ") + variant;
    for (const auto& [name, value] : catalogue::initial_values(experiment, gpu))
        if (std::ranges::count(experiment.parameters, name, &model::Parameter::name) > 0)
            values += (values.empty() ? "" : ", ") + name + "=" + model::to_string(value);
    print(stderr,
          "{}: nothing is recorded on {} of {} at the values that it opens with ({}), so its pages have no numbers "
          "there. Record these values, or change \"initial\" in its experiment.json.\n",
          experiment.name, gpu.label, names, values);
}

/// Removes plain pages of an earlier run whose lessons are not published any more.
void remove_withdrawn(const fs::path& folder, const std::set<std::string>& pages)
{
    std::error_code ignored;
    std::vector<fs::path> withdrawn;
    for (const auto& file : fs::directory_iterator(folder, ignored)) {
        const fs::path& path = file.path();
        if (path.extension() != ".html" || path.filename() == "index.html" || pages.contains(path.stem().string()))
            continue;
        if (is_plain_page(path)) withdrawn.push_back(path);
    }
    for (const fs::path& file : withdrawn) {
        fs::remove(file, ignored);
        print(stderr, "withdrawn: {}\n", file.string());
    }
}

/// The requested GPU; otherwise the first with recorded times of this experiment: `own`, the default, any other.
/// Without times, the default.
model::Expected<model::Gpu> gpu_of(Context& context, const std::string& asked, const std::string& own,
                                   const model::Experiment& experiment)
{
    const auto usual = context.library.choose_gpu(asked);
    if (!usual || !asked.empty()) return usual;
    results::ResultLibrary& library = context.library;
    const auto has_times = [&](const model::Gpu& gpu) {
        const model::Values initial = catalogue::initial_values(experiment, gpu);
        return !library.recorded_along(experiment, initial, experiment.x_axis, gpu).empty();
    };
    if (const model::Gpu* gpu = own.empty() ? nullptr : library.find_gpu(own); gpu && has_times(*gpu)) return *gpu;
    if (has_times(*usual)) return usual;
    for (const auto& recording : library.recordings().all())
        if (has_times(recording->gpu())) return recording->gpu();
    return usual;
}

std::string list_item(const model::Experiment& experiment)
{
    return fmt::format("<li><a href=\"{0}.html\">{1}</a>: {2}</li>\n", experiment.name,
                       lessons::html_escaped(experiment.title), lessons::html_escaped(experiment.question));
}

/// HTML list of the lessons by topic, and of the talks if the page can show them.
std::string contents_page(const std::vector<const model::Experiment*>& published, const PublishedPage& page)
{
    std::string body = "<main>\n<h1>Spillway</h1>\n<p>Where a CUDA kernel's data lives, and what that costs.</p>\n";
    if (!page.why_absent) body += "<p><a href=\"../index.html\">The window, in this browser</a></p>\n";
    std::string topic;
    for (const model::Experiment* experiment : published) {
        if (topic != experiment->topic) {
            body += (topic.empty() ? "" : "</ul>\n") +
                    fmt::format("<h2>{}</h2>\n<ul>\n", lessons::html_escaped(experiment->topic));
            topic = experiment->topic;
        }
        body += list_item(*experiment);
    }
    if (!topic.empty()) body += "</ul>\n";
    if (!page.talks.empty()) body += "<h2>Talks</h2>\n<ul>\n";
    for (const PublishedPage::Talk& talk : page.talks)
        body += fmt::format("<li><a href=\"../index.html?talk={}\">{}</a></li>\n", lessons::html_escaped(talk.name),
                            lessons::html_escaped(talk.title));
    if (!page.talks.empty()) body += "</ul>\n";
    return plain_page("Spillway: the lessons", body + "</main>\n");
}

std::string links_above(const model::Experiment& experiment, bool has_page)
{
    std::string html = "<nav><a href=\"index.html\">All lessons</a>";
    if (has_page) html += fmt::format(" · <a href=\"../index.html#v1/{}\">In the window</a>", experiment.name);
    return html + "</nav>\n";
}

/// The requested lessons, and the user's own.
std::vector<const model::Experiment*> published_lessons(const Context& context, const PublishOptions& publish,
                                                        const std::vector<const model::Experiment*>& own)
{
    std::vector<const model::Experiment*> published;
    for (const model::Experiment& experiment : context.library.catalogue().experiments) {
        const bool is_own = std::ranges::count(own, &experiment) > 0;
        const bool is_named = publish.lessons.empty() || std::ranges::count(publish.lessons, experiment.name) > 0;
        if (!experiment.exercise && (experiment.origin.is_users_own() ? is_own : is_named))
            published.push_back(&experiment);
    }
    return published;
}

}  // namespace

int publish_command(CommonOptions options, const PublishOptions& publish)
{
    options.worker = "none";
    if (auto error = check_folder(publish)) return fail(*error);
    auto context = load_context(options);
    if (!context) return fail(context.error());
    for (const std::string& name : publish.lessons)
        if (const auto known = find_experiment(*context, name); !known) return fail(known.error());
    if (const auto error = unreadable_experiment(*context, options))  // load_context() has said why
        return fail({"nothing was published", error->where, "correct this experiment first"}, exit_refused);
    const auto own_gpu = open_recordings(*context, publish.recordings);
    if (!own_gpu) return fail(own_gpu.error());
    worker_client::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, *context)) return fail(*trouble, exit_other);

    const auto own = own_experiments(*context, options);
    std::error_code problem;
    fs::create_directories(fs::path(publish.folder) / "lessons", problem);
    if (problem) return fail({problem.message(), publish.folder, "check where it lies"}, exit_other);
    const auto page = write_page(publish, own);
    if (!page) return fail(page.error(), exit_other);

    const auto published = published_lessons(*context, publish, own);
    std::set<std::string> pages;
    for (const model::Experiment* experiment : published) pages.insert(experiment->name);
    for (const model::Experiment* experiment : published) {
        const auto gpu = gpu_of(*context, options.gpu, *own_gpu, *experiment);
        if (!gpu) return fail(gpu.error());
        const model::Values values;
        const std::string html = lesson_page({*experiment, values, *gpu, *context, dispatcher},
                                             links_above(*experiment, !page->why_absent), pages);
        if (std::ranges::count(own, experiment) > 0) note_missing_results(*experiment, *gpu, *context, dispatcher);
        const fs::path file = fs::path(publish.folder) / "lessons" / (experiment->name + ".html");
        if (const auto error = base::write_file(file, html)) return fail(*error, exit_other);
    }
    remove_withdrawn(fs::path(publish.folder) / "lessons", pages);
    const fs::path contents = fs::path(publish.folder) / "lessons/index.html";
    if (const auto error = base::write_file(contents, contents_page(published, *page))) return fail(*error, exit_other);
    print("{}: {} as plain pages{}\n", publish.folder, base::counted(published.size(), "lesson"),
          page->why_absent ? "" : ", and the window as a page");
    if (page->why_absent) print(stderr, "The window as a page is not in it: {}\n", *page->why_absent);
    return exit_ok;
}

}  // namespace spillway::cli
