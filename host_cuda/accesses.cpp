#include "accesses.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <unordered_map>
#include <utility>

#include "host_cuda.h"
#include "steps.h"

namespace host_cuda {
namespace {

using Address = std::uintptr_t;

bool is_counting = false, is_counting_sectors = false;
std::vector<Watched> watched;
std::vector<Accesses> all;  ///< and one more for what is elsewhere
dim3 block_of_counts;

// Of the block that runs.
std::vector<std::unordered_map<unsigned, std::uint64_t>> read_by_thread;  ///< of each buffer
std::map<std::pair<Address, unsigned>, unsigned> times_there;             ///< how often a thread came to a place
struct WarpAccess {
    Address place;
    unsigned time, warp;
    friend bool operator<(const WarpAccess& a, const WarpAccess& b)
    {
        if (a.place != b.place) return a.place < b.place;
        return a.time != b.time ? a.time < b.time : a.warp < b.warp;
    }
};
std::vector<std::map<WarpAccess, std::vector<Address>>> sectors_of;  ///< of each buffer

void end_block()
{
    for (std::size_t i = 0; i < watched.size(); ++i) {
        for (const auto& thread : read_by_thread[i])
            all[i].most_read_by_one = std::max(all[i].most_read_by_one, thread.second);
        for (auto& access : sectors_of[i]) {
            std::sort(access.second.begin(), access.second.end());
            const auto end = std::unique(access.second.begin(), access.second.end());
            all[i].sectors += static_cast<std::uint64_t>(end - access.second.begin());
        }
    }
    read_by_thread.assign(watched.size(), {});
    sectors_of.assign(watched.size(), {});
    times_there.clear();
}

void begin_block_if_another()
{
    const bool is_same =
        block_of_counts.x == blockIdx.x && block_of_counts.y == blockIdx.y && block_of_counts.z == blockIdx.z;
    if (is_same) return;
    end_block();
    block_of_counts = blockIdx;
}

void count_in_buffer(std::size_t buffer, Address at, std::size_t bytes, bool is_write, Address place)
{
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    (is_write ? all[buffer].written_bytes : all[buffer].read_bytes) += bytes;
    if (!is_write) read_by_thread[buffer][thread] += bytes;
    if (!is_counting_sectors) return;
    const unsigned time = times_there[{place, thread}]++;
    std::vector<Address>& touched = sectors_of[buffer][{place, time, thread / 32}];
    for (Address sector = at / 32; sector <= (at + bytes - 1) / 32; ++sector) touched.push_back(sector);
}

void count_one(const void* address, std::size_t bytes, bool is_write, const void* place)
{
    begin_block_if_another();
    const Address at = reinterpret_cast<Address>(address);
    for (std::size_t i = 0; i < watched.size(); ++i) {
        const Address first = reinterpret_cast<Address>(watched[i].at);
        if (at < first || at - first >= watched[i].bytes) continue;
        count_in_buffer(i, at, bytes, is_write, reinterpret_cast<Address>(place));
        return;
    }
    if (is_write && !is_own_memory(address)) all.back().written_bytes += bytes;
}

/// What of the standard library is compiled with the kernel too may be what is called here.
bool is_busy = false;

void count(const void* address, std::size_t bytes, bool is_write, const void* place)
{
    if (is_busy || !is_counting || !is_in_a_kernel()) return;
    is_busy = true;
    count_one(address, bytes, is_write, place);
    is_busy = false;
}

}  // namespace

void count_accesses(const std::vector<Watched>& buffers, bool with_sectors)
{
    watched = buffers;
    all.assign(buffers.size() + 1, {});
    read_by_thread.assign(buffers.size(), {});
    sectors_of.assign(buffers.size(), {});
    times_there.clear();
    is_counting_sectors = with_sectors;
    is_counting = true;
    count_steps();
}

std::vector<Accesses> counted_accesses()
{
    if (is_counting) {
        end_block();
        all.back().warp_steps = counted_steps();
    }
    is_counting = false;
    return all;
}

bool append_accesses(const char* file)
{
    const std::vector<Accesses> counted = counted_accesses();
    std::FILE* out = std::fopen(file, "ab");
    if (out == nullptr) return false;
    const bool is_whole = std::fwrite(counted.data(), sizeof(Accesses), counted.size(), out) == counted.size();
    return std::fclose(out) == 0 && is_whole;
}

}  // namespace host_cuda

// What g++ and clang++ call, by names that are theirs.
// NOLINTBEGIN(bugprone-reserved-identifier)
#define HOST_CUDA_COUNTED(bytes)                                         \
    void __tsan_read##bytes(void* at)                                    \
    {                                                                    \
        host_cuda::count(at, bytes, false, __builtin_return_address(0)); \
    }                                                                    \
    void __tsan_write##bytes(void* at)                                   \
    {                                                                    \
        host_cuda::count(at, bytes, true, __builtin_return_address(0));  \
    }                                                                    \
    void __tsan_unaligned_read##bytes(void* at)                          \
    {                                                                    \
        host_cuda::count(at, bytes, false, __builtin_return_address(0)); \
    }                                                                    \
    void __tsan_unaligned_write##bytes(void* at)                         \
    {                                                                    \
        host_cuda::count(at, bytes, true, __builtin_return_address(0));  \
    }                                                                    \
    void __tsan_volatile_read##bytes(void* at)                           \
    {                                                                    \
        host_cuda::count(at, bytes, false, __builtin_return_address(0)); \
    }                                                                    \
    void __tsan_volatile_write##bytes(void* at)                          \
    {                                                                    \
        host_cuda::count(at, bytes, true, __builtin_return_address(0));  \
    }

extern "C" {
HOST_CUDA_COUNTED(1)
HOST_CUDA_COUNTED(2)
HOST_CUDA_COUNTED(4)
HOST_CUDA_COUNTED(8)
HOST_CUDA_COUNTED(16)

void __tsan_read_range(void* at, std::size_t bytes)
{
    if (bytes > 0) host_cuda::count(at, bytes, false, __builtin_return_address(0));
}
void __tsan_write_range(void* at, std::size_t bytes)
{
    if (bytes > 0) host_cuda::count(at, bytes, true, __builtin_return_address(0));
}
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes)
{
    __tsan_read_range(const_cast<void*>(from), bytes);
    __tsan_write_range(to, bytes);
    return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes)
{
    __tsan_read_range(const_cast<void*>(from), bytes);
    __tsan_write_range(to, bytes);
    return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes)
{
    __tsan_write_range(to, bytes);
    return std::memset(to, value, bytes);
}

/// Whether a static variable of a function is made already.
unsigned char __tsan_atomic8_load(const volatile void* at, int)
{
    return *static_cast<const volatile unsigned char*>(at);
}

// Called too, and nothing to count.
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void*) {}
void __tsan_vptr_update(void*, void*) {}
}
// NOLINTEND(bugprone-reserved-identifier)
