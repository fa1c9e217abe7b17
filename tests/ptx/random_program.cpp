#include "tests/ptx/random_program.h"

#include <array>

#include "app/ptx/machine.h"
#include "app/ptx/reader.h"

namespace spillway::tests {
namespace {

class Random {
public:
    /// Mixes the seed first: otherwise consecutive seeds would give the same sequence, shifted by a word.
    explicit Random(std::uint64_t seed) : state_(seed) { state_ = word() ^ (seed << 32); }
    std::uint64_t word()
    {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    int below(int count) { return static_cast<int>(word() % static_cast<std::uint64_t>(count)); }
    template <std::size_t Count>
    const char* of(const std::array<const char*, Count>& all)
    {
        return all[static_cast<std::size_t>(below(static_cast<int>(Count)))];
    }

private:
    std::uint64_t state_;
};

constexpr int words = 16, longs = 8, floats = 8, doubles = 4, halves = 4, predicates = 4;

class Program {
public:
    explicit Program(std::uint64_t seed) : random_(seed) {}

    std::string text()
    {
        head();
        const int count = 8 + random_.below(24);
        for (int i = 0; i < count; ++i) statement(0);
        tail();
        return text_;
    }

private:
    static std::string number(const char* prefix, int n) { return prefix + std::to_string(n); }
    std::string r() { return number("%r", random_.below(words)); }
    std::string rd() { return number("%rd", random_.below(longs)); }
    std::string f() { return number("%f", random_.below(floats)); }
    std::string fd() { return number("%fd", random_.below(doubles)); }
    std::string h() { return number("%h", random_.below(halves)); }
    std::string p() { return number("%p", random_.below(predicates)); }
    /// A register or an immediate.
    std::string r_or_number()
    {
        return random_.below(4) == 0 ? std::to_string(static_cast<std::int32_t>(random_.word())) : r();
    }
    void line(const std::string& text) { text_ += "\t" + text + ";\n"; }
    /// An instruction that writes a double. The ISA does not define the payload of a NaN (two operands may be NaN, and
    /// ptxas swaps operands), so each NaN is replaced by the same one.
    void line_of_double(const std::string& instruction, const std::string& target, const std::string& operands)
    {
        line(instruction + " " + target + ", " + operands);
        line("setp.nan.f64 %q2, " + target + ", " + target);
        line("selp.f64 " + target + ", 0d7FF8000000000000, " + target + ", %q2");
    }
    /// Empty in a loop: the driver's compiler (580.159.04) moves a guarded instruction before the loop, although the
    /// loop changes the predicate.
    std::string guard()
    {
        return random_.below(6) == 0 && loops_ == 0 ? "@" + std::string(random_.below(2) == 0 ? "!" : "") + p() + " "
                                                    : "";
    }

    void head()
    {
        text_ =
            ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry random(.param .u64 input, .param .u64 "
            "output, "
            ".param .u64 sums)\n{\n\t.reg .b32 %r<16>;\n\t.reg .b64 %rd<8>;\n\t.reg .f32 %f<8>;\n\t.reg .f64 %fd<4>;\n"
            "\t.reg .b16 %h<4>;\n\t.reg .pred %p<4>;\n\t.reg .pred %q<8>;\n\t.reg .b32 %t<8>;\n\t.reg .b64 %a<6>;\n"
            "\t.reg .b32 %n<64>;\n\t.shared .align 8 .b32 words[64];\n\t.shared .align 8 .b32 added[16];\n"
            "\tmov.u32 %t0, %tid.x;\n\tmov.u32 %t1, %ctaid.x;\n\tmov.u32 %t2, %ntid.x;\n"
            "\tmad.lo.s32 %t1, %t1, %t2, %t0;\n\tld.param.u64 %a0, [input];\n\tld.param.u64 %a1, [output];\n"
            "\tld.param.u64 %a2, [sums];\n";
        line("mul.wide.u32 %a3, %t1, " + std::to_string(4 * random_input_words));
        line("add.s64 %a0, %a0, %a3");
        line("mul.wide.u32 %a3, %t1, " + std::to_string(4 * random_output_words));
        line("add.s64 %a1, %a1, %a3");
        for (int i = 0; i < words; ++i)
            line("ld.global.u32 " + number("%r", i) + ", [%a0+" + std::to_string(4 * i) + "]");
        for (int i = 0; i < longs; ++i)
            line("ld.global.u64 " + number("%rd", i) + ", [%a0+" + std::to_string(8 * i) + "]");
        for (int i = 0; i < floats; ++i)
            line("ld.global.f32 " + number("%f", i) + ", [%a0+" + std::to_string(4 * (i + 16)) + "]");
        for (int i = 0; i < doubles; ++i) line_of_double("cvt.f64.f32", number("%fd", i), number("%f", i));
        for (int i = 0; i < halves; ++i) line("cvt.rn.f16.f32 " + number("%h", i) + ", " + number("%f", i + 4));
        for (int i = 0; i < predicates; ++i)
            line("setp.lt.s32 " + number("%p", i) + ", " + number("%r", i) + ", " + number("%r", i + 4));
        line("setp.lt.u32 %q0, %t0, 16");
        line("mov.u32 %t3, added");
        line("shl.b32 %t4, %t0, 2");
        line("add.u32 %t3, %t3, %t4");
        line("mov.u32 %t5, 0");
        line("@%q0 st.shared.u32 [%t3], %t5");
        line("bar.sync 0");
    }

    void tail()
    {
        int at = 0;
        const auto store = [&](const char* type, const std::string& reg, int bytes) {
            line(std::string("st.global.") + type + " [%a1+" + std::to_string(at) + "], " + reg);
            at += bytes;
        };
        // An 8-byte store must be aligned. A thread's number of words is odd, so store 8-byte values in halves.
        for (int i = 0; i < words; ++i) store("u32", number("%r", i), 4);
        const auto store_long = [&](const std::string& reg) {
            line("mov.b64 {%t6, %t7}, " + reg);
            store("u32", "%t6", 4);
            store("u32", "%t7", 4);
        };
        for (int i = 0; i < longs; ++i) store_long(number("%rd", i));
        for (int i = 0; i < floats; ++i) store("f32", number("%f", i), 4);
        for (int i = 0; i < doubles; ++i) store_long(number("%fd", i));
        for (int i = 0; i < halves; ++i) {
            line("cvt.u32.u16 %t6, " + number("%h", i));
            store("u32", "%t6", 4);
        }
        line("mov.u32 %t6, 0");
        for (int i = 0; i < predicates; ++i) {
            line("selp.u32 %t7, " + std::to_string(1 << i) + ", 0, " + number("%p", i));
            line("or.b32 %t6, %t6, %t7");
        }
        store("u32", "%t6", 4);
        // The sums of the block's atomics.
        line("bar.sync 0");
        line("@%q0 ld.shared.u32 %t6, [%t3]");
        line("cvt.u64.u32 %a3, %t4");
        line("add.s64 %a3, %a3, %a2");
        line("@%q0 red.global.add.u32 [%a3], %t6");
        text_ += "\tret;\n}\n";
    }

    void statement(int depth)
    {
        switch (random_.below(depth < 2 ? 14 : 9)) {
            case 0:
            case 1: return whole();
            case 2: return whole_long();
            case 3: return bits();
            case 4: return single();
            case 5: return twice();
            case 6: return half();
            case 7: return convert();
            case 8: return compare();
            case 9: return branch(depth);
            case 10: return loop(depth);
            case 11:
            case 12:
                if (depth == 0) return exchange();
                return whole();
            default: return atomic();
        }
    }

    void whole()
    {
        static constexpr std::array two{"add.s32", "sub.s32", "mul.lo.s32", "mul.hi.s32",   "mul.hi.u32",
                                        "min.s32", "max.s32", "min.u32",    "max.u32",      "div.s32",
                                        "div.u32", "rem.s32", "rem.u32",    "mul24.lo.s32", "mul24.hi.u32"};
        static constexpr std::array three{"mad.lo.s32", "mad.hi.s32",   "mad.hi.u32",  "sad.s32",
                                          "sad.u32",    "dp4a.s32.s32", "dp4a.u32.u32"};
        static constexpr std::array one{"abs.s32",   "neg.s32",   "popc.b32", "clz.b32", "brev.b32",
                                        "bfind.u32", "bfind.s32", "not.b32",  "cnot.b32"};
        const int kind = random_.below(8);
        if (kind == 0) {
            const std::string name = random_.of(one);
            if (name != "abs.s32") return line(guard() + name + " " + r() + ", " + r());
            line("or.b32 %t6, " + r() + ", 1");  // ptxas assumes that abs is positive; abs of -2^31 is not
            return line(guard() + name + " " + r() + ", %t6");
        }
        if (kind < 3) {
            // In a loop of n turns the driver's compiler (580.159.04) adds the upper half of a product n - 2 times.
            const std::string name = random_.of(three);
            if (loops_ > 0 && name.starts_with("mad.hi")) return bits();
            return line(guard() + name + " " + r() + ", " + r() + ", " + r() + ", " + r());
        }
        if (kind == 3) {
            line("add.cc.u32 " + r() + ", " + r() + ", " + r());
            return line("addc.u32 " + r() + ", " + r() + ", " + r());
        }
        const std::string name = random_.of(two);
        if (loops_ > 0 && name.starts_with("mul.hi")) return bits();
        // PTX does not define a division by 0.
        if (name.starts_with("div") || name.starts_with("rem")) {
            line("or.b32 %t6, " + r() + ", 1");
            return line(guard() + name + " " + r() + ", " + r() + ", %t6");
        }
        line(guard() + name + " " + r() + ", " + r() + ", " + r_or_number());
    }

    void whole_long()
    {
        static constexpr std::array two{"add.s64", "sub.s64", "mul.lo.s64", "mul.hi.s64", "mul.hi.u64",
                                        "min.s64", "max.u64", "and.b64",    "or.b64",     "xor.b64"};
        static constexpr std::array wide{"mul.wide.s32", "mul.wide.u32"};
        static constexpr std::array one{"popc.b64", "clz.b64", "bfind.u64", "bfind.s64"};
        switch (random_.below(6)) {
            case 0: return line(guard() + random_.of(wide) + " " + rd() + ", " + r() + ", " + r());
            case 1: return line(guard() + std::string("mad.wide.s32 ") + rd() + ", " + r() + ", " + r() + ", " + rd());
            case 2: return line(guard() + random_.of(one) + " " + r() + ", " + rd());
            case 3:
                line("or.b64 %a4, " + rd() + ", 1");
                return line(guard() + (random_.below(2) == 0 ? "div.s64 " : "rem.u64 ") + rd() + ", " + rd() + ", %a4");
            default: {
                const std::string name = random_.of(two);
                if (loops_ > 0 && name.starts_with("mul.hi")) return bits();
                return line(guard() + name + " " + rd() + ", " + rd() + ", " + rd());
            }
        }
    }

    void bits()
    {
        static constexpr std::array two{"and.b32", "or.b32", "xor.b32", "shl.b32", "shr.u32", "shr.s32"};
        static constexpr std::array modes{"", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"};
        switch (random_.below(8)) {
            case 0:
                return line("lop3.b32 " + r() + ", " + r() + ", " + r() + ", " + r() + ", " +
                            std::to_string(random_.below(256)));
            case 1:
                return line("bfe." + std::string(random_.below(2) == 0 ? "u32 " : "s32 ") + r() + ", " + r() + ", " +
                            r() + ", " + r());
            case 2: return line("bfi.b32 " + r() + ", " + r() + ", " + r() + ", " + r() + ", " + r());
            case 3:
                return line("prmt.b32" + std::string(random_.of(modes)) + " " + r() + ", " + r() + ", " + r() + ", " +
                            r());
            case 4:
                return line(std::string("shf.") + (random_.below(2) == 0 ? "l." : "r.") +
                            (random_.below(2) == 0 ? "wrap" : "clamp") + ".b32 " + r() + ", " + r() + ", " + r() +
                            ", " + r());
            case 5:
                return line(std::string(random_.below(2) == 0 ? "shl.b64 " : "shr.s64 ") + rd() + ", " + rd() + ", " +
                            r());
            case 6:
                return line("bfe." + std::string(random_.below(2) == 0 ? "u64 " : "s64 ") + rd() + ", " + rd() + ", " +
                            r() + ", " + r());
            default: return line(guard() + random_.of(two) + " " + r() + ", " + r() + ", " + r_or_number());
        }
    }

    void single()
    {
        static constexpr std::array two{"add", "sub", "mul"};
        static constexpr std::array ways{".rn", ".rz", ".rm", ".rp"};
        static constexpr std::array extremes{"min", "max", "min.ftz", "max.ftz", "min.NaN", "max.NaN"};
        const std::string flush = random_.below(3) == 0 ? ".ftz" : "", limit = random_.below(6) == 0 ? ".sat" : "";
        switch (random_.below(6)) {
            case 0:
            case 1:
                return line(guard() + std::string("fma") + random_.of(ways) + flush + limit + ".f32 " + f() + ", " +
                            f() + ", " + f() + ", " + f());
            case 2: {
                // ptxas turns min(a, a) into a move, which keeps a NaN's payload.
                const int a = random_.below(floats), b = (a + 1 + random_.below(floats - 1)) % floats;
                return line(guard() + random_.of(extremes) + ".f32 " + f() + ", " + number("%f", a) + ", " +
                            number("%f", b));
            }
            case 3: {
                static constexpr std::array one{"sqrt", "rcp"};
                return line(guard() + random_.of(one) + random_.of(ways) + flush + ".f32 " + f() + ", " + f());
            }
            case 4:
                return line(guard() + std::string("div") + random_.of(ways) + flush + ".f32 " + f() + ", " + f() +
                            ", " + f());
            default:
                return line(guard() + random_.of(two) + random_.of(ways) + flush + limit + ".f32 " + f() + ", " + f() +
                            ", " + f());
        }
    }

    void twice()
    {
        static constexpr std::array two{"add", "sub", "mul", "div"};
        static constexpr std::array ways{".rn", ".rz", ".rm", ".rp"};
        const std::string target = fd();
        switch (random_.below(4)) {
            case 0:
                return line_of_double(std::string("fma") + random_.of(ways) + ".f64", target,
                                      fd() + ", " + fd() + ", " + fd());
            case 1:
                return line_of_double(std::string(random_.below(2) == 0 ? "sqrt" : "rcp") + random_.of(ways) + ".f64",
                                      target, fd());
            case 2:
                return line_of_double(std::string(random_.below(2) == 0 ? "min" : "max") + ".f64", target,
                                      fd() + ", " + fd());
            default:
                return line_of_double(random_.of(two) + std::string(random_.of(ways)) + ".f64", target,
                                      fd() + ", " + fd());
        }
    }

    /// With .rn: without it, ptxas fuses a product and a sum into one fma.
    void half()
    {
        static constexpr std::array two{"add.rn.f16", "sub.rn.f16",     "mul.rn.f16",    "min.f16",
                                        "max.f16",    "add.rn.ftz.f16", "mul.rn.sat.f16"};
        static constexpr std::array pairs{"add.rn.f16x2",     "mul.rn.f16x2", "min.f16x2",
                                          "sub.rn.ftz.f16x2", "min.bf16x2",   "max.bf16x2"};
        switch (random_.below(5)) {
            case 0: return line("fma.rn.f16 " + h() + ", " + h() + ", " + h() + ", " + h());
            case 1: return line("fma.rn.f16x2 " + r() + ", " + r() + ", " + r() + ", " + r());
            case 2: return line("fma.rn.bf16x2 " + r() + ", " + r() + ", " + r() + ", " + r());
            case 3: return line(random_.of(pairs) + std::string(" ") + r() + ", " + r() + ", " + r());
            default: return line(random_.of(two) + std::string(" ") + h() + ", " + h() + ", " + h());
        }
    }

    void convert()
    {
        static constexpr std::array whole_ways{".rni", ".rzi", ".rmi", ".rpi"};
        static constexpr std::array ways{".rn", ".rz", ".rm", ".rp"};
        switch (random_.below(12)) {
            case 0: return line(std::string("cvt") + random_.of(whole_ways) + ".s32.f32 " + r() + ", " + f());
            case 1: return line(std::string("cvt") + random_.of(whole_ways) + ".u64.f64 " + rd() + ", " + fd());
            case 2: return line(std::string("cvt") + random_.of(ways) + ".f32.s32 " + f() + ", " + r());
            case 3: return line(std::string("cvt") + random_.of(ways) + ".f32.u64 " + f() + ", " + rd());
            case 4: return line(std::string("cvt") + random_.of(ways) + ".f64.s64 " + fd() + ", " + rd());
            case 5: return line(std::string("cvt") + random_.of(ways) + ".f32.f64 " + f() + ", " + fd());
            case 6: return line_of_double("cvt.f64.f32", fd(), f());
            case 7: return line("cvt.rn.f16.f32 " + h() + ", " + f());
            case 8: return line("cvt.f32.f16 " + f() + ", " + h());
            case 9:
                return line(std::string(random_.below(2) == 0 ? "cvt.s64.s32 " : "cvt.u64.u32 ") + rd() + ", " + r());
            case 10:
                return line(std::string(random_.below(2) == 0 ? "cvt.sat.u8.s32 " : "cvt.sat.s16.s32 ") + r() + ", " +
                            r());
            default: return line("cvt.rn.f16x2.f32 " + r() + ", " + f() + ", " + f());
        }
    }

    void compare()
    {
        static constexpr std::array whole{"eq.s32", "ne.s32", "lt.s32", "le.u32",
                                          "gt.u32", "ge.s32", "lo.u32", "hs.u32"};
        static constexpr std::array real{"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                         "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
        switch (random_.below(6)) {
            case 0:
                return line(std::string("setp.") + random_.of(whole) + " " + p() + "|" + "%q7" + ", " + r() + ", " +
                            r());
            case 1: return line(std::string("setp.") + random_.of(real) + ".f32 " + p() + ", " + f() + ", " + f());
            case 2:
                return line(std::string("setp.") + random_.of(real) + ".and.f64 " + p() + ", " + fd() + ", " + fd() +
                            ", " + p());
            case 3: return line("selp.b32 " + r() + ", " + r() + ", " + r() + ", " + p());
            case 4: return line("slct.f32.s32 " + f() + ", " + f() + ", " + f() + ", " + r());
            default: return line(std::string("set.") + random_.of(real) + ".u32.f32 " + r() + ", " + f() + ", " + f());
        }
    }

    void branch(int depth)
    {
        const int own = labels_++;
        const std::string other = "OTHER" + std::to_string(own), end = "END" + std::to_string(own);
        line("@" + p() + " bra " + other);
        for (int i = random_.below(4) + 1; i > 0; --i) statement(depth + 1);
        line("bra " + end);
        text_ += other + ":\n";
        for (int i = random_.below(4); i > 0; --i) statement(depth + 1);
        text_ += end + ":\n";
    }

    /// The number of iterations comes from some bits of a register, so lanes leave the loop one after another.
    void loop(int depth)
    {
        const int own = labels_++;
        if (own >= 30) return whole();
        const std::string again = "AGAIN" + std::to_string(own), left = number("%n", own);
        line("and.b32 " + left + ", " + r() + ", 7");
        text_ += again + ":\n";
        ++loops_;
        for (int i = random_.below(3) + 1; i > 0; --i) statement(depth + 1);
        --loops_;
        line("sub.u32 " + left + ", " + left + ", 1");
        line("setp.gt.s32 %q1, " + left + ", 0");
        line("@%q1 bra " + again);
    }

    /// Exchange between the lanes of a warp and the threads of a block, at a place that all reach together.
    void exchange()
    {
        static constexpr std::array ways{"up", "down", "bfly", "idx"};
        static constexpr std::array sums{"add.u32", "min.s32", "max.u32", "min.u32"};
        static constexpr std::array logic{"and.b32", "or.b32", "xor.b32"};
        switch (random_.below(8)) {
            case 0:
            case 1: {
                const std::string way = random_.of(ways);
                return line("shfl.sync." + way + ".b32 " + r() + "|" + p() + ", " + r() + ", " +
                            std::to_string(random_.below(32)) + ", " + (way == "up" ? "0" : "31") + ", -1");
            }
            case 2: return line("vote.sync.ballot.b32 " + r() + ", " + p() + ", -1");
            case 3:
                return line(std::string("vote.sync.") + (random_.below(2) == 0 ? "any" : "all") + ".pred " + p() +
                            ", " + p() + ", -1");
            case 4:
                return line(std::string("redux.sync.") +
                            (random_.below(2) == 0 ? random_.of(sums) : random_.of(logic)) + " " + r() + ", " + r() +
                            ", -1");
            case 5: line("and.b32 %t6, " + r() + ", 3"); return line("match.any.sync.b32 " + r() + ", %t6, -1");
            default: break;
        }
        // Each thread writes its word and reads another's.
        line("mov.u32 %t6, words");
        line("add.u32 %t7, %t6, %t4");
        line("st.shared.u32 [%t7], " + r());
        line("bar.sync 0");
        line("add.u32 %t7, %t0, " + std::to_string(1 + random_.below(63)));
        line("and.b32 %t7, %t7, 63");
        line("shl.b32 %t7, %t7, 2");
        line("add.u32 %t7, %t6, %t7");
        line("ld.shared.u32 " + r() + ", [%t7]");
        line("bar.sync 0");
    }

    /// The sums do not depend on the order of the threads; none is read before the end.
    void atomic()
    {
        line("and.b32 %t6, " + r() + ", 15");
        line("shl.b32 %t6, %t6, 2");
        if (random_.below(2) == 0) {
            line("mov.u32 %t7, added");
            line("add.u32 %t7, %t7, %t6");
            return line(guard() + "red.shared.add.u32 [%t7], " + r());
        }
        line("cvt.u64.u32 %a4, %t6");
        line("add.s64 %a4, %a4, %a2");
        line(guard() + "red.global.add.u32 [%a4], " + r());
    }

    Random random_;
    std::string text_;
    int labels_ = 0, loops_ = 0;
};

}  // namespace

std::string random_program(std::uint64_t seed)
{
    return Program(seed).text();
}

std::vector<std::uint32_t> random_input(std::uint64_t seed)
{
    Random random(seed ^ 0x5eed);
    std::vector<std::uint32_t> input(static_cast<std::size_t>(random_threads * random_blocks * random_input_words));
    static constexpr std::array<std::uint32_t, 16> odd{
        0,          1,          0x80000000, 0xffffffff, 0x7fffffff, 0x3f800000, 0xbf800000, 0x7f800000,
        0xff800000, 0x00800000, 0x007fffff, 0x00000010, 0x7f7fffff, 0x80000001, 0x4f000000, 0x5f000000};
    for (std::uint32_t& word : input) {
        const std::uint64_t made = random.word();
        switch (made >> 61) {
            case 0: word = odd[made & 15]; break;
            case 1: word = static_cast<std::uint32_t>(made & 0xff); break;
            case 2:
            case 3: word = 0x3f000000U + static_cast<std::uint32_t>(made & 0x01ffffff); break;  // a float near 1
            default: word = static_cast<std::uint32_t>(made); break;
        }
    }
    return input;
}

std::string random_word_name(int word)
{
    const auto named = [](const char* prefix, int n) { return prefix + std::to_string(n); };
    if (word < words) return named("%r", word);
    word -= words;
    if (word < 2 * longs) return named("%rd", word / 2) + (word % 2 == 0 ? " low" : " high");
    word -= 2 * longs;
    if (word < floats) return named("%f", word);
    word -= floats;
    if (word < 2 * doubles) return named("%fd", word / 2) + (word % 2 == 0 ? " low" : " high");
    word -= 2 * doubles;
    return word < halves ? named("%h", word) : "predicates";
}

RandomResult run_random(const std::string& ptx, const std::vector<std::uint32_t>& input, bool backwards)
{
    RandomResult result;
    const auto module = ptx::read_module(ptx);
    if (!module) {
        result.trouble = module.error().line();
        return result;
    }
    std::vector<std::uint32_t> in = input;
    result.output.resize(static_cast<std::size_t>(random_threads * random_blocks * random_output_words));
    result.sums.resize(random_atomic_words);
    ptx::Launch launch;
    launch.entry = "random";
    launch.grid = {random_blocks, 1, 1};
    launch.block = {random_threads, 1, 1};
    launch.buffers = {{"input", std::as_writable_bytes(std::span(in))},
                      {"output", std::as_writable_bytes(std::span(result.output))},
                      {"sums", std::as_writable_bytes(std::span(result.sums))}};
    for (int i = 0; i < 3; ++i) {
        ptx::LaunchArgument argument;
        argument.kind = ptx::LaunchArgument::Kind::buffer;
        argument.number = i;
        launch.arguments.push_back(argument);
    }
    launch.order = backwards ? ptx::Order::backwards : ptx::Order::forwards;
    launch.limits.instructions = 10'000'000;
    const auto done = ptx::run(*module, launch);
    if (!done)
        result.trouble = done.error().line();
    else if (done->fault)
        result.trouble = ptx::sentence(*done->fault);
    else if (!done->findings.empty())
        result.trouble = ptx::sentence(done->findings.front());
    return result;
}

std::uint64_t hash_of(const RandomResult& result)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const auto* all : {&result.output, &result.sums})
        for (const std::uint32_t word : *all) hash = (hash ^ word) * 0x100000001b3ULL;
    return hash;
}

}  // namespace spillway::tests
