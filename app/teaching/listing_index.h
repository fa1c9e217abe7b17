#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/model/listing.h"

namespace spillway::teaching {

/// Lookup tables for one column of generated code, built once per listing.
struct ListingIndex {
    std::unordered_map<int, std::vector<int>> rows_of_source_line;  ///< 1-based source line to rows, ascending
    std::vector<bool> belongs;    ///< whether each row is part of the variant's kernel or of a function that it calls
    int entry_row = 0;            ///< first row of the kernel
    std::vector<int> local_rows;  ///< rows of the kernel that access local memory
};

/// `kernel`: the name without template arguments. Other entry functions, whose (mangled) names do not contain it, do
/// not belong.
[[nodiscard]] ListingIndex index_listing(const std::vector<model::ListingLine>& lines, std::string_view kernel);

/// Footer of the panel: "3 places in the PTX touch local memory, from lines 14, 17 and 20."
[[nodiscard]] std::string local_summary(const ListingIndex& index, const std::vector<int>& local_source_lines,
                                        std::string_view language);

/// Splits text into lines, drops carriage returns and replaces each tab by four spaces.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

}  // namespace spillway::teaching
