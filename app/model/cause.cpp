#include "app/model/cause.h"

namespace spillway::model {

const char* to_string(CauseKind kind)
{
    switch (kind) {
        case CauseKind::dynamic_index: return "dynamic_index";
        case CauseKind::too_large: return "too_large";
        case CauseKind::spill: return "spill";
        case CauseKind::address_taken: return "address_taken";
        case CauseKind::call_stack: return "call_stack";
        case CauseKind::library_function: return "library_function";
        case CauseKind::unknown: break;
    }
    return "unknown";
}

}  // namespace spillway::model
