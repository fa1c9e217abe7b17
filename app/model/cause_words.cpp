#include "app/model/cause_words.h"

namespace spillway::model {
namespace {

struct Words {
    const char* reason;
    const char* nameless;  ///< noun for a cause without a name
};

Words words_of(CauseKind kind)
{
    switch (kind) {
        case CauseKind::dynamic_index: return {"indexed at run time", "an array"};
        case CauseKind::too_large: return {"too large for registers", "a copy"};
        case CauseKind::spill: return {"because registers ran out", "spilled registers"};
        case CauseKind::address_taken: return {"its address is taken", "a variable"};
        case CauseKind::call_stack: return {"saved during calls", "call stack"};
        case CauseKind::library_function: return {"inside CUDA's library", "a library function"};
        case CauseKind::parameter_copy: return {"a parameter that is copied", "a parameter"};
        case CauseKind::declared_volatile: return {"volatile", "a variable"};
        case CauseKind::unknown: break;
    }
    return {"cause unknown", "an unnamed variable"};
}

}  // namespace

std::string cause_subject(const Cause& cause)
{
    return cause.symbol.value_or(words_of(cause.kind).nameless);
}

const char* reason_words(CauseKind kind)
{
    return words_of(kind).reason;
}

}  // namespace spillway::model
