#pragma once

// PTX that ships with the program: the code of each variant at its initial setting on an H200. Without a compiler, the
// code panel shows it, and the user can step through its warps.
//
// A file per experiment in assets/ptx, named EXPERIMENT-HASH.ptx after the first digits of the kernel text's hash. Its
// entries have the keys of shipped_reports.h. Written by tools/ship_ptx.cpp.

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/answers/shipped_reports.h"
#include "app/model/listing.h"

namespace spillway::answers {

/// By shipped_key() of the request without line information.
using Listings = std::map<std::string, std::shared_ptr<const model::Listing>>;

/// Files are read on demand. For one thread at a time.
class ShippedListings {
public:
    static constexpr std::size_t max_unpacked = 2;  ///< files kept unpacked, some 500 kB each

    /// $SPILLWAY_PTX ("none": empty), else assets/ptx in base::data_folder().
    [[nodiscard]] static std::filesystem::path default_folder();
    explicit ShippedListings(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// `tools`: compiler and headers that the listings were made with (ShippedReports::made_with()).
    [[nodiscard]] Found<model::Listing> find(const ReportTools& tools, const model::CompileRequest& request,
                                             const model::SourceText& source);

private:
    std::filesystem::path folder_;
    std::map<std::string, Listings> files_;  ///< by the text's hash
    std::deque<std::string> read_;           ///< keys of files_, oldest first
};

/// "coalescing-0123456789abcdef.ptx".
[[nodiscard]] std::string listings_file_name(const std::string& experiment, const std::string& source_hash);

/// Packs the PTX and its line numbers of each listing; leaves out SASS, live registers and spills.
[[nodiscard]] std::string pack_listings(const Listings& listings);
/// Empty for bytes that are not a whole file of this version.
[[nodiscard]] std::optional<Listings> unpack_listings(const std::string& content);

}  // namespace spillway::answers
