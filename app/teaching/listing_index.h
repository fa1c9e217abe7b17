#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/model/listing.h"

namespace spillway::teaching {

/// What the code panel needs to know of one column of generated code, made once per listing.
struct ListingIndex {
    std::unordered_map<int, std::vector<int>> rows_of_source_line;  ///< 1-based source line to rows, ascending
    std::vector<bool> belongs;    ///< row is of the variant's kernel or of what it calls
    int entry_row = 0;            ///< where the kernel begins
    std::vector<int> local_rows;  ///< rows that touch local memory and belong
};

/// `kernel` is the kernel's name without template arguments: functions of the listing whose (mangled)
/// name does not hold it, and which are entries, do not belong.
[[nodiscard]] ListingIndex index_listing(const std::vector<model::ListingLine>& lines, std::string_view kernel);

/// One line for the foot of the panel: "3 places in the PTX touch local memory, from lines 14, 17 and 20."
[[nodiscard]] std::string local_summary(const ListingIndex& index, const std::vector<int>& local_source_lines,
                                        std::string_view language);

/// A text cut at its line ends, carriage returns dropped, tabs turned into four spaces.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

}  // namespace spillway::teaching
