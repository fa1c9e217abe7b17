#include "app/catalogue/formula/formula.h"

#include <muParser.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/formula/suggestion.h"

namespace spillway::catalogue {
namespace {

double ceil_div(double a, double b)
{
    return std::ceil(a / b);
}
double pow2(double exponent)
{
    return std::exp2(exponent);
}
double modulo(double a, double b)
{
    return std::fmod(a, b);
}
double logical_not(double a)
{
    return a == 0 ? 1 : 0;
}
double ceiling(double a)
{
    return std::ceil(a);
}
double floor_of(double a)
{
    return std::floor(a);
}
double rounded(double a)
{
    return std::round(a);
}

constexpr std::array function_names{"min",   "max",  "ceil", "floor", "round", "ceil_div", "pow2", "mod", "abs",
                                    "sqrt",  "exp",  "log",  "log2",  "log10", "ln",       "sin",  "cos", "tan",
                                    "trunc", "rint", "sign", "sum",   "avg",   "_pi",      "_e"};

mu::Parser new_parser()
{
    mu::Parser made;
    made.DefineNameChars("0123456789_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    made.DefineOprtChars("+-*/^?:<>=!%&|");
    made.DefineFun("ceil_div", ceil_div);
    made.DefineFun("pow2", pow2);
    made.DefineFun("mod", modulo);
    made.DefineFun("ceil", ceiling);
    made.DefineFun("floor", floor_of);
    made.DefineFun("round", rounded);
    made.DefineOprt("%", modulo, mu::prMUL_DIV);
    made.DefineInfixOprt("!", logical_not);
    return made;
}

/// One parser per thread, because creating one costs more than most formulas.
mu::Parser& thread_parser()
{
    static thread_local mu::Parser parser = new_parser();
    return parser;
}

model::Error formula_error(const model::Formula& formula, std::string what, std::string advice)
{
    return {"formula \"" + formula.substr(0, 120) + "\": " + std::move(what), "", std::move(advice)};
}

model::Error describe(const mu::Parser::exception_type& error, const model::Formula& formula, const Scope& scope)
{
    std::vector<std::string> names;
    for (const auto& [name, value] : scope) names.push_back(name);
    const std::string& token = error.GetToken();
    if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN && !token.empty())
        return formula_error(formula, "\"" + token.substr(0, 60) + "\" is not known here", suggestion(token, names));
    return formula_error(formula, error.GetMsg(), "");
}

/// Defines the names as constants, unless they are already defined: a job evaluates about twenty formulas over the same
/// names.
void bind(mu::Parser& parser, const Scope& scope)
{
    static thread_local Scope bound;
    if (bound == scope) return;
    bound.clear();
    parser.ClearConst();
    for (const auto& [name, value] : scope) parser.DefineConst(name, value);
    bound = scope;
}

model::Expected<double> only_result(const model::Formula& formula, mu::Parser& parser)
{
    int results = 0;
    const double* values = parser.Eval(results);
    if (results != 1) return formula_error(formula, "gives several values", "one was expected");
    if (!std::isfinite(values[0])) return formula_error(formula, "does not give a finite number", "");
    return values[0];
}

/// A parsed formula with storage for each name's value.
struct ParsedFormula {
    std::vector<std::string> names;
    std::vector<double> values;  ///< never resized, because the parser holds the addresses
    mu::Parser parser;

    [[nodiscard]] bool has_names_of(const Scope& scope) const
    {
        return std::equal(scope.begin(), scope.end(), names.begin(), names.end(),
                          [](const auto& entry, const std::string& name) { return entry.first == name; });
    }
};

std::unique_ptr<ParsedFormula> parse(const model::Formula& formula, const Scope& scope)
{
    auto made = std::make_unique<ParsedFormula>();
    for (const auto& [name, value] : scope) made->names.push_back(name);
    made->values.resize(scope.size());
    made->parser = new_parser();
    made->parser.EnableOptimizer(false);  // the optimizer reorders multiplications
    for (std::size_t i = 0; i < scope.size(); ++i) made->parser.DefineVar(scope[i].first, &made->values[i]);
    made->parser.SetExpr(formula);
    return made;
}

/// Cache of parsed formulas. Each slider step evaluates the same formulas over the same names, and parsing costs twenty
/// times as much as evaluating. Contains only formulas that were evaluated without an error and cannot assign to names.
/// Caching starts at the second evaluation, because the thousands of formulas in a catalogue are tried only once, on
/// loading.
class FormulaCache {
public:
    /// Whether this formula was evaluated before; remembers it.
    bool is_repeated(const model::Formula& formula)
    {
        const std::size_t hash = std::hash<std::string>()(formula);
        return std::exchange(tried_[hash % tried_.size()], hash) == hash;
    }
    ParsedFormula* find(const model::Formula& formula, const Scope& scope)
    {
        const auto found = parsed_.find(formula);
        return found != parsed_.end() && found->second->has_names_of(scope) ? found->second.get() : nullptr;
    }
    void add(const model::Formula& formula, const Scope& scope)
    {
        if (parsed_.size() >= max_formulas) parsed_.clear();
        parsed_[formula] = parse(formula, scope);
    }

private:
    static constexpr std::size_t max_formulas = 128;
    std::array<std::size_t, 1024> tried_{};  ///< hashes of tried formulas; a collision only delays caching
    std::unordered_map<std::string, std::unique_ptr<ParsedFormula>> parsed_;
};

model::Expected<double> evaluate_with_parser(const model::Formula& formula, const Scope& scope)
{
    static thread_local FormulaCache formulas;
    try {
        if (ParsedFormula* known = formulas.find(formula, scope)) {
            std::transform(scope.begin(), scope.end(), known->values.begin(),
                           [](const auto& entry) { return entry.second; });
            return only_result(formula, known->parser);
        }
        mu::Parser& parser = thread_parser();
        bind(parser, scope);
        parser.SetExpr(formula);
        const auto result = only_result(formula, parser);
        if (result && formulas.is_repeated(formula)) formulas.add(formula, scope);
        return result;
    } catch (const mu::Parser::exception_type& error) {
        return describe(error, formula, scope);
    } catch (const std::exception& error) {
        return formula_error(formula, error.what(), "");
    }
}

}  // namespace

double formula_number(const model::Parameter& parameter, const model::Value& value)
{
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
    if (const auto* number = std::get_if<std::int64_t>(&value)) return static_cast<double>(*number);
    for (const model::Choice& choice : parameter.choices)
        if (choice.name == std::get<std::string>(value)) return choice.number;
    return 0;
}

Scope make_scope(const model::Experiment& experiment, const model::Values& values, const model::Gpu* gpu)
{
    Scope scope;
    for (const auto* list : {&experiment.parameters, &experiment.knobs})
        for (const model::Parameter& parameter : *list) {
            const auto found = values.find(parameter.name);
            const auto initial = [&] { return gpu == nullptr ? parameter.initial : initial_value(parameter, *gpu); };
            scope.emplace_back(parameter.name,
                               formula_number(parameter, found == values.end() ? initial() : found->second));
        }
    if (gpu != nullptr) add_gpu(scope, *gpu);
    return scope;
}

void add_gpu(Scope& scope, const model::Gpu& gpu)
{
    const auto add = [&](const char* name, auto value) { scope.emplace_back(name, static_cast<double>(value)); };
    add("gpu_compute", gpu.compute_major * 10 + gpu.compute_minor);
    add("gpu_sm_count", gpu.sm_count);
    add("gpu_max_threads_per_block", gpu.max_threads_per_block);
    add("gpu_max_threads_per_sm", gpu.max_threads_per_sm);
    add("gpu_max_blocks_per_sm", gpu.max_blocks_per_sm);
    add("gpu_max_registers_per_thread", gpu.max_registers_per_thread);
    add("gpu_registers_per_block", gpu.registers_per_block);
    add("gpu_registers_per_sm", gpu.registers_per_sm);
    add("gpu_warp_size", gpu.warp_size);
    add("gpu_shared_bytes_per_block", gpu.shared_bytes_per_block);
    add("gpu_shared_bytes_per_block_optin", gpu.shared_bytes_per_block_optin);
    add("gpu_shared_bytes_per_sm", gpu.shared_bytes_per_sm);
    add("gpu_l2_bytes", gpu.l2_bytes);
    add("gpu_memory_bytes", gpu.memory_bytes);
}

model::Expected<double> evaluate(const model::Formula& formula, const Scope& scope)
{
    if (formula.size() > max_formula_bytes) return formula_error(formula, "longer than 1000 characters", "");
    if (formula.empty()) return formula_error(formula, "is empty", "a number or a formula was expected");
    // Fast path: most formulas are a number or a name.
    double number = 0;
    const auto [end, status] = std::from_chars(formula.data(), formula.data() + formula.size(), number);
    if (status == std::errc{} && end == formula.data() + formula.size() && std::isfinite(number)) return number;
    for (const auto& [name, value] : scope)
        if (name == formula) return value;
    return evaluate_with_parser(formula, scope);
}

model::Expected<double> evaluate(const model::Formula& formula, const model::Experiment& experiment,
                                 const model::Values& values, const model::Gpu* gpu,
                                 const std::vector<std::pair<std::string, double>>& extra)
{
    Scope scope = make_scope(experiment, values, gpu);
    scope.insert(scope.end(), extra.begin(), extra.end());
    return evaluate(formula, scope);
}

bool is_formula_function(std::string_view name)
{
    return std::find(function_names.begin(), function_names.end(), name) != function_names.end();
}

const model::Gpu& sample_gpu()
{
    static const model::Gpu gpu = [] {
        model::Gpu sample;
        sample.compute_major = 9;
        sample.sm_count = 100;
        sample.max_threads_per_block = 1024;
        sample.max_threads_per_sm = 2048;
        sample.max_blocks_per_sm = 32;
        sample.max_registers_per_thread = 255;
        sample.registers_per_block = sample.registers_per_sm = 65536;
        sample.shared_bytes_per_block = 49152;
        sample.shared_bytes_per_block_optin = 232448;
        sample.shared_bytes_per_sm = 233472;
        sample.l2_bytes = 50 << 20;
        sample.memory_bytes = std::int64_t{64} << 30;
        return sample;
    }();
    return gpu;
}

}  // namespace spillway::catalogue
