#include "tests/kernels/host_cuda.h"

#include <link.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace host_cuda {
namespace {

enum class Wait { none, block, warp, cluster };

struct Fiber {
    ucontext_t context{};
    std::vector<char> stack;
    void* fake_stack = nullptr;  ///< the address sanitizer's
    dim3 index, block_index;
    unsigned rank = 0;  ///< of its block in the cluster
    Wait waits = Wait::none;
    bool ended = false;
};

constexpr std::size_t stack_bytes = std::size_t{64} << 10;

std::vector<Fiber> fibers;
Fiber* running = nullptr;
ucontext_t scheduler;
Order order = Order::forwards;
const std::function<void()>* kernel_of_launch = nullptr;
std::vector<std::vector<std::max_align_t>> dynamic_memory;  ///< of each block of the cluster
unsigned blocks_of_cluster = 1;
std::vector<std::uint64_t> lane_words;
bool forgets_static_shared = false;
int garbage = 0;  ///< what each byte of shared memory is before a block

// The address sanitizer has to be told which stack is in use.
void before_switch([[maybe_unused]] void** save, [[maybe_unused]] const void* bottom, [[maybe_unused]] std::size_t size)
{
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(save, bottom, size);
#endif
}

void after_switch([[maybe_unused]] void* saved, [[maybe_unused]] const void** bottom,
                  [[maybe_unused]] std::size_t* size)
{
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(saved, bottom, size);
#endif
}

const void* scheduler_bottom = nullptr;
std::size_t scheduler_size = 0;

void run_fiber()
{
    after_switch(nullptr, &scheduler_bottom, &scheduler_size);
    (*kernel_of_launch)();
    running->ended = true;
    before_switch(nullptr, scheduler_bottom, scheduler_size);
    swapcontext(&running->context, &scheduler);
}

void resume(Fiber& fiber)
{
    running = &fiber;
    threadIdx = fiber.index;
    blockIdx = fiber.block_index;
    void* saved = nullptr;
    before_switch(&saved, fiber.stack.data(), fiber.stack.size());
    swapcontext(&scheduler, &fiber.context);
    after_switch(saved, nullptr, nullptr);
    running = nullptr;
}

void wait(Wait what)
{
    running->waits = what;
    before_switch(&running->fake_stack, scheduler_bottom, scheduler_size);
    swapcontext(&running->context, &scheduler);
    after_switch(running->fake_stack, &scheduler_bottom, &scheduler_size);
    threadIdx = running->index;
    blockIdx = running->block_index;
}

/// Lets fibers [first, last) go on if all of them that have not ended wait for `what`.
bool release(std::size_t first, std::size_t last, Wait what)
{
    bool any = false;
    for (std::size_t i = first; i < last; ++i) {
        if (!fibers[i].ended && fibers[i].waits != what) return false;
        any = any || !fibers[i].ended;
    }
    for (std::size_t i = first; i < last; ++i) fibers[i].waits = Wait::none;
    return any;
}

std::size_t threads_of(dim3 block)
{
    return std::size_t{block.x} * block.y * block.z;
}

/// Words of a block's lanes: whole warps.
std::size_t lanes_of(dim3 block)
{
    return (threads_of(block) + 31) / 32 * 32;
}

/// The blocks of a cluster lie side by side in x, from `first` on.
void start_fibers(dim3 block, dim3 first)
{
    const std::size_t count = threads_of(block);
    fibers.resize(count * blocks_of_cluster);
    lane_words.assign(lanes_of(block) * blocks_of_cluster, 0);
    for (std::size_t i = 0; i < fibers.size(); ++i) {
        Fiber& fiber = fibers[i];
        const std::size_t thread = i % count;
        fiber.stack.resize(stack_bytes);
        fiber.index = {static_cast<unsigned>(thread % block.x), static_cast<unsigned>(thread / block.x % block.y),
                       static_cast<unsigned>(thread / block.x / block.y)};
        fiber.rank = static_cast<unsigned>(i / count);
        fiber.block_index = {first.x + fiber.rank, first.y, first.z};
        fiber.waits = Wait::none;
        fiber.ended = false;
        getcontext(&fiber.context);
        fiber.context.uc_stack.ss_sp = fiber.stack.data();
        fiber.context.uc_stack.ss_size = fiber.stack.size();
        fiber.context.uc_link = &scheduler;
        makecontext(&fiber.context, run_fiber, 0);
    }
}

/// Lets all go on for which those that they wait for are there.
bool release_all(std::size_t threads_of_block)
{
    bool any = false;
    for (std::size_t first = 0; first < fibers.size(); first += threads_of_block) {
        const std::size_t last = first + threads_of_block;
        for (std::size_t warp = first; warp < last; warp += 32)
            any = release(warp, std::min(warp + 32, last), Wait::warp) || any;
        any = release(first, last, Wait::block) || any;
    }
    return release(0, fibers.size(), Wait::cluster) || any;
}

/// Fills what is thread_local in the program or library that has `address`.
int fill_thread_locals(dl_phdr_info* info, std::size_t, void* address)
{
    bool is_it = false;
    std::size_t bytes = 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const auto& part = info->dlpi_phdr[i];
        const std::uintptr_t first = info->dlpi_addr + part.p_vaddr, at = reinterpret_cast<std::uintptr_t>(address);
        if (part.p_type == PT_LOAD && at >= first && at - first < part.p_memsz) is_it = true;
        if (part.p_type == PT_TLS) bytes = part.p_memsz;
    }
    if (is_it && info->dlpi_tls_data != nullptr) std::memset(info->dlpi_tls_data, garbage, bytes);
    return is_it;
}

struct Place {
    const void* address;
    bool is_thread_local;
};

/// Whether a place is thread_local in a program or library that is loaded.
int look_in_thread_locals(dl_phdr_info* info, std::size_t, void* looked_for)
{
    auto* place = static_cast<Place*>(looked_for);
    const auto at = reinterpret_cast<std::uintptr_t>(place->address);
    const auto first = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
    for (int i = 0; i < info->dlpi_phnum && first != 0; ++i) {
        const auto& part = info->dlpi_phdr[i];
        if (part.p_type == PT_TLS && at >= first && at - first < part.p_memsz) place->is_thread_local = true;
    }
    return place->is_thread_local;
}

template <typename T>
bool is_within(const std::vector<T>& memory, const void* address)
{
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    const auto first = reinterpret_cast<std::uintptr_t>(memory.data());
    return at >= first && at - first < memory.size() * sizeof(T);
}

/// Large, all ones, or negative, one block after the other: whatever a kernel looks for, one of them is it.
int next_garbage()
{
    static std::size_t blocks = 0;
    constexpr int bytes[] = {0x7f, 0xff, 0x80};
    return bytes[blocks++ % 3];
}

void forget_shared()
{
    garbage = next_garbage();
    for (auto& memory : dynamic_memory) std::memset(memory.data(), garbage, memory.size() * sizeof(std::max_align_t));
    if (forgets_static_shared) dl_iterate_phdr(fill_thread_locals, &forgets_static_shared);
}

void run_cluster(dim3 block, dim3 first)
{
    start_fibers(block, first);
    for (bool progress = true; progress;) {
        progress = false;
        for (std::size_t i = 0; i < fibers.size(); ++i) {
            Fiber& fiber = fibers[order == Order::forwards ? i : fibers.size() - 1 - i];
            if (fiber.ended || fiber.waits != Wait::none) continue;
            resume(fiber);
            progress = true;
        }
        progress = release_all(threads_of(block)) || progress;
    }
    // A thread that still waits would hang a GPU.
    for (const Fiber& fiber : fibers)
        if (!fiber.ended) {
            std::fputs("some threads of a block wait at a barrier that the others never reach\n", stderr);
            std::abort();
        }
}

}  // namespace

void* dynamic_shared()
{
    return dynamic_memory[running->rank].data();
}
void* shared_of(const void* own, unsigned rank)
{
    const auto offset = static_cast<const char*>(own) - reinterpret_cast<char*>(dynamic_memory[running->rank].data());
    return reinterpret_cast<char*>(dynamic_memory[rank].data()) + offset;
}
unsigned cluster_rank()
{
    return running->rank;
}
void set_order(Order wanted)
{
    order = wanted;
}
void forget_static_shared()
{
    forgets_static_shared = true;
}
bool is_in_a_kernel()
{
    return running != nullptr;
}
bool is_on_stack(const void* address)
{
    return is_within(running->stack, address);
}
bool is_own_memory(const void* address)
{
    if (is_on_stack(address)) return true;
    for (const auto& memory : dynamic_memory)
        if (is_within(memory, address)) return true;
    if (is_within(lane_words, address)) return true;
    Place place{address, false};
    dl_iterate_phdr(look_in_thread_locals, &place);
    return place.is_thread_local;
}
void block_barrier()
{
    wait(Wait::block);
}
void warp_barrier()
{
    wait(Wait::warp);
}
void cluster_barrier()
{
    wait(Wait::cluster);
}

std::uint64_t& lane_word(unsigned lane)
{
    const std::size_t thread = threadIdx.x + std::size_t{blockDim.x} * (threadIdx.y + blockDim.y * threadIdx.z);
    return lane_words[running->rank * lanes_of(blockDim) + thread / 32 * 32 + lane];
}

void launch(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes, const std::function<void()>& kernel,
            unsigned cluster)
{
    kernel_of_launch = &kernel;
    gridDim = grid;
    blockDim = block;
    blocks_of_cluster = cluster;
    dynamic_memory.resize(cluster);
    for (auto& memory : dynamic_memory) memory.resize(dynamic_shared_bytes / sizeof(std::max_align_t) + 1);
    for (unsigned z = 0; z < grid.z; ++z)
        for (unsigned y = 0; y < grid.y; ++y)
            for (unsigned x = 0; x < grid.x; x += cluster) {
                forget_shared();
                run_cluster(block, {x, y, z});
            }
}

}  // namespace host_cuda
