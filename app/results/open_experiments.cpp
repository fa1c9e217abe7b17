#include "app/results/open_experiments.h"

#include <algorithm>
#include <set>

#include "app/base/named_file.h"
#include "app/catalogue/course_order.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/catalogue/plain/file_text.h"
#include "app/catalogue/plain/plain_experiment.h"
#include "app/catalogue/plain/source_files.h"
#include "app/catalogue/taken_names.h"

namespace spillway::results {
namespace fs = std::filesystem;
namespace {

bool is_within(const fs::path& inner, const fs::path& outer)
{
    std::error_code error;
    const fs::path place = fs::weakly_canonical(outer, error), found = fs::weakly_canonical(inner, error);
    return found == place || found.parent_path() == place;
}

model::SourceState state_of_unread(const fs::path& source_file)
{
    switch (base::state_of_file(source_file, catalogue::max_file_bytes)) {
        case base::FileState::gone: return model::SourceState::gone;
        case base::FileState::too_large: return model::SourceState::too_large;
        case base::FileState::ordinary:
        case base::FileState::special:
        case base::FileState::unreadable: break;
    }
    return model::SourceState::unreadable;
}

/// Keeps experiments that temporarily fail to parse during an edit, in their last readable state, but with the current
/// source if it can be read. Removes an experiment whose file is gone, unless it is `held`.
void keep_broken(const catalogue::Catalogue& before, const std::string& held, catalogue::Catalogue& now)
{
    for (std::size_t i = 0; i < before.experiments.size(); ++i) {
        const model::Experiment& known = before.experiments[i];
        const bool is_there = std::any_of(now.experiments.begin(), now.experiments.end(), [&](const auto& each) {
            return each.name == known.name || each.origin.folder == known.origin.folder;
        });
        if (is_there) continue;
        auto text = catalogue::read_file_text(known.source_file);
        const model::SourceState state = text ? model::SourceState::broken : state_of_unread(known.source_file);
        if (state == model::SourceState::gone && known.source_file != held) continue;
        model::Experiment kept = known;
        kept.origin.source_state = state;
        if (text) kept.source = std::move(*text);
        const auto place = now.experiments.begin() + static_cast<std::ptrdiff_t>(std::min(i, now.experiments.size()));
        now.experiments.insert(place, std::move(kept));
    }
}

/// Absolute path in normal form.
fs::path place_of(const fs::path& path)
{
    std::error_code error;
    const fs::path place = fs::absolute(path, error).lexically_normal();
    return place.has_filename() ? place : place.parent_path();
}

/// Whether a change in a folder may affect a catalogue folder, which may be a single .cu.
bool concerns(const fs::path& changed, const fs::path& catalogue_folder)
{
    const fs::path place = place_of(changed), folder = place_of(catalogue_folder);
    const bool is_in_it = std::mismatch(folder.begin(), folder.end(), place.begin(), place.end()).first == folder.end();
    return is_in_it || folder.parent_path() == place;
}

/// Whether an experiment has disappeared, or a new problem has appeared.
bool is_broken(const catalogue::Catalogue& before, const catalogue::Catalogue& now)
{
    const auto is_gone = [&](const model::Experiment& known) { return now.find(known.name) == nullptr; };
    const auto is_new = [&](const model::Error& problem) {
        return std::find(before.problems.begin(), before.problems.end(), problem) == before.problems.end();
    };
    return std::any_of(before.experiments.begin(), before.experiments.end(), is_gone) ||
           std::any_of(now.problems.begin(), now.problems.end(), is_new);
}

/// One entry for each place whose problem is solved.
std::vector<model::Error> mended_places(const catalogue::Catalogue& before, const catalogue::Catalogue& now)
{
    std::vector<model::Error> mended;
    for (const model::Error& problem : before.problems) {
        const auto is_of_same_place = [&](const model::Error& each) { return each.where == problem.where; };
        if (std::ranges::none_of(now.problems, is_of_same_place) && std::ranges::none_of(mended, is_of_same_place))
            mended.push_back({"can be read again", problem.where, ""});
    }
    return mended;
}

}  // namespace

OpenExperiments::OpenExperiments(const ExperimentSources& sources)
    : trust_(trust_file()), file_settings_(file_settings_file())
{
    if (!sources.installed_experiments.empty())
        folders_.push_back({sources.installed_experiments, model::Place::installed, sources.installed_are_tried,
                            sources.installed_names});
    for (const fs::path& folder : sources.more_experiments) folders_.push_back({folder});
    for (const fs::path& folder : sources.trusted_folders) trust_.trust_named(folder);
}

void OpenExperiments::reload()
{
    std::vector<std::string> all;
    for (const catalogue::CatalogueFolder& folder : folders_) all.push_back(folder.path.string());
    reload(all, OnParseError::accept);
}

bool OpenExperiments::reload(const std::vector<std::string>& changed, OnParseError on_parse_error)
{
    read_at_ = fs::file_time_type::clock::now();
    parts_.resize(folders_.size());
    std::map<std::size_t, catalogue::Catalogue> read;
    for (std::size_t i = 0; i < folders_.size(); ++i) {
        const bool is_concerned = std::any_of(changed.begin(), changed.end(), [&](const std::string& place) {
            return concerns(place, folders_[i].path);
        });
        if (!is_concerned) continue;
        read[i] = catalogue::load_catalogue(folders_[i]);
        if (on_parse_error == OnParseError::keep && is_broken(parts_[i], read[i])) return false;
    }
    for (auto& [i, part] : read) parts_[i] = std::move(part);
    join_parts();
    return true;
}

bool OpenExperiments::read_on()
{
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        auto& read = parts_[i].experiments;
        const auto outline = std::find_if(read.begin(), read.end(), catalogue::is_outline);
        if (outline == read.end()) continue;
        const auto joined = std::find_if(catalogue_.experiments.begin(), catalogue_.experiments.end(),
                                         [&](const auto& each) { return each.name == outline->name; });
        auto whole = catalogue::load_outlined(folders_[i], *outline);
        if (whole) {
            *outline = *whole;
            if (joined != catalogue_.experiments.end()) *joined = std::move(*whole);
            return true;
        }
        log_.add(base::Severity::error, whole.error());
        catalogue_.problems.push_back(whole.error());
        parts_[i].problems.push_back(whole.error());
        if (joined != catalogue_.experiments.end()) catalogue_.experiments.erase(joined);
        read.erase(outline);
        return true;
    }
    return false;
}

void OpenExperiments::join_parts()
{
    catalogue::Catalogue all;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        for (model::Experiment found : parts_[i].experiments) {
            if (found.origin.is_users_own())
                found.origin.trusted = trust_.is_trusted(found.origin.folder, found.origin.folder_identity);
            if (found.is_plain() && found.origin.trusted) make_ready(found);
            if (found.is_plain()) found.name = catalogue::free_name(found.name, all);
            catalogue::add_experiment(all, std::move(found));
        }
        all.problems.insert(all.problems.end(), parts_[i].problems.begin(), parts_[i].problems.end());
    }
    keep_broken(catalogue_, held_, all);
    // Prerequisites may be among the experiments that are not read.
    if (std::ranges::all_of(folders_, [](const auto& folder) { return folder.names.empty(); }))
        for (model::Error& problem : catalogue::order_problems(all)) all.problems.push_back(std::move(problem));
    for (const model::Error& problem : all.problems) log_.add(base::Severity::error, problem);
    for (const model::Error& mended : mended_places(catalogue_, all)) log_.add(base::Severity::info, mended);
    if (all.experiments.empty() && !catalogue_.experiments.empty()) {
        // The folder may be in the middle of a copy: keep the old experiments usable.
        catalogue_.problems = std::move(all.problems);
        return;
    }
    catalogue_ = std::move(all);
    ++changes_;
}

std::optional<model::Error> OpenExperiments::add_folder(const fs::path& folder)
{
    const auto is_it = [&](const catalogue::CatalogueFolder& known) { return known.path == folder; };
    if (std::any_of(folders_.begin(), folders_.end(), is_it)) {
        reload({folder.string()}, OnParseError::accept);
        return std::nullopt;
    }
    read_at_ = fs::file_time_type::clock::now();
    catalogue::Catalogue read = catalogue::load_catalogue({folder});
    std::error_code ignored;
    if (read.experiments.empty() && !read.problems.empty() && !fs::is_directory(folder, ignored))
        return read.problems.front();
    folders_.push_back({folder});
    parts_.push_back(std::move(read));
    join_parts();
    return std::nullopt;
}

std::optional<model::Error> OpenExperiments::trust(const std::string& name, TrustTerm term)
{
    const model::Experiment* wanted = catalogue_.find(name);
    if (wanted == nullptr) return std::nullopt;
    auto problem = trust_.trust(wanted->origin.folder, term, wanted->origin.folder_identity);
    for (model::Experiment& experiment : catalogue_.experiments)
        if (is_within(experiment.origin.folder, wanted->origin.folder) && !experiment.origin.trusted) {
            experiment.origin.trusted = trust_.is_trusted(experiment.origin.folder, experiment.origin.folder_identity);
            if (experiment.is_plain() && experiment.origin.trusted) make_ready(experiment);
        }
    ++changes_;
    return problem;
}

void OpenExperiments::make_ready(model::Experiment& file)
{
    const catalogue::FileSettings& settings = file_settings_.of(file.source_file);
    if (const auto problem = catalogue::make_ready(file, settings.build)) log_.add(base::Severity::error, *problem);
    // Keep the previous kernels until the compiler has listed those of the current text.
    if (const auto known = kernels_.find(file.source_file); known != kernels_.end())
        catalogue::take_kernels(file, known->second.made);
    catalogue::take_ranges(file, settings.ranges);
}

void OpenExperiments::keep_settings(const std::string& source_file, catalogue::FileSettings settings)
{
    if (const auto problem = file_settings_.put(source_file, std::move(settings)))
        log_.add(base::Severity::warning, *problem);
    join_parts();
}

std::optional<model::Error> OpenExperiments::set_build(const model::Experiment& file, model::BuildSettings build)
{
    const std::string name = file.origin.folder.filename().string();
    if (auto wrong = catalogue::check_settings(build, name)) return wrong;
    std::error_code ignored;
    const fs::path home = fs::path(file.source_file).parent_path();
    for (const auto* folders : {&build.include_folders, &build.system_folders})
        for (const std::string& folder : *folders)
            if (!fs::is_directory(home / folder, ignored))
                return model::Error{"there is no folder " + folder, name,
                                    "name it relative to the file, or by its whole path"};
    std::set<std::string> macros;
    for (const auto& [macro, value] : build.macros)
        if (!macros.insert(macro).second) return model::Error{macro + " is defined twice", name, "define it once"};
    catalogue::FileSettings settings = file_settings_.of(file.source_file);
    settings.build = std::move(build);
    keep_settings(file.source_file, std::move(settings));
    return std::nullopt;
}

std::optional<model::Error> OpenExperiments::set_range(const model::Experiment& file, const std::string& parameter,
                                                       const std::string& text)
{
    catalogue::FileSettings settings = file_settings_.of(file.source_file);
    const bool is_own = text.find_first_not_of(' ') != std::string::npos;
    if (is_own) {
        auto range = catalogue::parse_range(text);
        if (!range) return range.error();
        settings.ranges[parameter] = std::move(*range);
    } else {
        settings.ranges.erase(parameter);
    }
    keep_settings(file.source_file, std::move(settings));
    return std::nullopt;
}

bool OpenExperiments::needs_kernels(const model::Experiment& file) const
{
    if (!file.is_plain() || !file.origin.trusted) return false;
    const auto known = kernels_.find(file.source_file);
    return known == kernels_.end() || known->second.source_hash != file.origin.source_hash;
}

bool OpenExperiments::take_kernels(const model::Experiment& file, const model::RunResult& answer)
{
    if (!answer.compile) return false;
    const auto made = catalogue::kernels_in(*answer.compile);
    const std::string source_file = file.source_file;
    Kernels& known = kernels_[source_file];
    known.source_hash = file.origin.source_hash;
    if (made.empty() || known.made == made) return false;
    known.made = made;
    for (model::Experiment& each : catalogue_.experiments)
        if (each.source_file == source_file && each.is_plain() && each.origin.trusted) {
            catalogue::take_kernels(each, made);
            catalogue::take_ranges(each, file_settings_.of(source_file).ranges);
        }
    ++changes_;
    return true;
}

}  // namespace spillway::results
