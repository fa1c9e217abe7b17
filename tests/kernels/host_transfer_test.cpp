#include <cstring>

#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "host_transfer.h"
}

namespace spillway::kernels {
namespace {

/// Initial contents of the buffers: each word holds its index.
std::vector<int4> ramp(std::size_t vectors)
{
    std::vector<int4> words;
    for (int i = 0; i < static_cast<int>(vectors); ++i) words.push_back({4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3});
    return words;
}

TEST(HostTransfer, kernels_leave_what_a_copy_leaves)
{
    for (const std::int64_t size_kib : {4, 5, 64})
        for (const std::int64_t block : {32, 96, 1024}) {
            const model::Values values{{"size_kib", size_kib}, {"block_size", block}};
            const model::Job made = job("host_transfer", "kept", values);
            const auto n = argument<unsigned>(made, 2);
            const std::vector<int4> from = ramp(n);
            for (const bool is_reference : {false, true}) {
                std::vector<int4> to(n);
                launch(is_reference ? job("host_transfer", "reference", values) : made, [&] {
                    if (is_reference) return cuda::host_transfer_reference<int4>(to.data(), n);
                    cuda::host_transfer_read<int4>(from.data(), to.data(), n);
                });
                EXPECT_EQ(std::memcmp(to.data(), from.data(), n * sizeof(int4)), 0) << size_kib << " KiB";
            }
        }
}

TEST(HostTransfer, every_variant_moves_all_of_the_data)
{
    const model::Values values{{"size_kib", std::int64_t{100}}};
    for (const model::Variant& variant : experiment("host_transfer").variants) {
        const model::Job made = job("host_transfer", variant.name, values);
        EXPECT_EQ(made.plan->bytes_moved, 102'400) << variant.name;
        if (made.plan->copy)
            EXPECT_EQ(made.plan->copy->bytes, 102'400) << variant.name;
        else
            EXPECT_EQ(argument<int>(made, 2) * 16, 102'400) << variant.name;
        for (const model::PlannedBuffer& buffer : made.plan->buffers) EXPECT_EQ(buffer.bytes(), 102'400) << buffer.name;
    }
    EXPECT_EQ(experiment("host_transfer").reference.entry, "host_transfer_reference<int4>");
}

}  // namespace
}  // namespace spillway::kernels
