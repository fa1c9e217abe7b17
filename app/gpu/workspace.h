#pragma once

// Buffers of one measurement: allocates, fills, poisons and compares them, on the GPU if possible. Reuses the content
// of an earlier measurement's memory if its checksum shows that no kernel wrote into it.

#include <optional>
#include <string>
#include <vector>

#include "app/gpu/buffer_data.h"
#include "app/gpu/device_session.h"
#include "app/gpu/texture.h"
#include "app/model/job.h"

namespace spillway::gpu {

class Workspace {
public:
    Workspace(DeviceSession& session, const model::LaunchPlan& plan, std::uint64_t seed)
        : session_(session), plan_(plan), seed_(seed)
    {
    }
    ~Workspace() { session_.memory().trim(); }
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    /// Allocates all buffers and fills the inputs. `reference` identifies the reference kernel's code and launch; if it
    /// is not empty, each output gets a second buffer for the reference.
    [[nodiscard]] Failure prepare(const std::string& reference);
    /// Fills the module's __constant__ variables.
    [[nodiscard]] Failure fill_constants(const LoadedKernel& kernel);

    /// True if the reference's outputs are kept from an earlier measurement.
    [[nodiscard]] bool knows_reference() const { return knows_reference_; }
    /// Call it after the reference has run.
    [[nodiscard]] Failure keep_reference();
    /// Restores the outputs to their state before a run.
    [[nodiscard]] Failure reset_outputs(bool of_reference);

    /// Addresses for the given arguments.
    [[nodiscard]] std::vector<CuPointer> addresses(const std::vector<model::PlannedArgument>& arguments,
                                                   bool of_reference) const;
    /// Memory of a buffer that the plan uses.
    [[nodiscard]] const Memory& memory(int buffer) const
    {
        return slots_[static_cast<std::size_t>(buffer)].own->memory;
    }
    [[nodiscard]] bool has(int buffer) const { return slots_[static_cast<std::size_t>(buffer)].own != nullptr; }

    /// Compares all outputs with those of the reference.
    [[nodiscard]] Failure compare(Tolerance tolerance, std::optional<std::string>& difference);
    /// Compares the first bytes of two buffers in any memory.
    [[nodiscard]] Failure compare_copied(const model::PlannedCopy& copy, std::optional<std::string>& difference);

    /// Median of the non-zero clock differences in a buffer.
    [[nodiscard]] Failure median_of(int buffer, std::optional<double>& median);

private:
    struct Slot {
        std::shared_ptr<KeptMemory> own;
        std::shared_ptr<KeptMemory> reference;  ///< outputs only
        Texture texture;
    };
    [[nodiscard]] bool is_used(std::size_t index) const;
    [[nodiscard]] Failure prepare_buffer(std::size_t index, const std::string& reference);
    [[nodiscard]] Failure prepare_texture(std::size_t index);
    [[nodiscard]] Failure fill(std::size_t index, const Memory& memory);
    [[nodiscard]] Failure fill_on_host(const model::PlannedBuffer& buffer, std::uint64_t seed, const Memory& memory);
    [[nodiscard]] Failure upload(std::span<const std::byte> bytes, CuPointer address);
    [[nodiscard]] Failure is_untouched(KeptMemory& kept, bool& untouched);
    [[nodiscard]] Failure sum(const Memory& memory, std::uint64_t& sum);
    [[nodiscard]] std::uint64_t seed_of(std::size_t index) const;
    [[nodiscard]] std::string content_of(std::size_t index) const;

    DeviceSession& session_;
    const model::LaunchPlan& plan_;
    std::uint64_t seed_;
    std::vector<Slot> slots_;
    bool knows_reference_ = false;
};

}  // namespace spillway::gpu
