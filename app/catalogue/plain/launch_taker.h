#pragma once

// Finds the block and shared memory of a file's launches.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/file_constants.h"
#include "app/catalogue/plain/launches_of.h"
#include "app/catalogue/plain/source_look.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Sets the launch of each variant of a plain .cu: the file's own if it consists of numbers and sliders; else the
/// largest block that the kernel's launch bound allows; else the knob's standard block, never that of another kernel.
class LaunchTaker {
public:
    /// The compiler's launch bound of a kernel.
    struct Bound {
        std::optional<int> max_threads;
        std::optional<std::vector<int>> only_block;  ///< x, y and z
    };

    LaunchTaker(model::Experiment& experiment, const SourceLook& look, const FileConstants& constants)
        : experiment_(experiment), look_(look), constants_(constants)
    {
    }

    /// Restores the state before any launch was read. `kernels` are the names of all kernels to come.
    void reset(const std::vector<std::string>& kernels);
    /// Call after reset(). `kernel` is the kernel's name, with template arguments and parameters if Spillway knows
    /// them.
    void take(model::Variant& variant, std::string_view kernel, const Bound& bound);
    /// Call after the last take(): if the launches have different blocks, the knob starts as launched.
    void finish();

private:
    [[nodiscard]] bool take_launch(model::Variant& variant, const LaunchesOf& found, const Bound& bound);
    [[nodiscard]] bool are_unambiguous(const model::Variant& variant, const LaunchesOf& found,
                                       const Bound& bound) const;
    [[nodiscard]] bool take_bound(model::Variant& variant, std::string_view base, const Bound& bound);
    [[nodiscard]] std::optional<FileConstants::Shape> written_bound(const model::Variant& variant,
                                                                    std::string_view base) const;
    [[nodiscard]] Sliders sliders_of(const model::Variant& variant, const std::string& template_arguments) const;
    void set_block(model::LaunchShape& shape, const FileConstants::Shape& block, const Bound& bound, bool is_bound);
    [[nodiscard]] std::array<model::Formula, 3> by_knob(const FileConstants::Shape& block) const;
    bool is_block_of_slider(const FileConstants::Shape& block, bool is_bound);
    void follow_file(model::Parameter& knob, bool is_bound);

    /// Block of a variant that the knob can change.
    struct Flexible {
        std::string variant;
        FileConstants::Shape block;
        bool is_bound = false;
    };

    model::Experiment& experiment_;
    const SourceLook& look_;
    const FileConstants& constants_;
    std::int64_t first_block_ = 0;  ///< threads; 0: none read yet
    bool follows_file_ = false;     ///< the first block depends on sliders, or another one differs
    std::vector<Flexible> flexible_;
    /// Variant without a launch or a bound that can be used.
    struct Unread {
        std::string variant;
        std::string why;  ///< a sentence without its end
    };
    std::vector<Unread> unread_;
    std::optional<KernelLaunches> launches_;
    std::string taken_;  ///< name of the variant of the present take()
};

}  // namespace spillway::catalogue
