#include "app/gpu/counter_names.h"

#include <array>

namespace spillway::gpu {
namespace {

constexpr std::array names{
    // The hardware's own time of the counted launch; a check of the events' time.
    CounterName{"gpu__time_duration.sum", ""},
    CounterName{"sm__warps_active.avg.pct_of_peak_sustained_active", ""},
    CounterName{"smsp__inst_executed.sum", ""},
    CounterName{"smsp__inst_executed_op_local_ld.sum", ""},
    CounterName{"smsp__inst_executed_op_local_st.sum", ""},
    CounterName{"dram__bytes_read.sum", "dram__bytes_op_read.sum"},
    CounterName{"dram__bytes_write.sum", "dram__bytes_op_write.sum"},
    // L1: a request is one instruction of a warp; a sector is 32 bytes.
    CounterName{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", ""},
    CounterName{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", ""},
    CounterName{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", ""},
    CounterName{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", ""},
    CounterName{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", ""},
    CounterName{"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", ""},
    CounterName{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", ""},
    CounterName{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum", ""},
    CounterName{"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", ""},
    CounterName{"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", ""},
    CounterName{"l1tex__t_sectors_pipe_lsu_mem_local_op_st_lookup_hit.sum", ""},
    CounterName{"l1tex__t_sectors_pipe_tex_mem_texture.sum", ""},
    CounterName{"l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit.sum", ""},
    CounterName{"l1tex__t_sector_hit_rate.pct", ""},
    // L2: requests from the L1 caches, and all requests.
    CounterName{"lts__t_sectors_srcunit_tex_op_read.sum", ""},
    CounterName{"lts__t_sectors_srcunit_tex_op_write.sum", ""},
    CounterName{"lts__t_sector_hit_rate.pct", ""},
    CounterName{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", ""},
    // For the time account (model/time_account.h), with some of the above.
    CounterName{"l1tex__data_pipe_lsu_wavefronts.sum", ""},
    CounterName{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", ""},
    CounterName{"idc__requests.sum", ""},
    CounterName{"smsp__inst_issued.sum", ""},
    CounterName{"smsp__inst_executed_pipe_fma.sum", ""},
    CounterName{"smsp__inst_executed_pipe_fp64.sum", ""},
    CounterName{"smsp__inst_executed_pipe_xu.sum", ""},
    CounterName{"smsp__inst_executed_pipe_alu.sum", ""},
    CounterName{"smsp__inst_executed_pipe_tex.sum", ""},
    CounterName{"lts__d_atomic_input_cycles_active.max", ""},
    CounterName{"smsp__inst_executed_pipe_fmaheavy.sum", "", true},
    CounterName{"smsp__inst_executed_pipe_cbu_pred_on_any.sum", "smsp__inst_executed_pipe_cbu.sum"},
    CounterName{"smsp__inst_executed_pipe_adu.sum", ""},
    CounterName{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum", "", true},
    CounterName{"lts__t_tag_requests.sum", "lts__t_requests.sum"},
    // Parts whose busy cycles the hardware itself compares with all cycles.
    CounterName{"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", "", true},
    CounterName{"sm__inst_executed_pipe_uniform.avg.pct_of_peak_sustained_elapsed", "", true},
    CounterName{"l1tex__m_l1tex2xbar_req_cycles_active.avg.pct_of_peak_sustained_elapsed", "", true},
    CounterName{"lts__xbar2lts_cycles_active.avg.pct_of_peak_sustained_elapsed", "", true},
    CounterName{"lts__ltcfabric2ltc_cycles_active.avg.pct_of_peak_sustained_elapsed", "", true},
    // State of each resident warp in each cycle: issued an instruction (selected), or the reason why it did not.
    CounterName{"smsp__warps_issue_stalled_barrier.sum", ""},
    CounterName{"smsp__warps_issue_stalled_branch_resolving.sum", ""},
    CounterName{"smsp__warps_issue_stalled_dispatch_stall.sum", ""},
    CounterName{"smsp__warps_issue_stalled_drain.sum", ""},
    CounterName{"smsp__warps_issue_stalled_imc_miss.sum", "", true},
    CounterName{"smsp__warps_issue_stalled_lg_throttle.sum", ""},
    CounterName{"smsp__warps_issue_stalled_long_scoreboard.sum", ""},
    CounterName{"smsp__warps_issue_stalled_math_pipe_throttle.sum", ""},
    CounterName{"smsp__warps_issue_stalled_membar.sum", ""},
    CounterName{"smsp__warps_issue_stalled_mio_throttle.sum", ""},
    CounterName{"smsp__warps_issue_stalled_misc.sum", ""},
    CounterName{"smsp__warps_issue_stalled_no_instruction.sum", ""},
    CounterName{"smsp__warps_issue_stalled_not_selected.sum", ""},
    CounterName{"smsp__warps_issue_stalled_selected.sum", ""},
    CounterName{"smsp__warps_issue_stalled_short_scoreboard.sum", ""},
    CounterName{"smsp__warps_issue_stalled_sleeping.sum", ""},
    CounterName{"smsp__warps_issue_stalled_tex_throttle.sum", ""},
    CounterName{"smsp__warps_issue_stalled_wait.sum", ""},
};

}  // namespace

std::span<const CounterName> counter_names()
{
    return names;
}

std::vector<std::string> names_known_to(const std::function<bool(std::string_view)>& is_known)
{
    std::vector<std::string> known;
    for (const CounterName& row : names) {
        if (is_known(row.name)) {
            known.emplace_back(row.name);
        } else if (!row.otherwise.empty() && is_known(row.otherwise)) {
            known.emplace_back(row.otherwise);
        }
    }
    return known;
}

}  // namespace spillway::gpu
