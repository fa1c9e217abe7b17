#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/source_look.h"

namespace spillway::catalogue {

/// Launches in the file that start one kernel.
struct LaunchesOf {
    std::vector<const SeenLaunch*> launches;  ///< in the file's order
    /// Other kernels that one of the launches may start as well: overloads, kernels of other namespaces, and instances
    /// if no launch names this one's arguments.
    std::size_t others = 0;
    bool are_overloads = false;  ///< some of the others are not instances of the same template
};

/// Tells which kernels the launches of a file start. A launch starts the kernel that C++ finds from its namespace: its
/// own, then those around it, then those that a `using` names. It may tell instances apart by its template arguments,
/// overloads by the number of its arguments.
class KernelLaunches {
public:
    /// `kernels` are the file's kernels as far as Spillway knows them: as demangled, with or without template arguments
    /// and parameters. `look` must outlive this object.
    KernelLaunches(const SourceLook& look, const std::vector<std::string>& kernels);

    /// Launches that start no other kernel; if there are none, those that may start this one. `kernel` is one of
    /// `kernels`, or a kernel that `look` shows.
    [[nodiscard]] LaunchesOf of(std::string_view kernel) const;

private:
    /// "b::k(double*)"
    struct Kernel {
        std::string name;
        NameParts parts;
        std::string arguments;                  ///< of the template, in one spelling
        std::optional<std::size_t> parameters;  ///< empty: the name has none
        bool may_get_fewer = false;             ///< some parameters may have default arguments
    };
    using Indices = std::vector<std::size_t>;

    void add(std::string_view name, const SourceLook& look);
    [[nodiscard]] Indices of_names(const SeenLaunch& launch) const;
    [[nodiscard]] Indices meant_by(const SeenLaunch& launch) const;
    static bool fits(const SeenLaunch& launch, const Kernel& kernel);

    const SourceLook& look_;
    std::vector<Kernel> kernels_;
    std::map<std::string, Indices, std::less<>> by_base_;
    std::vector<Indices> meant_;  ///< indices of kernels, ascending, for each launch
};

/// The seen kernel that a name means, without template arguments: the one in the same namespace if there is one.
[[nodiscard]] const SeenKernel* seen_kernel(const SourceLook& look, std::string_view base);

}  // namespace spillway::catalogue
