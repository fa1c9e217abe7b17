#pragma once

// Shared by the kernel tests: the launch of the catalogue's experiment.json, run on the host.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/job.h"
#include "tests/kernels/host_cuda.h"

namespace spillway::kernels {

/// The experiment as shipped.
inline const model::Experiment& experiment(const std::string& name)
{
    static const catalogue::Catalogue catalogue =
        catalogue::load_catalogue({std::filesystem::path(SPILLWAY_SOURCE_DIR) / "kernels", model::Place::installed});
    const model::Experiment* found = catalogue.find(name);
    if (found == nullptr) std::abort();
    return *found;
}

/// The launch of a variant, or of the reference where `variant` is "reference", as make_job has it.
inline model::Job job(const std::string& name, const std::string& variant, const model::Values& values,
                      const model::Gpu& gpu = {})
{
    const model::Experiment& of = experiment(name);
    model::Variant reference;
    reference.entry = of.reference.entry;
    reference.launch = of.reference.launch;
    const auto made =
        catalogue::make_job(of, variant == "reference" ? reference : *of.find_variant(variant), values, gpu);
    EXPECT_TRUE(made) << made.error().line();
    return made ? *made : model::Job{};
}

/// Runs `kernel`, a call with all its arguments, in the launch's shape.
template <typename Kernel>
void launch(const model::Job& job, Kernel kernel)
{
    const auto dimension = [](const std::int64_t(&size)[3]) {
        return dim3{static_cast<unsigned>(size[0]), static_cast<unsigned>(size[1]), static_cast<unsigned>(size[2])};
    };
    host_cuda::launch(dimension(job.grid), dimension(job.block), static_cast<std::size_t>(job.dynamic_shared_bytes),
                      kernel, job.plan ? static_cast<unsigned>(job.plan->cluster) : 1);
}

/// The scalar that the launch gives the variant as its argument number `index`.
template <typename T>
T argument(const model::Job& job, std::size_t index)
{
    return static_cast<T>(job.plan.value().arguments.at(index).scalar);
}

/// Small whole numbers that do not repeat early.
inline int number(std::size_t i, int most)
{
    return static_cast<int>((i * 2654435761u >> 7) % (most + 1));
}

}  // namespace spillway::kernels
