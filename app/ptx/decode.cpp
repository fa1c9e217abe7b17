// Mnemonics: operation, types and modifiers.
#include "app/ptx/decode.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "app/ptx/mnemonic_words.h"
#include "app/ptx/types.h"

namespace spillway::ptx {
namespace {

using mnemonic::find;
using mnemonic::Named;
using mnemonic::Word;

/// True for words of memory ordering and caching, which do not change what an access reads or writes here.
bool is_ordering_or_caching(Word word)
{
    static const std::set<Word> known{"ca",
                                      "cg",
                                      "cs",
                                      "lu",
                                      "cv",
                                      "wb",
                                      "wt",
                                      "nc",
                                      "volatile",
                                      "weak",
                                      "relaxed",
                                      "acquire",
                                      "release",
                                      "acq_rel",
                                      "sc",
                                      "mmio",
                                      "cta",
                                      "cluster",
                                      "gpu",
                                      "sys",
                                      "gl",
                                      "noftz",
                                      "cache_hint",
                                      "unified",
                                      "alias",
                                      "proxy",
                                      "async",
                                      "tensormap",
                                      "sync_restrict",
                                      "async_group"};
    return known.contains(word) || word.starts_with("L1::") || word.starts_with("L2::") ||
           word.starts_with("sync_restrict::") || word.starts_with("async::");
}

bool is_memory(Op op)
{
    return op == Op::ld || op == Op::st || op == Op::atom || op == Op::red || op == Op::prefetch || op == Op::membar;
}

/// Reads the modifiers of one instruction, one after another.
class Modifiers {
public:
    Modifiers(Instruction& instruction, Word mnemonic) : in_(instruction), mnemonic_(mnemonic) {}

    std::optional<std::string> read()
    {
        Word rest = mnemonic_;
        const Word name = next(rest);
        const auto op = find(mnemonic::operations, name);
        if (!op) return unknown();
        in_.op = *op;
        while (!rest.empty()) words_.push_back(next(rest));
        if (auto error = special()) return *error == "" ? std::nullopt : std::optional(*error);
        for (at_ = 0; at_ < words_.size(); ++at_)
            if (!read_one(words_[at_])) return unknown();
        return std::nullopt;
    }

private:
    static Word next(Word& rest)
    {
        // "shared::cluster" and "L2::128B" contain no dot.
        const std::size_t dot = std::min(rest.find('.'), rest.size());
        const Word word = rest.substr(0, dot);
        rest.remove_prefix(std::min(dot + 1, rest.size()));
        return word;
    }

    [[nodiscard]] std::string unknown() const
    {
        return "the instruction \"" + std::string(mnemonic_.substr(0, 80)) + "\" is not supported here";
    }
    [[nodiscard]] bool has(Word word) const { return std::find(words_.begin(), words_.end(), word) != words_.end(); }

    /// Reads the words of an instruction with a grammar of its own: "" if all are understood, else a message; nullopt
    /// if the general grammar applies.
    std::optional<std::string> special()
    {
        switch (in_.op) {
            case Op::bar: return read_barrier();
            case Op::cp_async: return read_copy();
            case Op::mbarrier_init: return read_mbarrier();
            case Op::mma: return read_matrix();
            case Op::ldmatrix:
            case Op::stmatrix:
            case Op::movmatrix: return read_matrix_move();
            case Op::tex: return read_texture();
            case Op::alloca_bytes:  // createpolicy: a caching hint, without effect here
                in_.op = Op::nothing;
                return "";
            case Op::nothing: return "";
            case Op::membar: return "";
            case Op::cvt:
                if (has("scaled") || has("satfinite")) return unknown();
                return std::nullopt;
            default: return std::nullopt;
        }
    }

    std::optional<std::string> read_barrier()
    {
        for (const Word word : words_) {
            if (word == "aligned" || word == "cta") continue;
            if (word == "cluster") {
                in_.op = Op::barrier_cluster;
                in_.mode = 0;
            } else if (word == "warp") {
                in_.op = Op::bar_warp;
            } else if (word == "sync") {
                in_.mode = 0;
            } else if (word == "arrive") {
                in_.mode = 1;
            } else if (word == "wait") {
                in_.mode = 2;
            } else if (word == "red") {
                in_.op = Op::bar_red;
            } else if (word == "popc") {
                in_.vector = 0;
            } else if (word == "and") {
                in_.join = Join::with_and;
            } else if (word == "or") {
                in_.join = Join::with_or;
            } else if (const Type type = type_of_word(word); type != Type::none) {
                in_.type = type;
            } else if (word != "acquire" && word != "release" && word != "relaxed") {
                return unknown();
            }
        }
        return "";
    }

    std::optional<std::string> read_copy()
    {
        if (!has("async")) return unknown();
        in_.op = Op::cp_async;
        if (has("wait_group") || has("wait_all") || has("commit_group")) {
            in_.op = Op::cp_async_wait;
            in_.mode = has("commit_group") ? copy_commit : has("wait_all") ? copy_wait_all : copy_wait_group;
            in_.is_transposed = has("bulk");
            return "";
        }
        if (has("mbarrier")) {
            in_.op = Op::cp_async_mbarrier;
            in_.space = barrier_space();
            in_.mode = has("noinc") ? 1 : 0;
            return has("arrive") ? "" : unknown();
        }
        if (has("bulk")) {
            in_.op = Op::cp_async_bulk;
            if (has("tensor") || has("prefetch") || has("reduce")) return unknown();
        }
        std::vector<Space> found;
        for (const Word word : words_)
            if (const auto space = find(mnemonic::spaces, word)) found.push_back(*space);
        if (found.size() != 2) return unknown();
        in_.space = found[0];
        in_.from_space = found[1];
        in_.mode = has("mbarrier::complete_tx::bytes") || mnemonic_.find("complete_tx") != Word::npos ? 1 : 0;
        return "";
    }

    [[nodiscard]] Space barrier_space() const
    {
        if (has("shared::cluster")) return Space::shared_cluster;
        return has("shared") || has("shared::cta") ? Space::shared : Space::generic;
    }

    std::optional<std::string> read_mbarrier()
    {
        if (words_.empty()) return unknown();
        const Word what = words_[0];
        in_.space = barrier_space();
        in_.mode = has("parity") ? 1 : 0;
        if (what == "init")
            in_.op = Op::mbarrier_init;
        else if (what == "inval")
            in_.op = Op::mbarrier_inval;
        else if (what == "expect_tx")
            in_.op = Op::mbarrier_expect;
        else if (what == "arrive" || what == "arrive_drop") {
            in_.op = Op::mbarrier_arrive;
            in_.mode = static_cast<std::uint8_t>((has("expect_tx") ? 1 : 0) | (what == "arrive_drop" ? 2 : 0));
            if (has("noComplete")) return unknown();
        } else if (what == "try_wait" || what == "test_wait")
            in_.op = Op::mbarrier_wait;
        else
            return unknown();
        return "";
    }

    /// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
    std::optional<std::string> read_matrix()
    {
        std::vector<Type> types;
        for (const Word word : words_) {
            if (word == "sync" || word == "aligned" || word == "row" || word == "col") continue;
            if (word == "satfinite") {
                in_.saturates = true;
            } else if (word == "xor" || word == "and" || word == "popc") {
                return unknown();
            } else if (!read_shape(word)) {
                const Type type = type_of_word(word);
                if (type == Type::none) return unknown();
                types.push_back(type);
            }
        }
        if (types.size() != 4 || in_.shape.k == 0) return unknown();
        in_.type = types[0];
        in_.from = types[1];
        in_.third = types[2];
        in_.fourth = types[3];
        return "";
    }

    bool read_shape(Word word)
    {
        int sizes[3] = {0, 0, 0};
        const char letters[3] = {'m', 'n', 'k'};
        const char* at = word.data();
        const char* const end = at + word.size();
        for (int i = 0; i < 3; ++i) {
            if (at == end || *at != letters[i]) return false;
            const auto read = std::from_chars(at + 1, end, sizes[i]);
            if (read.ec != std::errc() || sizes[i] > 255) return false;
            at = read.ptr;
        }
        in_.shape = {static_cast<std::uint8_t>(sizes[0]), static_cast<std::uint8_t>(sizes[1]),
                     static_cast<std::uint8_t>(sizes[2])};
        return at == end;
    }

    std::optional<std::string> read_matrix_move()
    {
        for (const Word word : words_) {
            if (word == "sync" || word == "aligned" || word == "m8n8" || word == "b16") continue;
            if (word == "x1")
                in_.vector = 1;
            else if (word == "x2")
                in_.vector = 2;
            else if (word == "x4")
                in_.vector = 4;
            else if (word == "trans")
                in_.is_transposed = true;
            else if (const auto space = find(mnemonic::spaces, word))
                in_.space = *space;
            else
                return unknown();
        }
        return "";
    }

    std::optional<std::string> read_texture()
    {
        std::vector<Type> types;
        for (const Word word : words_) {
            if (word == "1d")
                in_.mode = 1;
            else if (word == "2d")
                in_.mode = 2;
            else if (word == "v4")
                in_.vector = 4;
            else if (const Type type = type_of_word(word); type != Type::none)
                types.push_back(type);
            else
                return unknown();
        }
        if (types.size() != 2 || in_.mode == 0 || in_.vector != 4) return unknown();
        in_.type = types[0];
        in_.from = types[1];
        return "";
    }

    bool read_one(Word word)
    {
        if (const Type type = type_of_word(word); type != Type::none) return add_type(type);
        if (is_memory(in_.op) && is_ordering_or_caching(word)) return true;
        if (in_.op == Op::atom || in_.op == Op::red) {
            if (const auto atomic = find(mnemonic::atomics, word)) return in_.atomic = *atomic, true;
        }
        if (in_.op == Op::redux) {
            if (const auto atomic = find(mnemonic::atomics, word)) return in_.atomic = *atomic, true;
        }
        if (in_.op == Op::setp || in_.op == Op::set) {
            if (const auto compare = find(mnemonic::comparisons, word); compare && in_.compare == Compare::none)
                return in_.compare = *compare, true;
            if (word == "and") return in_.join = Join::with_and, true;
            if (word == "or") return in_.join = Join::with_or, true;
            if (word == "xor") return in_.join = Join::with_xor, true;
        }
        if (const auto rounding = find(mnemonic::roundings, word)) return in_.rounding = *rounding, true;
        if (const auto space = find(mnemonic::spaces, word)) return add_space(*space);
        return read_word(word);
    }

    bool add_space(Space space)
    {
        in_.space = space;
        return is_memory(in_.op) || in_.op == Op::cvta || in_.op == Op::isspacep || in_.op == Op::mapa ||
               in_.op == Op::getctarank;
    }

    bool read_word(Word word)
    {
        const bool is_shift = in_.op == Op::shf;
        if (word == "ftz") return in_.flushes = true, true;
        if (word == "sat") return in_.saturates = true, true;
        if (word == "approx" || word == "full") return in_.is_approximate = true, true;
        if (word == "NaN") return in_.is_nan_kept = true, true;
        if (word == "relu") return in_.is_relu = true, true;
        if (word == "cc") return in_.sets_carry = true, true;
        if (word == "lo") return in_.product = Product::low, true;
        if (word == "hi") return in_.product = Product::high, true;
        if (word == "wide") return in_.product = Product::wide, true;
        if (word == "uni" || word == "sync" || word == "aligned")
            return word != "uni" || set_mode_if(Op::vote, Vote::uni);
        if (word == "to") return in_.to_space = true, in_.op == Op::cvta;
        if (word == "v2") return in_.vector = 2, true;
        if (word == "v4") return in_.vector = 4, true;
        if (word == "v8") return in_.vector = 8, true;
        if (is_shift && (word == "l" || word == "r")) return in_.mode = word == "r", true;
        if (is_shift && (word == "clamp" || word == "wrap")) return in_.saturates = word == "clamp", true;
        if (in_.op == Op::bmsk && (word == "clamp" || word == "wrap")) return in_.saturates = word == "clamp", true;
        if (in_.op == Op::szext && (word == "clamp" || word == "wrap")) return in_.saturates = word == "clamp", true;
        if (in_.op == Op::bfind && word == "shiftamt") return in_.mode = 1, true;
        if (in_.op == Op::shfl) return read_shuffle(word);
        if (in_.op == Op::vote) return read_vote(word);
        if (in_.op == Op::match) return read_match(word);
        if (in_.op == Op::testp) return read_test(word);
        if (in_.op == Op::prmt) return read_permute(word);
        if (in_.op == Op::brx) return word == "idx";
        return false;
    }

    bool set_mode_if(Op op, Vote vote)
    {
        if (in_.op == op) in_.mode = static_cast<std::uint8_t>(vote);
        return true;
    }

    bool read_shuffle(Word word)
    {
        constexpr std::array modes{Named<Shuffle>{"up", Shuffle::up}, Named<Shuffle>{"down", Shuffle::down},
                                   Named<Shuffle>{"bfly", Shuffle::butterfly}, Named<Shuffle>{"idx", Shuffle::index}};
        const auto mode = find(modes, word);
        if (mode) in_.mode = static_cast<std::uint8_t>(*mode);
        return mode.has_value();
    }
    bool read_vote(Word word)
    {
        constexpr std::array modes{Named<Vote>{"all", Vote::all}, Named<Vote>{"any", Vote::any},
                                   Named<Vote>{"uni", Vote::uni}, Named<Vote>{"ballot", Vote::ballot}};
        const auto mode = find(modes, word);
        if (mode) in_.mode = static_cast<std::uint8_t>(*mode);
        return mode.has_value();
    }
    bool read_match(Word word)
    {
        in_.mode = static_cast<std::uint8_t>(word == "all" ? Match::all : Match::any);
        return word == "all" || word == "any";
    }
    bool read_test(Word word)
    {
        constexpr std::array<Word, 6> kinds{"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
        const auto found = std::find(kinds.begin(), kinds.end(), word);
        in_.mode = static_cast<std::uint8_t>(found - kinds.begin());
        return found != kinds.end();
    }
    bool read_permute(Word word)
    {
        constexpr std::array<Word, 6> kinds{"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"};
        const auto found = std::find(kinds.begin(), kinds.end(), word);
        in_.mode = static_cast<std::uint8_t>(1 + (found - kinds.begin()));
        return found != kinds.end();
    }

    bool add_type(Type type)
    {
        if (in_.type == Type::none) return in_.type = type, true;
        if (in_.from == Type::none) return in_.from = type, true;
        if (in_.third == Type::none) return in_.third = type, true;
        return false;
    }

    Instruction& in_;
    Word mnemonic_;
    std::vector<Word> words_;
    std::size_t at_ = 0;
};

}  // namespace

std::optional<std::string> decode_mnemonic(std::string_view mnemonic, Instruction& instruction)
{
    return Modifiers(instruction, mnemonic).read();
}

}  // namespace spillway::ptx
