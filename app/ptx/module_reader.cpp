#include "app/ptx/module_reader.h"

#include <algorithm>
#include <cstring>

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
        // These only affect linking.
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
        tokens_.fail(token.line, "\"" + std::string(token.text.substr(0, 60)) + "\" is not supported here");
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
    while (tokens_.now().kind != Token::Kind::end && !tokens_.now().is('{') && !tokens_.now().is(';'))
        read_block_bound(function);
    const int number = number_of_function(function.name);
    if (tokens_.take_if(';')) {
        Function& known = module_.functions[static_cast<std::size_t>(number)];
        if (!known.has_body) known = std::move(function);
    } else {
        read_or_refuse(function);
        module_.functions[static_cast<std::size_t>(number)] = std::move(function);
    }
    scopes_.close();
}

/// .maxntid x[, y[, z]] or .reqntid, of __launch_bounds__ and __block_size__, or .reqnctapercluster, of
/// __cluster_dims__. Skips another directive's token.
void ModuleReader::read_block_bound(Function& function)
{
    const Token directive = tokens_.take();
    const bool is_exact = directive.is(".reqntid"), is_cluster = directive.is(".reqnctapercluster");
    if (!is_exact && !is_cluster && !directive.is(".maxntid")) return;
    constexpr std::int64_t max_extent = 1 << 20;
    std::array<std::int64_t, 3> extents{1, 1, 1};
    std::size_t axis = 0;
    do extents[axis++] = tokens_.take_count(max_extent);
    while (axis < extents.size() && tokens_.take_if(','));
    if (is_cluster) {
        function.only_cluster = extents;
        return;
    }
    function.max_threads = extents[0] * extents[1] * extents[2];
    if (is_exact) function.only_block = extents;
}

/// If the body has something unsupported, only this function cannot run; the module's others can.
void ModuleReader::read_or_refuse(Function& function)
{
    const TokenStream begin = tokens_;
    if (tokens_.failed()) return;
    Function whole = function;
    read_body(whole);
    if (!tokens_.failed()) {
        function = std::move(whole);
        function.has_body = true;
        return;
    }
    function.why_refused = tokens_.failed();
    if (source_line_ > 0)
        function.why_refused->where = "line " + std::to_string(source_line_) + ", " + function.why_refused->where;
    tokens_ = begin;
    skip_body();
}

void ModuleReader::skip_body()
{
    tokens_.expect('{');
    for (int depth = 1; depth > 0;) {
        const Token token = tokens_.take();
        if (token.kind == Token::Kind::end) return tokens_.fail(token.line, "a function without an end");
        depth += token.is('{') ? 1 : token.is('}') ? -1 : 0;
    }
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
    if (offset + declared.bytes > max_local_bytes) tokens_.fail("parameters of more than 1 MiB");
    if (tokens_.failed()) return {};
    end = static_cast<std::int32_t>(offset + declared.bytes);
    const Param param{std::string(declared.name), static_cast<std::int32_t>(offset),
                      static_cast<std::int32_t>(declared.bytes)};
    scopes_.name(declared.name, {is_entry ? Symbol::Kind::kernel_param : Symbol::Kind::frame, param.offset,
                                 declared.width, param.bytes});
    return param;
}

}  // namespace spillway::ptx
