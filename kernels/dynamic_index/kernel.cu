// Each thread keeps the balances of a few accounts and books 96 transfers between them. Which two
// accounts a transfer is about stands in the data. Where do those few floats live?

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

struct Transfer {
    int from, to;
    float amount;
};

// A transfer is packed into 32 bits: payer, payee, and 16 bits of amount.
template <int Accounts>
__device__ __forceinline__ Transfer unpack(unsigned word)
{
    return {int((word & 255) % Accounts), int((word >> 8 & 255) % Accounts), float(word >> 16)};
}

constexpr int Loads = 24;  // of four transfers each

// Calls book(transfer) for each of the thread's transfers, in a loop that is unrolled Unroll times.
template <int Accounts, int Unroll, typename Book>
__device__ __forceinline__ void for_each_transfer(const uint4* transfers, int n, Book book)
{
    const int first = blockIdx.x * blockDim.x * Loads + threadIdx.x;
#pragma unroll Unroll
    for (int load = 0; load < Loads; ++load) {
        const int i = first + load * blockDim.x;
        const uint4 four = i < n ? transfers[i] : uint4{0, 0, 0, 0};  // nothing from 0 to 0
        book(unpack<Accounts>(four.x));
        book(unpack<Accounts>(four.y));
        book(unpack<Accounts>(four.z));
        book(unpack<Accounts>(four.w));
    }
}

// Account a of all threads lies side by side, so that a warp writes whole lines.
__device__ __forceinline__ float& account_of_thread(float* output, int a)
{
    return output[(a * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x];
}

// The index comes out of the data. Registers have no index, so the array has to have addresses.
template <int Accounts>
__global__ SPILLWAY_LAUNCH_BOUNDS void dynamic_index_run_time(const uint4* transfers, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    float balance[Accounts] = {};
    for_each_transfer<Accounts, Loads>(transfers, n, [&](Transfer transfer) {
        balance[transfer.from] -= transfer.amount;
        balance[transfer.to] += transfer.amount;
    });
#pragma unroll
    for (int a = 0; a < Accounts; ++a) account_of_thread(output, a) = balance[a];
}

// The same index in a loop that stays a loop: four places in the code use it instead of 96. While the
// array is small, ptxas prefers to keep it in registers and to select among them.
template <int Accounts>
__global__ SPILLWAY_LAUNCH_BOUNDS void dynamic_index_run_time_loop(const uint4* transfers, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    float balance[Accounts] = {};
    for_each_transfer<Accounts, 1>(transfers, n, [&](Transfer transfer) {
        balance[transfer.from] -= transfer.amount;
        balance[transfer.to] += transfer.amount;
    });
#pragma unroll
    for (int a = 0; a < Accounts; ++a) account_of_thread(output, a) = balance[a];
}

// Every account is touched by every transfer, most of them by 0: `a` is a constant once unrolled.
template <int Accounts>
__global__ SPILLWAY_LAUNCH_BOUNDS void dynamic_index_unrolled(const uint4* transfers, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    float balance[Accounts] = {};
    for_each_transfer<Accounts, 1>(transfers, n, [&](Transfer transfer) {
#pragma unroll
        for (int a = 0; a < Accounts; ++a) {
            balance[a] -= transfer.from == a ? transfer.amount : 0;
            balance[a] += transfer.to == a ? transfer.amount : 0;
        }
    });
#pragma unroll
    for (int a = 0; a < Accounts; ++a) account_of_thread(output, a) = balance[a];
}

// What an index does, spelt out: a chain of selects finds the element, another puts it back.
template <int Accounts>
__device__ __forceinline__ void add_by_selects(float (&balance)[Accounts], int wanted, float amount)
{
    float sum = balance[0];
#pragma unroll
    for (int a = 1; a < Accounts; ++a) sum = wanted == a ? balance[a] : sum;
    sum += amount;
#pragma unroll
    for (int a = 0; a < Accounts; ++a) balance[a] = wanted == a ? sum : balance[a];
}

template <int Accounts>
__global__ SPILLWAY_LAUNCH_BOUNDS void dynamic_index_select_chain(const uint4* transfers, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    float balance[Accounts] = {};
    for_each_transfer<Accounts, 1>(transfers, n, [&](Transfer transfer) {
        add_by_selects(balance, transfer.from, -transfer.amount);
        add_by_selects(balance, transfer.to, transfer.amount);
    });
#pragma unroll
    for (int a = 0; a < Accounts; ++a) account_of_thread(output, a) = balance[a];
}

// Shared memory has addresses too. Thread t uses column t alone: its bank is t % 32 whatever the index,
// so the threads of a warp never wait for each other.
template <int Accounts, int BlockSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void dynamic_index_shared_array(const uint4* transfers, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float balance[Accounts][BlockSize];
#pragma unroll
    for (int a = 0; a < Accounts; ++a) balance[a][threadIdx.x] = 0;
    for_each_transfer<Accounts, 1>(transfers, n, [&](Transfer transfer) {
        balance[transfer.from][threadIdx.x] -= transfer.amount;
        balance[transfer.to][threadIdx.x] += transfer.amount;
    });
#pragma unroll
    for (int a = 0; a < Accounts; ++a) account_of_thread(output, a) = balance[a][threadIdx.x];
}
