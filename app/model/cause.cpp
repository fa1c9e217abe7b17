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
        case CauseKind::parameter_copy: return "parameter_copy";
        case CauseKind::declared_volatile: return "declared_volatile";
        case CauseKind::unknown: break;
    }
    return "unknown";
}

const char* to_string(RepairKind kind)
{
    switch (kind) {
        case RepairKind::grid_constant: return "grid_constant";
        case RepairKind::static_const: return "static_const";
        case RepairKind::select: return "select";
        case RepairKind::unroll: return "unroll";
        case RepairKind::inline_call: return "inline_call";
        case RepairKind::without_library: return "without_library";
        case RepairKind::without_bounds: break;
    }
    return "without_bounds";
}

}  // namespace spillway::model
