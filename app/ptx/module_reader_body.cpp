// A function's body: its blocks, registers, local variables and source lines.
#include "app/ptx/module_reader.h"

#include "app/ptx/flow.h"

namespace spillway::ptx {

namespace {

/// Number of the compiled file: the compiler numbers it first.
constexpr std::int32_t own_file = 1;

}  // namespace

std::int32_t ModuleReader::allot_frame(std::int64_t bytes, std::int64_t align)
{
    const std::int64_t offset = (function_->local_bytes + align - 1) / align * align;
    if (offset + bytes > max_local_bytes) {
        tokens_.fail("local memory of more than 1 MiB");
        return 0;
    }
    function_->local_bytes = static_cast<std::int32_t>(offset + bytes);
    return static_cast<std::int32_t>(offset);
}

void ModuleReader::read_body(Function& function)
{
    function_ = &function;
    function.shared_bytes = std::max(module_.shared_bytes, entries_begin_at_);
    source_file_ = source_line_ = 0;
    label_scopes_.clear();
    tokens_.expect('{');
    label_scopes_.emplace_back();
    const std::size_t outside = scopes_.depth();
    scopes_.open();
    while (scopes_.depth() > outside && !tokens_.failed()) {
        if (tokens_.now().kind == Token::Kind::end) tokens_.fail("a function without an end");
        read_body_statement();
    }
    while (scopes_.depth() > outside) scopes_.close();
    if (!tokens_.failed() && !find_reconvergence(function))
        tokens_.fail("the branches of a function are too intricate: \"" + function.name.substr(0, 80) + "\"");
    find_straight(function);
    function_ = nullptr;
}

void ModuleReader::read_body_statement()
{
    if (tokens_.take_if('{')) return read_block_begin();
    if (tokens_.take_if('}')) return read_block_end();
    if (tokens_.take_if(';')) return;
    if (tokens_.take_if(".reg")) return read_registers();
    if (tokens_.take_if(".local")) return read_local();
    if (tokens_.take_if(".param")) return read_call_param();
    if (tokens_.take_if(".shared")) return read_shared(false);
    if (tokens_.take_if(".extern")) {
        if (!tokens_.take_if(".shared")) tokens_.fail("an .extern of an unknown kind in a function");
        return read_shared(true);
    }
    if (tokens_.take_if(".global")) return read_variable(Space::global, false);
    if (tokens_.take_if(".const")) return read_variable(Space::constant, false);
    if (tokens_.take_if(".loc")) return read_loc();
    if (tokens_.take_if(".pragma")) {
        while (tokens_.now().kind != Token::Kind::end && !tokens_.take_if(';')) tokens_.take();
        return;
    }
    read_label_or_instruction();
}

void ModuleReader::read_block_begin()
{
    if (scopes_.depth() > max_scopes) return tokens_.fail("more than 200 nested braces");
    scopes_.open();
    label_scopes_.emplace_back();
}

/// Resolves branches to labels of this block; passes the others on to the enclosing block.
void ModuleReader::read_block_end()
{
    scopes_.close();
    LabelScope scope = std::move(label_scopes_.back());
    label_scopes_.pop_back();
    for (const Wanted& wanted : scope.wanted) {
        const auto found = scope.labels.find(wanted.label);
        if (found == scope.labels.end()) {
            if (label_scopes_.empty())
                return tokens_.fail(wanted.line,
                                    "there is no label \"" + std::string(wanted.label.substr(0, 60)) + "\"");
            label_scopes_.back().wanted.push_back(wanted);
        } else if (wanted.target >= 0) {
            function_->branch_targets[static_cast<std::size_t>(wanted.target)][wanted.entry] = found->second;
        } else {
            function_->code[wanted.instruction].target = found->second;
        }
    }
}

/// .reg .b32 %r<10>, a, b;
void ModuleReader::read_registers()
{
    std::int64_t vector = 1;
    const std::uint8_t width = read_type_width(vector);
    do {
        const Token name = tokens_.take();
        if (name.kind != Token::Kind::word) return tokens_.fail(name.line, "a register without a name");
        std::int64_t count = 1;
        const bool is_range = tokens_.take_if('<');
        if (is_range) {
            count = tokens_.take_count(1 << 22);
            tokens_.expect('>');
        }
        const std::int64_t bytes = (count * register_bytes(width) + 63) / 64 * 64;
        if (function_->register_bytes + bytes > max_frame_bytes || vector != 1)
            return tokens_.fail(name.line, "too many registers, or vector registers");
        const Symbol first{Symbol::Kind::registers, function_->register_bytes, width, 0};
        function_->register_bytes += static_cast<std::int32_t>(bytes);
        function_->registers.push_back(
            {std::string(name.text), first.offset, is_range ? static_cast<std::int32_t>(count) : 0, width});
        if (is_range)
            scopes_.name_range(name.text, first, static_cast<std::int32_t>(count));
        else
            scopes_.name(name.text, first);
    } while (!tokens_.failed() && tokens_.take_if(','));
    tokens_.expect(';');
}

void ModuleReader::read_local()
{
    const Declared declared = read_declared();
    if (tokens_.failed()) return;
    const std::int32_t offset = allot_frame(declared.bytes, declared.align);
    function_->declared_local_bytes += static_cast<std::int32_t>(declared.bytes);
    scopes_.name(declared.name,
                 {Symbol::Kind::frame, offset, declared.width, static_cast<std::int32_t>(declared.bytes)});
    tokens_.expect(';');
}

/// A call's argument or result, in the caller's frame.
void ModuleReader::read_call_param()
{
    const Declared declared = read_declared();
    if (tokens_.failed()) return;
    const std::int32_t offset = allot_frame(declared.bytes, std::max<std::int64_t>(declared.align, 8));
    scopes_.name(declared.name,
                 {Symbol::Kind::frame, offset, declared.width, static_cast<std::int32_t>(declared.bytes)});
    tokens_.expect(';');
}

/// .loc 1 30 5, function_name $L__info_string0, inlined_at 1 12 3
void ModuleReader::read_loc()
{
    source_file_ = static_cast<std::int32_t>(tokens_.take_count(1 << 20));
    source_line_ = static_cast<std::int32_t>(tokens_.take_count(1 << 30));
    tokens_.take();
    while (tokens_.take_if(',')) {
        const Token what = tokens_.take();
        if (what.is("function_name")) {
            tokens_.take();
            if (tokens_.take_if('+')) tokens_.take();
        } else if (what.is("inlined_at")) {
            const auto file = static_cast<std::int32_t>(tokens_.take_count(1 << 20));
            const auto line = static_cast<std::int32_t>(tokens_.take_count(1 << 30));
            tokens_.take();
            if (source_file_ != own_file) {  // a header's function: the line that calls it
                source_file_ = file;
                source_line_ = line;
            }
        }
    }
    if (source_file_ != own_file) source_line_ = 0;
}

}  // namespace spillway::ptx
