#include <algorithm>

#include "app/session/paths.h"
#include "app/session/session_state.h"

namespace spillway::session {
namespace fs = std::filesystem;

Session::State::State(Options given) : options(std::move(given)), trust(config_folder() / "trusted.json") {}

std::optional<model::Error> Session::State::load_gpus()
{
    auto table = catalogue::load_gpus(options.gpus_file);
    if (!table) return table.error();
    if (table->empty())
        return model::Error{"no GPU is listed", options.gpus_file.string(), "Restore the file from the installation."};
    gpus = std::move(*table);
    return std::nullopt;
}

void Session::State::load_catalogue()
{
    catalogue::Catalogue all;
    for (std::size_t i = 0; i < options.catalogue_folders.size(); ++i) {
        const bool installed = i == 0;
        auto part = catalogue::load_catalogue(options.catalogue_folders[i], installed);
        for (model::Experiment& found : part.experiments) {
            if (!installed) found.trusted = trust.is_trusted(found);
            if (all.find(found.name) != nullptr)
                all.problems.push_back({"an experiment named '" + found.name + "' is there already",
                                        found.folder.string(), "Rename one of the two folders."});
            else
                all.experiments.push_back(std::move(found));
        }
        all.problems.insert(all.problems.end(), part.problems.begin(), part.problems.end());
    }
    for (const model::Error& problem : all.problems) add_log(Severity::error, problem);
    if (all.experiments.empty() && !catalogue.experiments.empty()) {
        // In the middle of being copied, perhaps: what was there stays usable.
        catalogue.problems = std::move(all.problems);
        return;
    }
    for (const model::Experiment& before : catalogue.experiments) {
        const model::Experiment* now = all.find(before.name);
        if (now == nullptr || now->source != before.source ||
            now->launch.dynamic_shared_bytes != before.launch.dynamic_shared_bytes ||
            now->variants.size() != before.variants.size() || now->trusted != before.trusted)
            store.forget_experiment(before.name);
    }
    catalogue = std::move(all);
    if (recorded) recorded->fit(catalogue);
    listings.clear();
    listing_order.clear();
    listing_errors.clear();
    disassembled.clear();
    shown.clear();
}

void Session::State::watch_catalogue()
{
    std::error_code ignored;
    for (const fs::path& folder : options.catalogue_folders)
        if (fs::is_directory(folder, ignored)) dispatcher->link().watch_folder(folder.string());
    for (const model::Experiment& each : catalogue.experiments) dispatcher->link().watch_folder(each.folder.string());
}

void Session::State::take_live_gpus()
{
    const auto& hello = dispatcher->status().hello;
    if (!hello) return;
    const model::Gpu before = gpu();
    std::erase_if(gpus, [](const model::Gpu& known) { return known.name.starts_with("live"); });
    gpus.insert(gpus.end(), hello->live_gpus.begin(), hello->live_gpus.end());
    if (!gpu_was_chosen && !hello->live_gpus.empty()) selection.gpu = hello->live_gpus.front().name;
    const auto selected = [this](const model::Gpu& known) { return known.name == selection.gpu; };
    if (std::none_of(gpus.begin(), gpus.end(), selected)) selection.gpu = gpus.front().name;
    catalogue::move_initial_values(experiment(), before, gpu(), selection.values);
}

const model::Experiment& Session::State::experiment() const
{
    return *catalogue.find(selection.experiment);
}

const model::Gpu& Session::State::gpu() const
{
    for (const model::Gpu& known : gpus)
        if (known.name == selection.gpu) return known;
    return gpus.front();
}

Selection Session::State::initial_selection(const model::Experiment& chosen) const
{
    Selection fresh;
    fresh.experiment = chosen.name;
    fresh.values = catalogue::initial_values(chosen, gpu());
    fresh.gpu = selection.gpu;
    fresh.x_axis = chosen.x_axis;
    fresh.focus = chosen.focus;
    return fresh;
}

Selection Session::State::fitted(const Selection& old) const
{
    const model::Experiment* still_there = catalogue.find(old.experiment);
    if (still_there == nullptr) return initial_selection(catalogue.experiments.front());
    Selection fit = initial_selection(*still_there);
    fit.gpu = old.gpu;
    for (auto& [name, value] : fit.values) {
        const auto before = old.values.find(name);
        if (before != old.values.end() && !catalogue::check_value(*still_there->find_parameter(name), before->second))
            value = before->second;
    }
    if (still_there->find_parameter(old.x_axis) != nullptr) fit.x_axis = old.x_axis;
    if (still_there->find_variant(old.focus) != nullptr) fit.focus = old.focus;
    return fit;
}

void Session::State::add_log(Severity severity, model::Error error)
{
    constexpr std::size_t most = 1000;
    log.push_back({severity, clock_time(), std::move(error)});
    if (log.size() > most) log.pop_front();
}

}  // namespace spillway::session
