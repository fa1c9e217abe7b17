#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/model/gpu.h"
#include "app/protocol/messages.h"

namespace spillway::results {

/// The selectable GPUs: those of the table, the recordings and the live ones, each with a unique name.
class GpuList {
public:
    /// `table`: assets/gpus.json, not empty.
    explicit GpuList(std::vector<model::Gpu> table);

    /// Both return true if the list changed. `recorded`: GPU of the most recently opened recording first.
    bool take_recorded(std::vector<model::Gpu> recorded);
    bool take_live(const protocol::Hello& hello);

    [[nodiscard]] const std::vector<model::Gpu>& all() const { return all_; }
    [[nodiscard]] const std::vector<model::Gpu>& table() const { return table_; }
    [[nodiscard]] const std::vector<model::Gpu>& live() const { return live_; }
    /// By its name, also with a special target: "h200:sm_90a".
    [[nodiscard]] const model::Gpu* find(const std::string& name) const;
    [[nodiscard]] bool is_live(const std::string& name) const;
    [[nodiscard]] bool is_recorded(const std::string& name) const;
    /// Name of a live GPU in recordings: its name in the table, or one made from its label.
    [[nodiscard]] std::string table_name(const model::Gpu& live) const;
    /// Resolves --gpu: a name in all(), "live", either with a special target behind a colon ("h200:sm_90a"), or the
    /// table's name of a live GPU unless a recording has that name. Default for an empty name: the GPU of a recording
    /// that the user named, else the live one, else the table's default if it was recorded or nothing was, else the GPU
    /// of the most recently opened recording.
    [[nodiscard]] model::Expected<model::Gpu> choose(const std::string& name, bool is_recording_named) const;

private:
    /// Returns whether all_ changed.
    bool rebuild();
    void add_targets();
    [[nodiscard]] model::Expected<model::Gpu> choose_usual(const std::string& name, bool is_recording_named) const;

    std::vector<model::Gpu> table_, live_, all_;
    std::vector<model::Gpu> targeted_;             ///< all_ with each special target
    std::vector<model::Gpu> recorded_;             ///< most recently opened first
    std::optional<std::string> why_none_is_live_;  ///< set once a worker has reported
};

}  // namespace spillway::results
