#include "app/ptx/module_reader.h"

#include <algorithm>
#include <cstring>

#include "app/ptx/flow.h"
#include "app/ptx/operands.h"
#include "app/ptx/types.h"

namespace spillway::ptx {

std::int32_t ConstantPool::add(std::uint64_t value, std::uint8_t width)
{
    const std::size_t offset = bytes_.size();
    bytes_.resize(offset + static_cast<std::size_t>(std::max<int>(width * lane_count, 64)));
    for (int lane = 0; lane < lane_count; ++lane)
        std::memcpy(bytes_.data() + offset + static_cast<std::size_t>(lane * width), &value, std::min<int>(width, 8));
    return static_cast<std::int32_t>(offset);
}

std::int32_t ConstantPool::offset_of(std::uint64_t value, std::uint8_t width)
{
    if (width < 8) value &= (std::uint64_t{1} << 8 * width) - 1;
    const auto [known, is_new] = known_.try_emplace({value, width}, 0);
    if (is_new) known->second = add(value, width);
    return known->second;
}

model::Expected<Module> ModuleReader::read()
{
    scopes_.open();
    while (tokens_.now().kind != Token::Kind::end) read_statement();
    if (!tokens_.failed()) fill_late_initials();
    if (tokens_.failed()) return *tokens_.failed();
    return std::move(module_);
}

void ModuleReader::read_statement()
{
    const Token token = tokens_.take();
    if (token.is(".version") || token.is(".address_size")) {
        tokens_.take();
    } else if (token.is(".target")) {
        do tokens_.take();
        while (tokens_.take_if(','));
    } else if (token.is(".file")) {
        read_file_name();
    } else if (token.is(".section")) {
        skip_section();
    } else if (token.is(".pragma")) {
        while (tokens_.now().kind != Token::Kind::end && !tokens_.take_if(';')) tokens_.take();
    } else if (token.is(".visible") || token.is(".weak") || token.is(".common")) {
        // They say how modules are linked.
    } else if (token.is(".extern")) {
        if (tokens_.take_if(".shared")) return read_shared(true);
        if (tokens_.take_if(".func")) return read_function(false);
        if (tokens_.take_if(".global")) return read_variable(Space::global, true);
        if (tokens_.take_if(".const")) return read_variable(Space::constant, true);
        tokens_.fail(token.line, "an .extern of an unknown kind");
    } else if (token.is(".entry")) {
        read_function(true);
    } else if (token.is(".func")) {
        read_function(false);
    } else if (token.is(".global")) {
        read_variable(Space::global, false);
    } else if (token.is(".const")) {
        read_variable(Space::constant, false);
    } else if (token.is(".shared")) {
        read_shared(false);
    } else if (!token.is(';')) {
        tokens_.fail(token.line, "\"" + std::string(token.text.substr(0, 60)) + "\" is not known here");
    }
}

/// .file 1 "/folder/kernel.cu", 12, 34
void ModuleReader::read_file_name()
{
    const auto number = static_cast<std::int32_t>(tokens_.take_count(1 << 20));
    const Token name = tokens_.take();
    if (name.kind != Token::Kind::text) return tokens_.fail(name.line, "a .file without a name");
    module_.files[number] = std::string(name.text);
    while (tokens_.take_if(',')) tokens_.take();
}

void ModuleReader::skip_section()
{
    tokens_.take();
    tokens_.expect('{');
    while (tokens_.now().kind != Token::Kind::end && !tokens_.take_if('}')) tokens_.take();
}

int ModuleReader::number_of_function(const std::string& name)
{
    const auto [known, is_new] = module_.function_numbers.try_emplace(name, static_cast<int>(module_.functions.size()));
    if (is_new) {
        module_.functions.emplace_back();
        module_.functions.back().name = name;
    }
    return known->second;
}

/// [.attribute(..)] [(.param result)] name [(.param a, .param b)] {directives} ; or { body }
void ModuleReader::read_function(bool is_entry)
{
    Function function;
    function.is_entry = is_entry;
    scopes_.open();
    if (tokens_.take_if(".attribute")) {
        while (tokens_.now().kind != Token::Kind::end && !tokens_.take_if(')')) tokens_.take();
    }
    if (tokens_.take_if('(')) function.results = read_params(function, false);
    const Token name = tokens_.take();
    if (name.kind != Token::Kind::word) tokens_.fail(name.line, "a function without a name");
    function.name = std::string(name.text);
    if (tokens_.take_if('(')) function.params = read_params(function, is_entry);
    // .maxntid 256, 1, 1  .minnctapersm 2  .noreturn  .reqnctapercluster 2, 1, 1
    while (tokens_.now().kind != Token::Kind::end && !tokens_.now().is('{') && !tokens_.now().is(';')) tokens_.take();
    const int number = number_of_function(function.name);
    if (tokens_.take_if(';')) {
        Function& known = module_.functions[static_cast<std::size_t>(number)];
        if (!known.has_body) known = std::move(function);
    } else {
        function.has_body = true;
        read_body(function);
        module_.functions[static_cast<std::size_t>(number)] = std::move(function);
    }
    scopes_.close();
}

std::vector<Param> ModuleReader::read_params(Function& function, bool is_entry)
{
    std::vector<Param> params;
    if (tokens_.take_if(')')) return params;
    do {
        if (!tokens_.take_if(".param") && !tokens_.take_if(".reg"))
            tokens_.fail("a parameter that does not begin with .param");
        params.push_back(read_param(function, is_entry));
    } while (!tokens_.failed() && tokens_.take_if(','));
    tokens_.expect(')');
    return params;
}

Param ModuleReader::read_param(Function& function, bool is_entry)
{
    const Declared declared = read_declared();
    std::int32_t& end = is_entry ? function.param_bytes : function.local_bytes;
    const auto align = static_cast<std::int32_t>(declared.align);
    const std::int64_t offset = (end + align - 1) / align * align;
    if (offset + declared.bytes > most_local_bytes) tokens_.fail("parameters of more than 1 MiB");
    if (tokens_.failed()) return {};
    end = static_cast<std::int32_t>(offset + declared.bytes);
    const Param param{std::string(declared.name), static_cast<std::int32_t>(offset),
                      static_cast<std::int32_t>(declared.bytes)};
    scopes_.name(declared.name, {is_entry ? Symbol::Kind::kernel_param : Symbol::Kind::frame, param.offset,
                                 declared.width, param.bytes});
    return param;
}

namespace {

constexpr std::int64_t most_alignment = 4096;

}  // namespace

/// .f32, or .v4 .f32: the width of one and how many.
std::uint8_t ModuleReader::read_type_width(std::int64_t& vector)
{
    vector = 1;
    for (;;) {
        const Token token = tokens_.take();
        if (token.is(".v2") || token.is(".v4") || token.is(".v8")) {
            vector = token.text[2] - '0';
            continue;
        }
        if (token.is(".texref") || token.is(".samplerref") || token.is(".surfref")) return 8;
        const Type type = type_of_word(token.text.substr(std::min<std::size_t>(1, token.text.size())));
        if (type == Type::none)
            tokens_.fail(token.line, "\"" + std::string(token.text.substr(0, 60)) + "\" is no type");
        return static_cast<std::uint8_t>(type == Type::pred ? 0 : std::max(1, bytes_of(type)));
    }
}

ModuleReader::Declared ModuleReader::read_declared()
{
    Declared declared;
    std::int64_t vector = 1, align = 0;
    for (bool has_type = false; !has_type && !tokens_.failed();) {
        if (tokens_.take_if(".align")) {
            align = std::max<std::int64_t>(1, tokens_.take_count(most_alignment));
        } else if (tokens_.take_if(".attribute")) {
            while (tokens_.now().kind != Token::Kind::end && !tokens_.take_if(')')) tokens_.take();
        } else {
            declared.width = read_type_width(vector);
            has_type = true;
        }
    }
    // .param .u64 .ptr .global .align 8 name
    while (tokens_.now().kind == Token::Kind::word && tokens_.now().text[0] == '.') {
        const bool is_alignment = tokens_.take().text == ".align";
        if (is_alignment) tokens_.take();
    }
    const Token name = tokens_.take();
    if (name.kind != Token::Kind::word) tokens_.fail(name.line, "a declaration without a name");
    declared.name = name.text;
    declared.count = vector;
    while (tokens_.take_if('[')) {
        if (tokens_.take_if(']')) {
            declared.has_no_length = true;
            continue;
        }
        const std::int64_t count = tokens_.take_count(most_array_bytes);
        tokens_.expect(']');
        declared.count = std::min(declared.count * count, 2 * most_array_bytes);
    }
    declared.bytes = declared.has_no_length ? 0 : declared.count * std::max<std::int64_t>(declared.width, 1);
    declared.align = align > 0 ? align : std::max<std::int64_t>(1, declared.width * vector);
    if (declared.bytes > most_array_bytes)
        tokens_.fail(name.line, "\"" + std::string(name.text.substr(0, 60)) + "\" is larger than 64 MiB");
    return declared;
}

void ModuleReader::read_variable(Space space, bool is_extern)
{
    do {
        const Declared declared = read_declared();
        if (tokens_.failed()) return;
        Variable variable{std::string(declared.name), space, {}};
        if (tokens_.take_if('=')) {
            std::int64_t bytes = declared.bytes;
            variable.content.resize(static_cast<std::size_t>(bytes));
            const std::size_t number = module_.variables.size();
            module_.variables.push_back(std::move(variable));
            scopes_.name(declared.name, {Symbol::Kind::variable, static_cast<std::int32_t>(number), declared.width,
                                         static_cast<std::int32_t>(bytes)});
            read_initial(module_.variables[number], declared.width);
        } else {
            variable.content.resize(static_cast<std::size_t>(declared.bytes));
            scopes_.name(declared.name, {Symbol::Kind::variable, static_cast<std::int32_t>(module_.variables.size()),
                                         declared.width, static_cast<std::int32_t>(declared.bytes)});
            module_.variables.push_back(std::move(variable));
        }
        variable_bytes_ += declared.bytes;
        if (variable_bytes_ > most_variable_bytes) tokens_.fail("variables of more than 256 MiB");
        if (module_.variables.size() > 2000) tokens_.fail("more than 2,000 variables");
    } while (!tokens_.failed() && tokens_.take_if(','));
    static_cast<void>(is_extern);
    tokens_.expect(';');
}

void ModuleReader::read_shared(bool is_extern)
{
    do {
        const Declared declared = read_declared();
        if (tokens_.failed()) return;
        if (is_extern && declared.bytes == 0) {
            scopes_.name(declared.name, {Symbol::Kind::dynamic_shared, 0, declared.width, 0});
            continue;
        }
        std::int32_t& end =
            function_ != nullptr && function_->is_entry ? function_->shared_bytes : module_.shared_bytes;
        const auto align = static_cast<std::int32_t>(declared.align);
        const std::int64_t offset = (std::max(end, module_.shared_bytes) + align - 1) / align * align;
        if (offset + declared.bytes > most_shared_bytes) return tokens_.fail("shared variables of more than 1 MiB");
        end = static_cast<std::int32_t>(offset + declared.bytes);
        last_shared_ = std::max(last_shared_, end);
        scopes_.name(declared.name, {Symbol::Kind::shared, static_cast<std::int32_t>(offset), declared.width,
                                     static_cast<std::int32_t>(declared.bytes)});
    } while (!tokens_.failed() && tokens_.take_if(','));
    tokens_.expect(';');
}

/// = {1, 2, {3}}; what is not named is 0. A text of floats is 0f3F800000.
void ModuleReader::read_initial(Variable& variable, std::uint8_t width)
{
    std::size_t at = 0;
    if (!tokens_.now().is('{')) return read_initial_value(variable, width, at);
    int depth = 0;
    do {
        if (tokens_.take_if('{')) {
            ++depth;
        } else if (tokens_.take_if('}')) {
            --depth;
        } else if (!tokens_.take_if(',')) {
            read_initial_value(variable, width, at);
        }
    } while (depth > 0 && tokens_.now().kind != Token::Kind::end);
}

/// A number, or an address: name, generic(name), name+4.
void ModuleReader::read_initial_value(Variable& variable, std::uint8_t width, std::size_t& at)
{
    const bool is_minus = tokens_.take_if('-');
    const Token token = tokens_.take();
    std::uint64_t bits = 0;
    if (token.kind == Token::Kind::number) {
        auto value = read_integer(token.text);
        if (!value) value = read_float(token.text, width == 8);
        if (!value) return tokens_.fail(token.line, "\"" + std::string(token.text.substr(0, 60)) + "\" is no number");
        bits = is_minus ? ~*value + 1 : *value;
    } else if (token.kind == Token::Kind::word) {
        const bool is_generic = token.is("generic") && tokens_.take_if('(');
        LateInitial late{static_cast<std::size_t>(&variable - module_.variables.data()), at, width,
                         std::string(is_generic ? tokens_.take().text : token.text),     0,  token.line};
        if (is_generic) tokens_.expect(')');
        if (tokens_.take_if('+')) late.offset = tokens_.take_count(most_array_bytes);
        if (width != 8) return tokens_.fail(token.line, "an address in a variable that is not of 64 bits");
        late_.push_back(std::move(late));
    } else {
        return tokens_.fail(token.line, "a value that is neither a number nor a name");
    }
    if (at + width > variable.content.size())
        return tokens_.fail(token.line, "\"" + variable.name.substr(0, 60) + "\" has more values than room");
    std::memcpy(variable.content.data() + at, &bits, std::min<std::size_t>(width, 8));
    at += width;
}

void ModuleReader::fill_late_initials()
{
    for (const LateInitial& late : late_) {
        std::uint64_t address = 0;
        const auto symbol = scopes_.find(late.name);
        if (symbol && symbol->kind == Symbol::Kind::variable)
            address = variable_address(static_cast<std::size_t>(symbol->offset));
        else if (const auto found = module_.function_numbers.find(late.name); found != module_.function_numbers.end())
            address = function_window + static_cast<std::uint64_t>(found->second) * 16;
        else
            return tokens_.fail(late.line, "\"" + late.name.substr(0, 60) + "\" is not declared");
        address += static_cast<std::uint64_t>(late.offset);
        std::memcpy(module_.variables[late.variable].content.data() + late.at, &address, 8);
    }
}

namespace {

/// Number of the file that is compiled: the compiler numbers it first.
constexpr std::int32_t own_file = 1;

}  // namespace

std::int32_t ModuleReader::allot_frame(std::int64_t bytes, std::int64_t align)
{
    const std::int64_t offset = (function_->local_bytes + align - 1) / align * align;
    if (offset + bytes > most_local_bytes) {
        tokens_.fail("local memory of more than 1 MiB");
        return 0;
    }
    function_->local_bytes = static_cast<std::int32_t>(offset + bytes);
    return static_cast<std::int32_t>(offset);
}

void ModuleReader::read_body(Function& function)
{
    function_ = &function;
    function.shared_bytes = module_.shared_bytes;
    source_file_ = source_line_ = 0;
    target_lists_.clear();
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
    if (scopes_.depth() > most_scopes) return tokens_.fail("braces in braces in braces, more than 200");
    scopes_.open();
    label_scopes_.emplace_back();
}

/// Resolves branches to labels of this block; the others look further out.
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
        if (function_->register_bytes + bytes > most_frame_bytes || vector != 1)
            return tokens_.fail(name.line, "more registers than are held here, or vectors of them");
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

void ModuleReader::read_label_or_instruction()
{
    if (tokens_.now().is('@')) {
        const RawInstruction raw = read_raw();
        if (!tokens_.failed()) add_instruction(raw);
        return;
    }
    const Token word = tokens_.now();
    if (word.kind != Token::Kind::word)
        return tokens_.fail(word.line,
                            "there is \"" + std::string(word.text.substr(0, 60)) + "\" where an instruction belongs");
    // A label is a word with a colon: the colon tells.
    tokens_.take();
    if (tokens_.take_if(':')) return define_label(word.text, word.line);
    RawInstruction raw;
    raw.mnemonic = word.text;
    raw.line = word.line;
    raw.arguments = read_arguments(';', 0);
    if (!tokens_.failed()) add_instruction(raw);
}

void ModuleReader::define_label(std::string_view name, int line)
{
    if (tokens_.now().is(".callprototype") || tokens_.now().is(".branchtargets") || tokens_.now().is(".calltargets"))
        return read_labelled_directive(name);
    const bool is_new =
        label_scopes_.back().labels.try_emplace(name, static_cast<std::int32_t>(function_->code.size())).second;
    if (!is_new) tokens_.fail(line, "two labels \"" + std::string(name.substr(0, 60)) + "\"");
}

void ModuleReader::read_labelled_directive(std::string_view label)
{
    const Token directive = tokens_.take();
    if (!directive.is(".branchtargets")) {  // a prototype tells nothing that a call does not tell
        while (tokens_.now().kind != Token::Kind::end && !tokens_.take_if(';')) tokens_.take();
        return;
    }
    const std::size_t number = function_->branch_targets.size();
    function_->branch_targets.emplace_back();
    do {
        const Token target = tokens_.take();
        label_scopes_.back().wanted.push_back({0, static_cast<std::ptrdiff_t>(number),
                                               function_->branch_targets[number].size(), target.text, target.line});
        function_->branch_targets[number].push_back(-1);
    } while (!tokens_.failed() && tokens_.take_if(','));
    tokens_.expect(';');
    scopes_.name(label, {Symbol::Kind::targets, static_cast<std::int32_t>(number), 0, 0});
}

/// @!%p1 mnemonic arguments;
RawInstruction ModuleReader::read_raw()
{
    RawInstruction raw;
    tokens_.expect('@');
    raw.guard_is_negated = tokens_.take_if('!');
    raw.guard = tokens_.take().text;
    const Token mnemonic = tokens_.take();
    if (mnemonic.kind != Token::Kind::word) tokens_.fail(mnemonic.line, "a guard without an instruction");
    raw.mnemonic = mnemonic.text;
    raw.line = mnemonic.line;
    raw.arguments = read_arguments(';', 0);
    return raw;
}

std::vector<RawArgument> ModuleReader::read_arguments(char end, int depth)
{
    std::vector<RawArgument> arguments;
    if (tokens_.take_if(end)) return arguments;
    do {
        if (arguments.size() >= most_list) tokens_.fail("more than 512 operands");
        arguments.push_back(read_argument(depth));
    } while (!tokens_.failed() && tokens_.take_if(','));
    tokens_.expect(end);
    return arguments;
}

RawArgument ModuleReader::read_argument(int depth)
{
    if (depth > 4) tokens_.fail("brackets in brackets");
    RawArgument argument;
    if (tokens_.take_if('{')) {
        argument.kind = RawArgument::Kind::list;
        argument.parts = read_arguments('}', depth + 1);
    } else if (tokens_.take_if('(')) {
        argument.kind = RawArgument::Kind::list;
        argument.parts = read_arguments(')', depth + 1);
    } else if (tokens_.take_if('[')) {
        argument.kind = RawArgument::Kind::address;
        argument.parts = read_arguments(']', depth + 1);
        if (argument.parts.empty()) tokens_.fail("an address that names nothing");
    } else {
        argument = read_plain_argument();
    }
    if (tokens_.take_if('|')) argument.paired.push_back(read_plain_argument());
    return argument;
}

RawArgument ModuleReader::read_plain_argument()
{
    RawArgument argument;
    argument.is_negated = tokens_.take_if('!');
    argument.is_minus = tokens_.take_if('-');
    const Token token = tokens_.take();
    argument.text = token.text;
    if (token.kind == Token::Kind::number)
        argument.kind = RawArgument::Kind::number;
    else if (token.kind != Token::Kind::word)
        tokens_.fail(token.line, "there is \"" + std::string(token.text.substr(0, 60)) + "\" where an operand belongs");
    while (tokens_.now().is('+') || tokens_.now().is('-')) {
        bool is_minus = tokens_.take().is('-');
        if (tokens_.take_if('-')) is_minus = !is_minus;
        const std::int64_t offset = tokens_.take_count(std::int64_t{1} << 31);
        argument.offset += is_minus ? -offset : offset;
        if (argument.offset > INT32_MAX || argument.offset < INT32_MIN) tokens_.fail("an offset of more than 32 bits");
    }
    return argument;
}

void ModuleReader::add_instruction(const RawInstruction& raw)
{
    Instruction instruction;
    instruction.line = raw.line;
    instruction.source_file = source_file_;
    instruction.source_line = source_line_;
    instruction.index = module_.instruction_count++;
    if (module_.instruction_count > most_instructions) return tokens_.fail("more than 4 million instructions");
    const auto [mnemonic, is_new] =
        mnemonic_numbers_.try_emplace(std::string(raw.mnemonic), static_cast<std::int32_t>(module_.mnemonics.size()));
    if (is_new) module_.mnemonics.emplace_back(raw.mnemonic);
    instruction.mnemonic = mnemonic->second;
    if (auto wrong = decode_mnemonic(raw.mnemonic, instruction)) return tokens_.fail(raw.line, *wrong);
    if (!raw.guard.empty()) {
        const auto guard = scopes_.find(raw.guard);
        if (!guard || guard->kind != Symbol::Kind::registers || guard->width != 0)
            return tokens_.fail(raw.line, "\"" + std::string(raw.guard.substr(0, 60)) + "\" is no predicate");
        instruction.guard = guard->offset;
        instruction.guard_is_negated = raw.guard_is_negated;
    }
    if (instruction.op == Op::bra) {
        if (raw.arguments.size() != 1) return tokens_.fail(raw.line, "a branch to nowhere");
        label_scopes_.back().wanted.push_back({function_->code.size(), -1, 0, raw.arguments[0].text, raw.line});
    }
    if (instruction.op == Op::call) {
        add_call(raw, instruction);
        if (tokens_.failed()) return;
    }
    const DecodeScope scope{scopes_, pool_, module_, *function_};
    if (auto wrong = decode_arguments(raw, scope, instruction)) return tokens_.fail(raw.line, *wrong);
    function_->code.push_back(instruction);
}

/// call (results), name, (arguments); each part may be missing but the name.
void ModuleReader::add_call(const RawInstruction& raw, Instruction& instruction)
{
    CallSite site;
    std::size_t at = 0;
    const auto is_list = [&] { return at < raw.arguments.size() && raw.arguments[at].kind == RawArgument::Kind::list; };
    if (is_list()) site.results = call_params(raw.arguments[at++]);
    if (at >= raw.arguments.size() || raw.arguments[at].kind != RawArgument::Kind::word)
        return tokens_.fail(raw.line, "a call of nothing");
    const RawArgument& callee = raw.arguments[at++];
    if (is_list()) site.arguments = call_params(raw.arguments[at++]);
    Argument& target = instruction.arguments[0];
    const auto symbol = scopes_.find(callee.text);
    if (symbol && symbol->kind == Symbol::Kind::registers && symbol->width == 8) {
        target.kind = Argument::Kind::values;
        target.width = 8;
        target.offset = symbol->offset;
    } else {
        target.kind = Argument::Kind::function;
        target.offset = number_of_function(std::string(callee.text));
    }
    instruction.target = static_cast<std::int32_t>(function_->calls.size());
    function_->calls.push_back(std::move(site));
}

std::vector<Param> ModuleReader::call_params(const RawArgument& list)
{
    std::vector<Param> params;
    for (const RawArgument& part : list.parts) {
        const auto symbol = scopes_.find(part.text);
        if (!symbol || symbol->kind != Symbol::Kind::frame)
            tokens_.fail("a call with \"" + std::string(part.text.substr(0, 60)) + "\", which is no parameter");
        else
            params.push_back({std::string(part.text), symbol->offset, symbol->bytes});
    }
    return params;
}

}  // namespace spillway::ptx
