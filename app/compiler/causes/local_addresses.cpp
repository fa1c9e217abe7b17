#include "app/compiler/causes/local_addresses.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "app/compiler/ptx_functions.h"

namespace spillway::compiler {
namespace {

constexpr std::size_t max_offsets = 64;  // of one register

/// Registers of an instruction in order: "%rd4" and "%rd2" of "add.s64 %rd4, %rd2, 8".
std::vector<std::string_view> registers_of(std::string_view text)
{
    std::vector<std::string_view> found;
    for (auto at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
        auto end = at + 1;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
            ++end;
        found.push_back(text.substr(at, end - at));
    }
    return found;
}

bool computes_addresses(std::string_view opcode)
{
    constexpr std::string_view known[] = {"mov.", "add.", "sub.", "cvta.", "mad.", "or.", "selp."};
    return std::any_of(std::begin(known), std::end(known), [&](auto name) { return opcode.starts_with(name); });
}

/// The number at the end of "add.s64 %rd4, %rd2, -8;"; 0 if a register is there.
std::int64_t last_number(std::string_view text)
{
    const auto begin = text.find_last_of(" ,\t+");
    std::int64_t number = 0;
    if (begin != std::string_view::npos) std::from_chars(text.data() + begin + 1, text.data() + text.size(), number);
    return number;
}

/// Address part of a load or store, "%rd4+8" of "ld.local.u32 %r1, [%rd4+8];", and the text after it.
struct MemoryOperand {
    std::string_view address, behind;
    bool is_store = false;
};

std::optional<MemoryOperand> memory_operand(std::string_view text)
{
    const bool is_store = text.starts_with("st.");
    const auto open = text.find('['), close = text.find(']');
    if (!(is_store || text.starts_with("ld.")) || open == std::string_view::npos || close == std::string_view::npos)
        return std::nullopt;
    return MemoryOperand{text.substr(open + 1, close - open - 1), text.substr(close), is_store};
}

}  // namespace

std::optional<int> parameter_in(std::string_view text, const std::string& function)
{
    const std::string name = function + "_param_";
    const auto at = text.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    return ptx_number(text.substr(at + name.size()));
}

LocalAddresses::LocalAddresses(const std::vector<PtxInstruction>& code, const std::string& function)
    : code_(code), function_(function)
{
    for (const PtxInstruction& instruction : code_) {
        const auto registers = registers_of(instruction.text);
        if (computes_addresses(instruction.text) && !registers.empty()) ++definitions_[registers.front()];
    }
    while (follow()) {
    }
}

std::vector<LocalUse> LocalAddresses::uses() const
{
    std::vector<LocalUse> found;
    for (const PtxInstruction& instruction : code_) {
        const auto operand = memory_operand(instruction.text);
        if (!operand) continue;
        for (const auto name : registers_of(operand->address)) {
            const auto address = addresses_.find(name);
            if (address == addresses_.end()) continue;
            LocalUse use{{}, instruction.line, address->second.varies, false};
            for (const std::int64_t offset : address->second.offsets)
                use.offsets.insert(offset + last_number(operand->address));
            found.push_back(std::move(use));
        }
        if (!operand->is_store) continue;
        for (const auto name : registers_of(operand->behind))
            if (const auto address = addresses_.find(name); address != addresses_.end())
                found.push_back({address->second.offsets, instruction.line, address->second.varies, true});
    }
    return found;
}

std::vector<std::string_view> LocalAddresses::accesses() const
{
    std::vector<std::string_view> found;
    for (const PtxInstruction& instruction : code_) {
        const auto operand = memory_operand(instruction.text);
        if (!operand) continue;
        const auto names = registers_of(operand->address);
        if (std::ranges::any_of(names, [&](auto name) { return addresses_.contains(name); }))
            found.push_back(instruction.loc);
    }
    return found;
}

std::set<int> LocalAddresses::copied_parameters() const
{
    std::map<std::string_view, int> places, values;  // registers with a parameter's address, with a part of it
    std::set<int> copied;
    for (const auto& [text, line, loc] : code_) {
        const auto registers = registers_of(text);
        if (registers.empty()) continue;
        const auto named = parameter_in(text, function_);
        const auto of = [](const auto& known, const std::vector<std::string_view>& names) {
            const auto found =
                std::find_if(names.begin(), names.end(), [&](auto name) { return known.contains(name); });
            return found == names.end() ? std::optional<int>() : known.at(*found);
        };
        const std::vector<std::string_view> sources(registers.begin() + 1, registers.end());
        if (text.starts_with("ld.param")) {
            const auto open = text.find('[');
            const auto from = named ? named : of(places, registers_of(text.substr(std::min(open, text.size()))));
            if (!from) continue;
            for (const auto name : registers_of(text.substr(0, std::min(open, text.size())))) values[name] = *from;
        } else if (computes_addresses(text)) {
            if (const auto from = named ? named : of(places, sources)) places[registers.front()] = *from;
        } else if (text.starts_with("st.")) {
            const auto close = std::min(text.find(']'), text.size());
            const bool is_local = !registers_of(text.substr(0, close)).empty() &&
                                  addresses_.contains(registers_of(text.substr(0, close)).back());
            const auto from = of(values, registers_of(text.substr(close)));
            if (is_local && from) copied.insert(*from);
        }
    }
    return copied;
}

/// Address that the instruction writes to its first register; empty if it is not in local memory.
std::optional<LocalAddresses::Address> LocalAddresses::computed(const PtxInstruction& instruction) const
{
    const std::string_view text = instruction.text;
    const auto registers = registers_of(text);
    const bool is_base = text.find("__local_depot") != std::string_view::npos;
    Address made;
    if (is_base) made.offsets.insert(0);
    bool is_address = is_base;
    for (std::size_t i = 1; i < registers.size(); ++i) {
        const auto source = addresses_.find(registers[i]);
        is_address = is_address || source != addresses_.end();
        made.varies = made.varies || source == addresses_.end() || source->second.varies;
        if (source != addresses_.end())
            made.offsets.insert(source->second.offsets.begin(), source->second.offsets.end());
    }
    if (!is_address) return std::nullopt;
    const std::int64_t added = text.starts_with("sub.") ? -last_number(text) : last_number(text);
    if (!made.varies && added != 0) {
        std::set<std::int64_t> moved;
        for (const std::int64_t offset : made.offsets) moved.insert(offset + added);
        made.offsets = std::move(moved);
    }
    // Several definitions mean a loop variable or one of several addresses.
    made.varies = made.varies || definitions_.at(registers.front()) > 1;
    return made;
}

/// One pass over the code; true if it found more. Loops need several passes.
bool LocalAddresses::follow()
{
    bool is_more = false;
    for (const PtxInstruction& instruction : code_) {
        if (!computes_addresses(instruction.text) || registers_of(instruction.text).empty()) continue;
        const auto made = computed(instruction);
        if (!made) continue;
        Address& known = addresses_[registers_of(instruction.text).front()];
        const Address before = known;
        known.varies = known.varies || made->varies;
        if (known.offsets.size() < max_offsets) known.offsets.insert(made->offsets.begin(), made->offsets.end());
        is_more = is_more || before != known || before.offsets.empty();
    }
    return is_more;
}

}  // namespace spillway::compiler
