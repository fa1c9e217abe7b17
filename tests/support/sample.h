#pragma once

// Tests with many rows: `./test.sh` runs a sample of them, named "Sample/...", and `./test.sh all` the others too,
// named "Whole/...".

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace spillway::tests {

/// Every `step`-th row, the first included.
template <typename T>
std::vector<T> sample_of(const std::vector<T>& rows, std::size_t step)
{
    std::vector<T> sample;
    for (std::size_t i = 0; i < rows.size(); i += step) sample.push_back(rows[i]);
    return sample;
}
/// The rows that are not in the sample.
template <typename T>
std::vector<T> rest_of(const std::vector<T>& rows, std::size_t step)
{
    std::vector<T> rest;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (i % step != 0) rest.push_back(rows[i]);
    return rest;
}

/// 0 to count - 1: for suites whose rows are parts of a long list.
inline std::vector<std::size_t> part_numbers(std::size_t count)
{
    std::vector<std::size_t> numbers(count);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = i;
    return numbers;
}
/// Rows `part`, `part + count`, ... of a list in `count` parts.
template <typename T>
std::vector<T> part_of(const std::vector<T>& rows, std::size_t part, std::size_t count)
{
    std::vector<T> chosen;
    for (std::size_t i = part; i < rows.size(); i += count) chosen.push_back(rows[i]);
    return chosen;
}

}  // namespace spillway::tests

/// Instantiates a suite with a vector of rows, as sample and rest; a naming function may follow.
#define SPILLWAY_SAMPLED_SUITE(suite, rows, step, ...)                                                                \
    INSTANTIATE_TEST_SUITE_P(Sample, suite,                                                                           \
                             testing::ValuesIn(::spillway::tests::sample_of(rows, step)) __VA_OPT__(, ) __VA_ARGS__); \
    INSTANTIATE_TEST_SUITE_P(Whole, suite,                                                                            \
                             testing::ValuesIn(::spillway::tests::rest_of(rows, step)) __VA_OPT__(, ) __VA_ARGS__)
