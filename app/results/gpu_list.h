#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/model/gpu.h"
#include "app/protocol/messages.h"

namespace spillway::results {

/// The GPUs that can be chosen: those of the table, the recording's, the live ones; each under a name of its own.
class GpuList {
public:
    /// `table`: assets/gpus.json, not empty.
    explicit GpuList(std::vector<model::Gpu> table);

    /// Both are true where the list is another one now. `recorded`: the one that was opened last first.
    bool take_recorded(std::vector<model::Gpu> recorded);
    bool take_live(const protocol::Hello& hello);

    [[nodiscard]] const std::vector<model::Gpu>& all() const { return all_; }
    [[nodiscard]] const std::vector<model::Gpu>& table() const { return table_; }
    [[nodiscard]] const std::vector<model::Gpu>& live() const { return live_; }
    [[nodiscard]] const model::Gpu* find(const std::string& name) const;
    [[nodiscard]] bool is_live(const std::string& name) const;
    [[nodiscard]] bool is_recorded(const std::string& name) const;
    /// The table's name of a live GPU, or one made from its label: how a recording calls it.
    [[nodiscard]] std::string table_name(const model::Gpu& live) const;
    /// What --gpu means: a name of all(), "live", or the table's name of a live GPU that no recording is called by.
    /// With no name: the GPU of a recording that was named, else the live one, else the table's first choice where it
    /// was recorded or nothing was, else that of the recording that was opened last.
    [[nodiscard]] model::Expected<model::Gpu> choose(const std::string& name, bool is_recording_named) const;

private:
    bool list();

    std::vector<model::Gpu> table_, live_, all_;
    std::vector<model::Gpu> recorded_;             ///< the one that was opened last first
    std::optional<std::string> why_none_is_live_;  ///< once a worker has said
};

}  // namespace spillway::results
