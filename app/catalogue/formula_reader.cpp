#include "app/catalogue/formula_reader.h"

#include "app/catalogue/formula/formula.h"
#include "app/catalogue/job.h"
#include "app/catalogue/parameter_reader.h"

namespace spillway::catalogue {

using model::Experiment;

void try_formula(const Experiment& experiment, const model::Formula& formula, int line, Problems& problems,
                 const std::vector<std::string>& extra)
{
    if (!problems.tries_formulas()) return;
    Scope scope = make_scope(experiment, {}, &sample_gpu());
    for (const std::string& name : extra) scope.emplace_back(name, 1);
    const auto value = evaluate(formula, scope);
    if (!value) problems.add(line, value.error().what, value.error().advice);
}

model::Formula read_formula(const Experiment& experiment, MemberReader& reader, const std::string& key,
                            Problems& problems, bool required, const std::vector<std::string>& extra)
{
    model::Formula formula = reader.formula_text(key, required);
    if (!formula.empty()) try_formula(experiment, formula, reader.line_of(key), problems, extra);
    return formula;
}

}  // namespace spillway::catalogue
