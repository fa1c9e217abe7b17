// Labels, instructions and calls of a body.
#include "app/ptx/module_reader.h"

#include "app/ptx/operands.h"

namespace spillway::ptx {

void ModuleReader::read_label_or_instruction()
{
    if (tokens_.now().is('@')) {
        const RawInstruction raw = read_guarded();
        if (!tokens_.failed()) add_instruction(raw);
        return;
    }
    const Token word = tokens_.now();
    if (word.kind != Token::Kind::word) return tokens_.fail(word.line, misplaced(word, "an instruction"));
    // A word is a label only if a colon follows.
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
    if (!is_new) tokens_.fail(line, "the label \"" + std::string(name.substr(0, 60)) + "\" is defined twice");
}

void ModuleReader::read_labelled_directive(std::string_view label)
{
    const Token directive = tokens_.take();
    if (!directive.is(".branchtargets")) {  // calls need neither a prototype nor a list of targets
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
RawInstruction ModuleReader::read_guarded()
{
    RawInstruction raw;
    tokens_.expect('@');
    raw.guard_is_negated = tokens_.take_if('!');
    const Token guard = tokens_.take();
    if (guard.kind != Token::Kind::word) tokens_.fail(guard.line, misplaced(guard, "a predicate"));
    raw.guard = guard.text;
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
        if (arguments.size() >= max_list) tokens_.fail("more than 512 operands");
        arguments.push_back(read_argument(depth));
    } while (!tokens_.failed() && tokens_.take_if(','));
    tokens_.expect(end);
    return arguments;
}

RawArgument ModuleReader::read_argument(int depth)
{
    if (depth > 4) tokens_.fail("brackets nested too deeply");
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
        if (argument.parts.empty()) tokens_.fail("an address without an operand");
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
        tokens_.fail(token.line, misplaced(token, "an operand"));
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
    if (module_.instruction_count > max_instructions) return tokens_.fail("more than 4 million instructions");
    const auto [mnemonic, is_new] =
        mnemonic_numbers_.try_emplace(std::string(raw.mnemonic), static_cast<std::int32_t>(module_.mnemonics.size()));
    if (is_new) module_.mnemonics.emplace_back(raw.mnemonic);
    instruction.mnemonic = mnemonic->second;
    if (auto wrong = decode_mnemonic(raw.mnemonic, instruction)) return tokens_.fail(raw.line, *wrong);
    if (!raw.guard.empty()) {
        const auto guard = scopes_.find(raw.guard);
        if (!guard || guard->kind != Symbol::Kind::registers || guard->width != 0)
            return tokens_.fail(raw.line, "\"" + std::string(raw.guard.substr(0, 60)) + "\" is not a predicate");
        instruction.guard = guard->offset;
        instruction.guard_is_negated = raw.guard_is_negated;
    }
    if (instruction.op == Op::bra) {
        if (raw.arguments.size() != 1) return tokens_.fail(raw.line, "a branch needs one target");
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

/// call (results), name, (arguments); only the name is required.
void ModuleReader::add_call(const RawInstruction& raw, Instruction& instruction)
{
    CallSite site;
    std::size_t at = 0;
    const auto is_list = [&] { return at < raw.arguments.size() && raw.arguments[at].kind == RawArgument::Kind::list; };
    if (is_list()) site.results = call_params(raw.arguments[at++], raw.line);
    if (at >= raw.arguments.size() || raw.arguments[at].kind != RawArgument::Kind::word)
        return tokens_.fail(raw.line, "a call without a function");
    const RawArgument& callee = raw.arguments[at++];
    if (is_list()) site.arguments = call_params(raw.arguments[at++], raw.line);
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

std::vector<Param> ModuleReader::call_params(const RawArgument& list, int line)
{
    std::vector<Param> params;
    for (const RawArgument& part : list.parts) {
        const auto symbol = scopes_.find(part.text);
        if (!symbol || symbol->kind != Symbol::Kind::frame)
            tokens_.fail(line,
                         "a call with \"" + std::string(part.text.substr(0, 60)) + "\", which is not a parameter");
        else
            params.push_back({std::string(part.text), symbol->offset, symbol->bytes});
    }
    return params;
}

}  // namespace spillway::ptx
