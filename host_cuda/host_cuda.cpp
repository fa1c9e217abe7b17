#include "host_cuda.h"

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

enum class Wait { none, block, warp };

struct Fiber {
    ucontext_t context{};
    std::vector<char> stack;
    void* fake_stack = nullptr;  ///< the address sanitizer's
    dim3 index;
    Wait waits = Wait::none;
    bool ended = false;
};

constexpr std::size_t stack_bytes = std::size_t{64} << 10;

std::vector<Fiber> fibers;
Fiber* running = nullptr;
ucontext_t scheduler;
Order order = Order::forwards;
const std::function<void()>* kernel_of_launch = nullptr;
std::vector<std::max_align_t> dynamic_memory;
std::vector<std::uint64_t> lane_words;

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
    void* saved = nullptr;
    before_switch(&saved, fiber.stack.data(), fiber.stack.size());
    swapcontext(&scheduler, &fiber.context);
    after_switch(saved, nullptr, nullptr);
}

void wait(Wait what)
{
    running->waits = what;
    before_switch(&running->fake_stack, scheduler_bottom, scheduler_size);
    swapcontext(&running->context, &scheduler);
    after_switch(running->fake_stack, &scheduler_bottom, &scheduler_size);
    threadIdx = running->index;
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

void start_fibers(dim3 block)
{
    const std::size_t count = std::size_t{block.x} * block.y * block.z;
    fibers.resize(count);
    lane_words.assign((count + 31) / 32 * 32, 0);
    for (std::size_t i = 0; i < count; ++i) {
        Fiber& fiber = fibers[i];
        fiber.stack.resize(stack_bytes);
        fiber.index = {static_cast<unsigned>(i % block.x), static_cast<unsigned>(i / block.x % block.y),
                       static_cast<unsigned>(i / block.x / block.y)};
        fiber.waits = Wait::none;
        fiber.ended = false;
        getcontext(&fiber.context);
        fiber.context.uc_stack.ss_sp = fiber.stack.data();
        fiber.context.uc_stack.ss_size = fiber.stack.size();
        fiber.context.uc_link = &scheduler;
        makecontext(&fiber.context, run_fiber, 0);
    }
}

void run_block(dim3 block)
{
    start_fibers(block);
    for (bool progress = true; progress;) {
        progress = false;
        for (std::size_t i = 0; i < fibers.size(); ++i) {
            Fiber& fiber = fibers[order == Order::forwards ? i : fibers.size() - 1 - i];
            if (fiber.ended || fiber.waits != Wait::none) continue;
            resume(fiber);
            progress = true;
        }
        for (std::size_t warp = 0; warp < fibers.size(); warp += 32)
            progress = release(warp, std::min(warp + 32, fibers.size()), Wait::warp) || progress;
        progress = release(0, fibers.size(), Wait::block) || progress;
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
    return dynamic_memory.data();
}
void set_order(Order wanted)
{
    order = wanted;
}
void block_barrier()
{
    wait(Wait::block);
}
void warp_barrier()
{
    wait(Wait::warp);
}

std::uint64_t& lane_word(unsigned lane)
{
    const std::size_t thread = threadIdx.x + std::size_t{blockDim.x} * (threadIdx.y + blockDim.y * threadIdx.z);
    return lane_words[thread / 32 * 32 + lane];
}

void launch(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes, const std::function<void()>& kernel)
{
    kernel_of_launch = &kernel;
    gridDim = grid;
    blockDim = block;
    dynamic_memory.resize(dynamic_shared_bytes / sizeof(std::max_align_t) + 1);
    for (unsigned z = 0; z < grid.z; ++z)
        for (unsigned y = 0; y < grid.y; ++y)
            for (unsigned x = 0; x < grid.x; ++x) {
                blockIdx = {x, y, z};
                std::memset(dynamic_memory.data(), 0x7b, dynamic_memory.size() * sizeof(std::max_align_t));
                run_block(block);
            }
}

}  // namespace host_cuda
