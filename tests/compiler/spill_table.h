#pragma once

// Spills that ptxas marked beside those that it reported, by function, and as one row for each experiment.

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/model/listing.h"
#include "app/model/run_result.h"

namespace spillway::compiler {

struct SpillRow {
    std::string setting, experiment, arch;
    model::FunctionReport reported;
    model::SpillBytes marked;
    model::SpillBytes saved{};  ///< for the caller: reported, not marked
};

class SpillTable {
public:
    void add(const SpillRow& row)
    {
        ++functions_;
        Cell& cell = cells_[{row.experiment, row.arch}];
        archs_.insert({row.arch.size(), row.arch});
        cell.marked +=
            row.marked.local_stores + row.marked.local_loads + row.saved.local_stores + row.saved.local_loads;
        cell.reported += row.reported.spill_store_bytes + row.reported.spill_load_bytes;
        cell.shared += row.marked.shared_stores + row.marked.shared_loads;
        const bool has_spills =
            row.marked.total() > 0 || row.reported.spill_store_bytes > 0 || row.reported.spill_load_bytes > 0;
        if (has_spills) spilling_.push_back(row);
    }

    [[nodiscard]] int functions() const { return functions_; }
    [[nodiscard]] int functions_with_spills() const { return static_cast<int>(spilling_.size()); }

    void print() const
    {
        print_functions();
        print_experiments();
    }

private:
    struct Cell {
        std::int64_t marked = 0, reported = 0, shared = 0;
    };

    void print_functions() const
    {
        std::printf("%-60s %8s %8s %8s %8s %8s %8s %8s\n", "bytes per thread: marked and reported", "stores", "ptxas",
                    "loads", "ptxas", "saved", "to shared", "from");
        for (const SpillRow& row : spilling_)
            std::printf("%-60s %8ld %8ld %8ld %8ld %8ld %8ld %8ld\n",
                        (row.setting + (row.reported.is_entry ? "" : " (called)")).c_str(), row.marked.local_stores,
                        row.reported.spill_store_bytes, row.marked.local_loads, row.reported.spill_load_bytes,
                        row.saved.local_stores + row.saved.local_loads, row.marked.shared_stores,
                        row.marked.shared_loads);
    }

    /// "marked/reported" of local memory, "+bytes" of shared memory, which ptxas does not report.
    void print_experiments() const
    {
        std::printf("\n%-20s", "bytes of all compiles");
        for (const auto& arch : archs_) std::printf(" %-21s", arch.second.c_str());
        std::string experiment;
        for (const auto& [place, first] : cells_) {
            if (place.first == experiment) continue;
            experiment = place.first;
            std::printf("\n%-21s", experiment.c_str());
            for (const auto& arch : archs_) {
                const auto found = cells_.find({experiment, arch.second});
                std::printf(" %-21s", found == cells_.end() ? "-" : words_of(found->second).c_str());
            }
        }
        std::printf("\n");
    }

    static std::string words_of(const Cell& cell)
    {
        return std::to_string(cell.marked) + "/" + std::to_string(cell.reported) +
               (cell.shared > 0 ? " +" + std::to_string(cell.shared) : "");
    }

    int functions_ = 0;
    std::vector<SpillRow> spilling_;
    std::map<std::pair<std::string, std::string>, Cell> cells_;
    std::set<std::pair<std::size_t, std::string>> archs_;  ///< sm_90 before sm_100
};

}  // namespace spillway::compiler
