#include "bench/ptx_kernels.h"

namespace spillway::bench {
namespace {

/// An entry around a loop: `before` once, `body` in each round, `after` once. %r1: the thread's number in the block,
/// %r2: in the grid, %r3: the round; %rd1, %rd2: input and output; %rd3: the thread's word of each as an offset.
std::string kernel(const std::string& before, const std::string& body, const std::string& after)
{
    return R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 input, .param .u64 output, .param .u32 rounds)
{
.reg .pred %p<8>; .reg .b32 %r<64>; .reg .f32 %f<32>; .reg .b64 %rd<32>;
.shared .align 16 .b8 words[8448];
ld.param.u64 %rd1, [input]; ld.param.u64 %rd2, [output]; ld.param.u32 %r4, [rounds];
cvta.to.global.u64 %rd1, %rd1; cvta.to.global.u64 %rd2, %rd2;
mov.u32 %r1, %tid.x; mov.u32 %r5, %ctaid.x; mov.u32 %r6, %ntid.x;
mad.lo.s32 %r2, %r5, %r6, %r1;
mul.wide.u32 %rd3, %r2, 4;
mov.u32 %r3, 0; mov.u32 %r10, 1; mov.u32 %r11, %r1; mov.f32 %f1, 0f3F800000; cvt.rn.f32.u32 %f2, %r1; mov.f32 %f3, 0f3F000000;
)" + before +
           R"(
round:
)" + body +
           R"(
add.s32 %r3, %r3, 1;
setp.lt.s32 %p1, %r3, %r4;
@%p1 bra round;
)" + after +
           R"(
ret;
}
)";
}

std::string repeated(const std::string& text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

const char* const store_sum = R"(add.s64 %rd9, %rd2, %rd3; add.s32 %r11, %r11, %r10; st.global.u32 [%rd9], %r11;)";
const char* const store_float = R"(add.s64 %rd9, %rd2, %rd3; st.global.f32 [%rd9], %f2;)";

}  // namespace

std::vector<PtxKernel> ptx_kernels()
{
    std::vector<PtxKernel> all;
    const auto add = [&](const char* name, std::string text, std::int64_t rounds) {
        all.push_back({name, std::move(text), 16, 256, rounds});
    };
    add("integer arithmetic",
        kernel("",
               repeated("mad.lo.s32 %r11, %r11, %r10, %r3; xor.b32 %r10, %r11, %r3; shl.b32 %r12, %r10, 3; "
                        "sub.s32 %r11, %r12, %r11;\n",
                        8),
               store_sum),
        300);
    add("fused multiply-add",
        kernel("",
               repeated("fma.rn.f32 %f2, %f2, %f1, %f3; fma.rn.f32 %f4, %f2, %f3, %f1; "
                        "add.f32 %f2, %f4, %f2; mul.f32 %f2, %f2, %f3;\n",
                        8),
               store_float),
        300);
    add("global copy",
        kernel("", R"(setp.ge.u32 %p2, %r2, 4096;
@%p2 bra round_end;
add.s64 %rd4, %rd1, %rd3; ld.global.f32 %f5, [%rd4];
add.s64 %rd5, %rd2, %rd3; st.global.f32 [%rd5], %f5;
round_end:
)",
               ""),
        1000);
    add("global, stride 33",
        kernel(
            "mul.lo.u32 %r20, %r2, 33; and.b32 %r20, %r20, 4095; mul.wide.u32 %rd6, %r20, 4; add.s64 %rd4, %rd1, %rd6; "
            "add.s64 %rd5, %rd2, %rd6;",
            "ld.global.f32 %f5, [%rd4]; add.f32 %f5, %f5, %f1; st.global.f32 [%rd5], %f5;\n", ""),
        1000);
    add("shared, padded",
        kernel("mov.u32 %r20, words; mul.lo.u32 %r21, %r1, 4; add.u32 %r22, %r20, %r21; mul.lo.u32 %r23, %r1, 33; "
               "and.b32 %r23, %r23, 255; mad.lo.u32 %r24, %r23, 4, %r20;",
               "st.shared.u32 [%r22], %r3; bar.sync 0; ld.shared.u32 %r11, [%r24]; add.s32 %r10, %r10, %r11; bar.sync "
               "0;\n",
               store_sum),
        1000);
    add("shared, 32-way conflict",
        kernel("mov.u32 %r20, words; and.b32 %r21, %r1, 31; mul.lo.u32 %r21, %r21, 128; shr.u32 %r25, %r1, 5; "
               "mad.lo.u32 %r21, %r25, 4, %r21; add.u32 %r22, %r20, %r21;",
               "st.shared.u32 [%r22], %r3; ld.shared.u32 %r11, [%r22]; add.s32 %r10, %r10, %r11;\n", store_sum),
        1000);
    std::string divergent = "and.b32 %r20, %r1, 7; mov.u32 %r21, 0;\n";
    for (int way = 0; way < 7; ++way) {
        const std::string number = std::to_string(way);
        divergent += "setp.ne.u32 %p2, %r20, " + number + "; @%p2 bra way" + number + ";\n" +
                     repeated("mad.lo.s32 %r11, %r11, 5, %r3; xor.b32 %r11, %r11, %r10;\n", 3) + "bra meet; way" +
                     number + ":\n";
    }
    divergent += "meet:\n";
    add("8 divergent ways", kernel("", divergent, store_sum), 300);
    return all;
}

}  // namespace spillway::bench
