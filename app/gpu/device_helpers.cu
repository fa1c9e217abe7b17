// Spillway's own kernels: what prepares, checks and times other kernels without the host. Shipped as PTX that any
// driver since CUDA 10 compiles for its GPU (device_helpers.ptx, made by scripts/make-device-helpers.sh), so a machine needs
// no toolkit. Whatever the number of threads, the work is shared out evenly.

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using i64 = long long;

// The numbers of model::ScalarKind and model::Fill; device_helpers.cpp holds them together.
enum Scalar { raw, int8, uint8, int16, uint16, int32, uint32, int64, uint64, float16, bfloat16, float32, float64 };
enum Fill { random_reals, random_integers, random_bytes, ramp, constant, zero, poison, permutation, cycle };

#define EACH(index, count)                                                                             \
    for (u64 index = u64{blockIdx.x} * blockDim.x + threadIdx.x, each_count = (count); index < each_count; \
         index += u64{gridDim.x} * blockDim.x)

__device__ u64 random_word(u64 seed, u64 index)
{
    u64 z = seed + (index + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

__device__ double unit(u64 word)
{
    return (double)(word >> 11) * 0x1p-53;
}

__device__ int size_of(int scalar)
{
    switch (scalar) {
        case raw: case int8: case uint8: return 1;
        case int16: case uint16: case float16: case bfloat16: return 2;
        case int64: case uint64: case float64: return 8;
        default: return 4;
    }
}

__device__ double within(double value, double least, double most)
{
    return value != value ? 0 : value < least ? least : value > most ? most : value;
}

__device__ u16 half_bits(float value)
{
    u16 bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
}

__device__ float half_value(u16 bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

__device__ void write_scalar(int scalar, double value, void* at)
{
    switch (scalar) {
        case raw: case uint8: *(u8*)at = (u8)within(value, 0, 255); break;
        case int8: *(signed char*)at = (signed char)within(value, -128, 127); break;
        case int16: *(short*)at = (short)within(value, -32768, 32767); break;
        case uint16: *(u16*)at = (u16)within(value, 0, 65535); break;
        case int32: *(int*)at = (int)within(value, -2147483648.0, 2147483647.0); break;
        case uint32: *(u32*)at = (u32)within(value, 0, 4294967295.0); break;
        case int64: *(i64*)at = value != value ? 0 : __double2ll_rz(value); break;
        case uint64: *(u64*)at = value != value || value < 0 ? 0 : __double2ull_rz(value); break;
        case float16: *(u16*)at = half_bits((float)value); break;
        case bfloat16: {
            const u32 bits = __float_as_uint((float)value);
            *(u16*)at = value != value ? 0x7fff : (u16)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
            break;
        }
        case float32: *(float*)at = (float)value; break;
        case float64: *(double*)at = value; break;
    }
}

__device__ double read_scalar(int scalar, const void* at)
{
    switch (scalar) {
        case raw: case uint8: return *(const u8*)at;
        case int8: return *(const signed char*)at;
        case int16: return *(const short*)at;
        case uint16: return *(const u16*)at;
        case int32: return *(const int*)at;
        case uint32: return *(const u32*)at;
        case int64: return (double)*(const i64*)at;
        case uint64: return (double)*(const u64*)at;
        case float16: return half_value(*(const u16*)at);
        case bfloat16: return __uint_as_float(u32{*(const u16*)at} << 16);
        case float32: return *(const float*)at;
        default: return *(const double*)at;
    }
}

// The numbers [0, numbers) of a buffer, as fill_elements() of buffer_data.cpp makes them.
extern "C" __global__ void spillway_fill(void* out, u64 numbers, int scalar, int fill, double from, double to,
                                         double step, u64 count, u64 lanes, u64 seed)
{
    const int size = size_of(scalar);
    EACH(i, numbers) {
        const double random = unit(random_word(seed, i));
        double value = 0;
        if (fill == random_reals) value = __dadd_rn(from, __dmul_rn(to - from, random));
        if (fill == random_integers) value = ceil(from) + floor(random * (fmax(0.0, floor(to) - ceil(from)) + 1));
        if (fill == ramp) value = __dadd_rn(from, __dmul_rn(step, (double)i));
        if (fill == constant) value = from;
        if (fill == cycle) value = (double)((i64)(i / lanes + (u64)(i64)step) % (i64)(count ? count : 1));
        write_scalar(scalar, value, (char*)out + i * size);
    }
}

// Random bytes, in words of eight; what is left over at the end too.
extern "C" __global__ void spillway_fill_bytes(u8* out, u64 bytes, u64 seed)
{
    EACH(word, (bytes + 7) / 8) {
        const u64 value = random_word(seed, word);
        if (word * 8 + 8 <= bytes) {
            *(u64*)(out + word * 8) = value;
        } else {
            for (u64 i = 0; word * 8 + i < bytes; ++i) out[word * 8 + i] = (u8)(value >> 8 * i);
        }
    }
}

// Where `position` of a random order of `count` things stands: a four-round Feistel network on the next even power of
// two, walked until it ends inside.
__device__ u64 shuffled(u64 position, u64 count, int half_bits_count, u64 seed)
{
    const u64 mask = (1ULL << half_bits_count) - 1;
    do {
        u64 left = position >> half_bits_count, right = position & mask;
        for (int round = 0; round < 4; ++round) {
            const u64 next = left ^ (random_word(seed + round, right) & mask);
            left = right;
            right = next;
        }
        position = left << half_bits_count | right;
    } while (position >= count);
    return position;
}

// Element shuffled(i) holds shuffled(i + 1): one round trip through everything.
extern "C" __global__ void spillway_fill_permutation(void* out, u64 count, int scalar, u64 lanes, int half_bits_count,
                                                     u64 seed)
{
    const int size = size_of(scalar);
    EACH(i, count) {
        const u64 here = shuffled(i, count, half_bits_count, seed);
        const u64 next = shuffled(i + 1 == count ? 0 : i + 1, count, half_bits_count, seed);
        for (u64 lane = 0; lane < lanes; ++lane)
            write_scalar(scalar, (double)next, (char*)out + (here * lanes + lane) * size);
    }
}

__device__ bool same_bytes(const u8* a, const u8* b, int size)
{
    for (int i = 0; i < size; ++i)
        if (a[i] != b[i]) return false;
    return true;
}

// found[0]: the first number that differs by more than absolute + relative * |expected|, as it was where none does.
// found[1] becomes 1 where a number of `expected` is not the poison. Both tolerances negative: bit for bit.
extern "C" __global__ void spillway_compare(const u8* got, const u8* expected, u64 numbers, int scalar, double relative,
                                            double absolute, u32 poison_word, u64* found)
{
    const int size = size_of(scalar);
    bool wrote = false;
    EACH(i, numbers) {
        const u8 *a = got + i * size, *b = expected + i * size;
        for (int k = 0; k < size && !wrote; ++k) wrote = b[k] != (u8)(poison_word >> 8 * ((i * size + k) % 4));
        bool same = same_bytes(a, b, size);
        if (!same && absolute >= 0) {
            const double x = read_scalar(scalar, a), y = read_scalar(scalar, b);
            same = x != x || y != y ? x != x && y != y : x == y || fabs(x - y) <= absolute + relative * fabs(y);
        }
        if (!same) atomicMin(found, i);
    }
    if (wrote) found[1] = 1;
}

// The same for a multiple of 16 bytes that nearly always agree: found[0] is the first 16 bytes that do not.
extern "C" __global__ void spillway_compare_bits(const uint4* got, const uint4* expected, u64 vectors, u32 poison_word,
                                                 u64* found)
{
    bool wrote = false;
    EACH(i, vectors) {
        const uint4 a = got[i], b = expected[i];
        if (a.x != b.x || a.y != b.y || a.z != b.z || a.w != b.w) atomicMin(found, i);
        wrote = wrote || b.x != poison_word || b.y != poison_word || b.z != poison_word || b.w != poison_word;
    }
    if (wrote) found[1] = 1;
}

// A sum that a changed word changes, whatever the order. Added to *sum.
extern "C" __global__ void spillway_sum(const uint4* in, u64 vectors, u64* sum)
{
    u64 mine = 0;
    EACH(i, vectors) {
        const uint4 word = in[i];
        mine += random_word(u64{word.x} << 32 | word.y, i) ^ random_word(u64{word.z} << 32 | word.w, ~i);
    }
    for (int lanes = 16; lanes > 0; lanes /= 2) mine += __shfl_down_sync(0xffffffff, mine, lanes);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}

// Reads everything: what was in the caches before is gone, and nothing is left to be written back.
extern "C" __global__ void spillway_read(const uint4* in, u64 vectors, u32* never)
{
    u32 mine = 0;
    EACH(i, vectors) {
        const uint4 word = in[i];
        mine ^= word.x ^ word.y ^ word.z ^ word.w;
    }
    if (mine == 0x9e3779b9) *never = mine;  // so that no load can be left out
}

// The fastest plain copy: 16 bytes per thread.
extern "C" __global__ void spillway_copy(const uint4* in, uint4* out, u64 vectors)
{
    const u64 i = u64{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < vectors) out[i] = in[i];
}

// Nanoseconds and cycles as SM 0 sees them.
extern "C" __global__ void spillway_stamp(u64* stamp)
{
    u32 sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (sm != 0 || threadIdx.x != 0) return;
    u64 nanoseconds, cycles;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles));
    stamp[0] = nanoseconds;
    stamp[1] = cycles;
}

extern "C" __global__ void spillway_nothing() {}
