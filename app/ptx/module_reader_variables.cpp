// Variables, their types and their initial values.
#include "app/ptx/module_reader.h"

#include <algorithm>
#include <cstring>

#include "app/base/demangled.h"
#include "app/ptx/types.h"

namespace spillway::ptx {

namespace {

constexpr std::int64_t max_alignment = 4096;

/// Example: "_ZZ6reducePfE4sums" is "sums".
std::string source_name(std::string_view symbol)
{
    const std::string name = base::demangled(std::string(symbol));
    const std::size_t colons = name.rfind("::");
    return colons == std::string::npos ? name : name.substr(colons + 2);
}

}  // namespace

/// .f32, or .v4 .f32: returns the width of one element; `vector`: number of elements.
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
            tokens_.fail(token.line, "\"" + std::string(token.text.substr(0, 60)) + "\" is not a type");
        return static_cast<std::uint8_t>(type == Type::pred ? 0 : std::max(1, bytes_of(type)));
    }
}

ModuleReader::Declared ModuleReader::read_declared()
{
    Declared declared;
    std::int64_t vector = 1, align = 0;
    for (bool has_type = false; !has_type && !tokens_.failed();) {
        if (tokens_.take_if(".align")) {
            align = std::max<std::int64_t>(1, tokens_.take_count(max_alignment));
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
        const std::int64_t count = std::min(tokens_.take_count(std::int64_t{1} << 40), 2 * max_array_bytes);
        tokens_.expect(']');
        declared.count = std::min(declared.count * count, 2 * max_array_bytes);
    }
    declared.bytes = declared.has_no_length ? 0 : declared.count * std::max<std::int64_t>(declared.width, 1);
    declared.align = align > 0 ? align : std::max<std::int64_t>(1, declared.width * vector);
    return declared;
}

std::optional<std::string> ModuleReader::why_too_large(const Declared& declared) const
{
    const std::string name = "\"" + source_name(declared.name).substr(0, 60) + "\"";
    if (declared.bytes > max_array_bytes)
        return name + " is larger than the 64 MiB that the interpreter allows for a variable";
    if (variable_bytes_ + declared.bytes > max_variable_bytes)
        return "with " + name +
               " the file's variables are larger than the 256 MiB that the interpreter allows for all of them";
    return std::nullopt;
}

/// Only the functions that name it cannot run here.
void ModuleReader::refuse_variable(const Declared& declared, std::string why)
{
    scopes_.name(declared.name, {Symbol::Kind::refused_variable, static_cast<std::int32_t>(module_.why_refused.size()),
                                 declared.width, 0});
    module_.why_refused.push_back(std::move(why));
    while (tokens_.now().kind != Token::Kind::end && !tokens_.now().is(';')) tokens_.take();
    if (module_.why_refused.size() > 2000) tokens_.fail("more than 2,000 variables that are too large");
}

void ModuleReader::read_variable(Space space, bool is_extern)
{
    do {
        const Declared declared = read_declared();
        if (tokens_.failed()) return;
        Variable variable{std::string(declared.name), space, {}};
        if (auto why = why_too_large(declared)) {
            refuse_variable(declared, std::move(*why));
            continue;
        }
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
        if (module_.variables.size() > 2000) tokens_.fail("more than 2,000 variables");
    } while (!tokens_.failed() && tokens_.take_if(','));
    static_cast<void>(is_extern);
    tokens_.expect(';');
}

void ModuleReader::read_shared(bool is_extern)
{
    const bool is_of_entry = function_ != nullptr && function_->is_entry;
    auto& named = is_of_entry ? function_->shared_variables : module_.shared_variables;
    do {
        const Declared declared = read_declared();
        if (tokens_.failed()) return;
        if (is_extern && declared.bytes == 0) {
            scopes_.name(declared.name, {Symbol::Kind::dynamic_shared, 0, declared.width, 0});
            named.push_back({source_name(declared.name), 0, 0, true});
            continue;
        }
        std::int32_t& end = is_of_entry ? function_->shared_bytes : module_.shared_bytes;
        const auto align = static_cast<std::int32_t>(declared.align);
        const std::int32_t from = is_of_entry ? std::max({end, module_.shared_bytes, entries_begin_at_}) : end;
        const std::int64_t offset = (from + align - 1) / align * align;
        if (offset + declared.bytes > max_shared_bytes) return tokens_.fail("shared variables of more than 1 MiB");
        end = static_cast<std::int32_t>(offset + declared.bytes);
        last_shared_ = std::max(last_shared_, end);
        scopes_.name(declared.name, {Symbol::Kind::shared, static_cast<std::int32_t>(offset), declared.width,
                                     static_cast<std::int32_t>(declared.bytes)});
        named.push_back({source_name(declared.name), static_cast<std::int32_t>(offset),
                         static_cast<std::int32_t>(declared.bytes), false});
    } while (!tokens_.failed() && tokens_.take_if(','));
    tokens_.expect(';');
}

/// = {1, 2, {3}}; missing values are 0. A float is written 0f3F800000.
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
        const auto value = read_signed_number(token.text, width == 8, is_minus);
        if (!value)
            return tokens_.fail(token.line, "\"" + std::string(token.text.substr(0, 60)) + "\" is not a number");
        bits = *value;
    } else if (token.kind == Token::Kind::word) {
        const bool is_generic = token.is("generic") && tokens_.take_if('(');
        LateInitial late{static_cast<std::size_t>(&variable - module_.variables.data()), at, width,
                         std::string(is_generic ? tokens_.take().text : token.text),     0,  token.line};
        if (is_generic) tokens_.expect(')');
        if (tokens_.take_if('+')) late.offset = tokens_.take_count(max_array_bytes);
        if (width != 8) return tokens_.fail(token.line, "an address in a variable that is not of 64 bits");
        late_.push_back(std::move(late));
    } else {
        return tokens_.fail(token.line, "a value that is neither a number nor a name");
    }
    if (at + width > variable.content.size())
        return tokens_.fail(token.line, "\"" + variable.name.substr(0, 60) + "\" has more values than elements");
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
        else if (symbol && symbol->kind == Symbol::Kind::refused_variable)
            return tokens_.fail(late.line, module_.why_refused[static_cast<std::size_t>(symbol->offset)]);
        else if (const auto found = module_.function_numbers.find(late.name); found != module_.function_numbers.end())
            address = function_window + static_cast<std::uint64_t>(found->second) * 16;
        else
            return tokens_.fail(late.line, "\"" + late.name.substr(0, 60) + "\" is not declared");
        address += static_cast<std::uint64_t>(late.offset);
        std::memcpy(module_.variables[late.variable].content.data() + late.at, &address, 8);
    }
}

}  // namespace spillway::ptx
