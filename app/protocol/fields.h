#pragma once

// One field list per struct, used in both directions: to JSON and back. Add a field only here. FORMAT.md lists the
// names; `run --json` prints the same ones.

#include <string_view>
#include <type_traits>

#include "app/protocol/enum_names.h"
#include "app/protocol/messages.h"
#include "app/protocol/recording.h"

namespace spillway::protocol {

// Every overload takes a visitor `v(key, member)` and a struct, const when writing.
// clang-format off
template <typename S, typename T> concept Is = std::is_same_v<std::remove_const_t<S>, T>;

template <typename V, Is<model::Error> S> void fields(V& v, S& s)
{ v("what", s.what); v("where", s.where); v("advice", s.advice); v("kind", s.kind); }

template <typename V, Is<model::Gpu> S> void fields(V& v, S& s)
{
    v("name", s.name); v("label", s.label);
    v("compute_major", s.compute_major); v("compute_minor", s.compute_minor);
    v("sm_count", s.sm_count);
    v("max_threads_per_block", s.max_threads_per_block); v("max_threads_per_sm", s.max_threads_per_sm);
    v("max_blocks_per_sm", s.max_blocks_per_sm); v("max_registers_per_thread", s.max_registers_per_thread);
    v("registers_per_block", s.registers_per_block); v("registers_per_sm", s.registers_per_sm);
    v("warp_size", s.warp_size);
    v("shared_bytes_per_block", s.shared_bytes_per_block);
    v("shared_bytes_per_block_optin", s.shared_bytes_per_block_optin);
    v("shared_bytes_per_sm", s.shared_bytes_per_sm);
    v("reserved_shared_bytes_per_block", s.reserved_shared_bytes_per_block);
    v("l2_bytes", s.l2_bytes); v("memory_bytes", s.memory_bytes); v("dram_bytes_per_second", s.dram_bytes_per_second);
    v("boost_clock_hz", s.boost_clock_hz); v("compilable", s.compilable); v("source", s.source);
}

template <typename V, Is<model::Define> S> void fields(V& v, S& s)
{ v("name", s.name); v("value", s.value); }

template <typename V, Is<model::CompileRequest> S> void fields(V& v, S& s)
{
    v("source_hash", s.source_hash); v("entry", s.entry); v("arch", s.arch);
    v("register_cap", s.register_cap); v("min_blocks_per_sm", s.min_blocks_per_sm);
    v("bounds_threads", s.bounds_threads); v("spill_target", s.spill_target); v("load_cache", s.load_cache);
    v("fast_math", s.fast_math); v("defines", s.defines); v("line_info", s.line_info);
    v("whole_file", s.whole_file); v("register_usage_level", s.register_usage_level); v("compiler", s.compiler);
    v("most_seconds", s.max_seconds);
}

template <typename V, Is<model::SourceText> S> void fields(V& v, S& s)
{ v("hash", s.hash); v("name", s.name); v("text", s.text); }

template <typename V, Is<model::PlannedBuffer> S> void fields(V& v, S& s)
{
    v("name", s.name); v("place", s.place); v("element", s.element); v("scalar", s.scalar);
    v("element_bytes", s.element_bytes); v("count", s.count);
    v("fill", s.fill); v("from", s.from); v("to", s.to); v("step", s.step); v("seed", s.seed);
    v("constant_symbol", s.constant_symbol); v("width", s.width); v("height", s.height);
    v("texture_filter", s.texture_filter); v("texture_edge", s.texture_edge); v("is_output", s.is_output);
}

template <typename V, Is<model::PlannedArgument> S> void fields(V& v, S& s)
{
    v("buffer", s.buffer); v("offset_bytes", s.offset_bytes); v("is_plain", s.is_plain);
    v("scalar_type", s.scalar_type); v("scalar", s.scalar);
}

template <typename V, Is<model::PlannedCopy> S> void fields(V& v, S& s)
{ v("from", s.from); v("to", s.to); v("bytes", s.bytes); }

template <typename V, Is<model::PlannedReference> S> void fields(V& v, S& s)
{
    v("entry", s.entry); v("grid", s.grid); v("block", s.block);
    v("dynamic_shared_bytes", s.dynamic_shared_bytes); v("arguments", s.arguments);
    v("relative_tolerance", s.relative_tolerance); v("absolute_tolerance", s.absolute_tolerance);
}

template <typename V, Is<model::PlannedWindow> S> void fields(V& v, S& s)
{
    v("buffer", s.buffer); v("bytes", s.bytes); v("hit_ratio", s.hit_ratio);
    v("set_aside_bytes", s.set_aside_bytes);
}

template <typename V, Is<model::LaunchPlan> S> void fields(V& v, S& s)
{
    v("buffers", s.buffers); v("arguments", s.arguments); v("copy", s.copy); v("reference", s.reference);
    v("library", s.library);
    v("stack_bytes", s.stack_bytes); v("bytes_moved", s.bytes_moved);
    v("bytes_requested", s.bytes_requested); v("flops", s.flops);
    v("accesses_per_thread", s.accesses_per_thread); v("cycles_buffer", s.cycles_buffer);
    v("cache", s.cache); v("timing", s.timing); v("local_pool", s.local_pool);
    v("cluster", s.cluster); v("access_window", s.access_window);
}

template <typename V, Is<model::Job> S> void fields(V& v, S& s)
{
    v("experiment", s.experiment); v("variant", s.variant); v("values", s.values); v("gpu", s.gpu);
    v("compile", s.compile); v("grid", s.grid); v("block", s.block);
    v("dynamic_shared_bytes", s.dynamic_shared_bytes); v("carveout", s.carveout);
    v("plan", s.plan);
}

template <typename V, Is<model::FunctionReport> S> void fields(V& v, S& s)
{
    v("name", s.name); v("is_entry", s.is_entry); v("registers", s.registers);
    v("stack_frame_bytes", s.stack_frame_bytes);
    v("spill_store_bytes", s.spill_store_bytes); v("spill_load_bytes", s.spill_load_bytes);
    v("cumulative_stack_bytes", s.cumulative_stack_bytes); v("launch_bound_threads", s.launch_bound_threads);
    v("required_block", s.required_block);
}

template <typename V, Is<model::CompileReport> S> void fields(V& v, S& s)
{
    v("registers", s.registers); v("stack_frame_bytes", s.stack_frame_bytes);
    v("spill_store_bytes", s.spill_store_bytes); v("spill_load_bytes", s.spill_load_bytes);
    v("cumulative_stack_bytes", s.cumulative_stack_bytes); v("stack_level_bytes", s.stack_level_bytes);
    v("static_shared_bytes", s.static_shared_bytes); v("constant_bytes", s.constant_bytes);
    v("barriers", s.barriers); v("launch_bound_threads", s.launch_bound_threads);
    v("required_block", s.required_block);
    v("launch_bound_blocks", s.launch_bound_blocks); v("launch_bound_registers", s.launch_bound_registers);
    v("peak_live_registers", s.peak_live_registers); v("loads_under_way", s.loads_under_way);
    v("target", s.target);
    v("registers_before_linking", s.registers_before_linking); v("not_linked", s.not_linked);
    v("shared_spill_store_bytes", s.shared_spill_store_bytes); v("shared_spill_load_bytes", s.shared_spill_load_bytes);
    v("register_cap_requested", s.register_cap_requested); v("register_cap_honoured", s.register_cap_honoured);
    v("functions", s.functions); v("seconds", s.seconds);
    v("compiler_seconds", s.compiler_seconds); v("cached", s.cached);
    v("compiler", s.compiler); v("log", s.log);
}

template <typename V, Is<model::PtxInspection> S> void fields(V& v, S& s)
{ v("local_bytes", s.local_bytes); v("local_bytes_by_function", s.local_bytes_by_function); }

template <typename V, Is<model::SassInspection> S> void fields(V& v, S& s)
{
    v("local_loads", s.local_loads); v("local_stores", s.local_stores); v("instructions", s.instructions);
    v("warp_sums", s.warp_sums); v("shuffles", s.shuffles); v("shared_atomics", s.shared_atomics);
    v("lane_constants", s.lane_constants); v("uniform_constants", s.uniform_constants);
}

/// Same keys as `sass` and `compile` of a result.
template <typename V, Is<model::CodeFigures> S> void fields(V& v, S& s)
{
    v("local_loads", s.sass.local_loads); v("local_stores", s.sass.local_stores);
    v("instructions", s.sass.instructions);
    v("warp_sums", s.sass.warp_sums); v("shuffles", s.sass.shuffles); v("shared_atomics", s.sass.shared_atomics);
    v("lane_constants", s.sass.lane_constants); v("uniform_constants", s.sass.uniform_constants);
    v("peak_live_registers", s.peak_live_registers);
    v("loads_under_way", s.loads_under_way);
    v("shared_spill_store_bytes", s.shared_spill_store_bytes); v("shared_spill_load_bytes", s.shared_spill_load_bytes);
}

template <typename V, Is<model::SpillBytes> S> void fields(V& v, S& s)
{
    v("local_stores", s.local_stores); v("local_loads", s.local_loads);
    v("shared_stores", s.shared_stores); v("shared_loads", s.shared_loads);
}

template <typename V, Is<model::SourceLineNeeds> S> void fields(V& v, S& s)
{
    v("line", s.line); v("live_registers", s.live_registers); v("spills", s.spills);
    v("sampled_share", s.sampled_share); v("waits", s.waits);
}

template <typename V, Is<model::Repair> S> void fields(V& v, S& s)
{
    v("kind", s.kind); v("change", s.change); v("registers", s.registers);
    v("stack_frame_bytes", s.stack_frame_bytes); v("spill_store_bytes", s.spill_store_bytes);
}

template <typename V, Is<model::Cause> S> void fields(V& v, S& s)
{
    v("kind", s.kind); v("bytes", s.bytes); v("symbol", s.symbol); v("function", s.function);
    v("line", s.line); v("evidence", s.evidence); v("file", s.file); v("repair", s.repair);
}

template <typename V, Is<model::Occupancy> S> void fields(V& v, S& s)
{
    v("theoretical", s.theoretical); v("blocks_per_sm", s.blocks_per_sm); v("warps_per_sm", s.warps_per_sm);
    v("limit_registers", s.limit_registers); v("limit_shared", s.limit_shared);
    v("limit_warps", s.limit_warps); v("limit_blocks", s.limit_blocks); v("limit_barriers", s.limit_barriers);
    v("limiter", s.limiter);
    v("allocated_registers_per_block", s.allocated_registers_per_block);
    v("allocated_shared_bytes_per_block", s.allocated_shared_bytes_per_block);
}

template <typename V, Is<model::OccupancyPoint> S> void fields(V& v, S& s)
{ v("x", s.x); v("blocks_per_sm", s.blocks_per_sm); v("warps_per_sm", s.warps_per_sm); }

template <typename V, Is<model::OccupancyCurves> S> void fields(V& v, S& s)
{
    v("over_block_size", s.over_block_size); v("over_registers", s.over_registers);
    v("over_shared_bytes", s.over_shared_bytes);
}

template <typename V, Is<model::Provenance> S> void fields(V& v, S& s)
{ v("gpu", s.gpu); v("driver", s.driver); v("cuda", s.cuda); v("date", s.date); }

template <typename V, Is<model::SampleStatistics> S> void fields(V& v, S& s)
{ v("median", s.median); v("p20", s.p20); v("p80", s.p80); v("samples", s.samples); v("noise", s.noise); }

template <typename V, Is<model::TimeShare> S> void fields(V& v, S& s)
{
    v("resource", s.resource); v("amount", s.amount); v("local_amount", s.local_amount); v("unit", s.unit);
    v("roof", s.roof); v("share", s.share);
}

template <typename V, Is<model::LimitedBy> S> void fields(V& v, S& s)
{ v("resource", s.resource); v("share", s.share); }

template <typename V, Is<model::Roof> S> void fields(V& v, S& s)
{ v("resource", s.resource); v("per_second", s.per_second); v("unit", s.unit); }

template <typename V, Is<model::LevelLatency> S> void fields(V& v, S& s)
{ v("level", s.level); v("cycles", s.cycles); }

template <typename V, Is<model::Roofs> S> void fields(V& v, S& s)
{
    v("driver", s.driver); v("date", s.date); v("sm_clock_hz", s.sm_clock_hz); v("seconds", s.seconds);
    v("rates", s.rates); v("latencies", s.latencies);
}

template <typename V, Is<model::StallSamples> S> void fields(V& v, S& s)
{
    v("code", s.code); v("samples", s.samples); v("dropped", s.dropped); v("period_cycles", s.period_cycles);
    v("functions", s.functions); v("reasons", s.reasons);
    model::PackedInstructions instructions = model::packed(s);
    v("instructions", instructions);
    if constexpr (!std::is_const_v<S>) model::unpack(instructions, s);
}

template <typename V, Is<model::Measurement> S> void fields(V& v, S& s)
{
    v("source", s.source); v("reason", s.reason); v("seconds", s.seconds);
    v("bytes_per_second", s.bytes_per_second); v("cycles_per_access", s.cycles_per_access);
    v("requested_bytes_per_second", s.requested_bytes_per_second); v("flops_per_second", s.flops_per_second);
    v("percent_of_peak", s.percent_of_peak); v("ceiling_bytes_per_second", s.ceiling_bytes_per_second);
    v("percent_of_ceiling", s.percent_of_ceiling); v("host_seconds", s.host_seconds);
    v("gpu_memory_taken_bytes", s.gpu_memory_taken_bytes); v("event_seconds", s.event_seconds);
    v("discarded_samples", s.discarded_samples); v("waited_seconds", s.waited_seconds); v("cache", s.cache); v("sm_clock_hz", s.sm_clock_hz);
    v("local_bytes_per_thread", s.local_bytes_per_thread); v("counters", s.counters);
    v("counters_reason", s.counters_reason);
    v("time_account", s.time_account); v("limited_by", s.limited_by); v("stall_reasons", s.stall_reasons);
    v("stall_samples", s.stall_samples); v("stall_samples_reason", s.stall_samples_reason);
    v("provenance", s.provenance);
}

template <typename V, Is<model::AccessLimit> S> void fields(V& v, S& s)
{ v("what", s.what); v("buffer", s.buffer); v("factor", s.factor); }

template <typename V, Is<model::ExceededLimit> S> void fields(V& v, S& s)
{ v("limit", s.limit); v("made", s.made); v("allowed", s.allowed); }

template <typename V, Is<model::Verification> S> void fields(V& v, S& s)
{ v("status", s.status); v("against", s.against); v("detail", s.detail); v("exceeded", s.exceeded); v("stopped", s.stopped); }

/// JSON nests the GPU's name and architecture in one object.
struct ResultGpu { std::string name, arch; };
template <typename V, Is<ResultGpu> S> void fields(V& v, S& s) { v("name", s.name); v("arch", s.arch); }

template <typename V, Is<model::InterpretedAccesses> S> void fields(V& v, S& s)
{
    v("requests", s.requests); v("bytes", s.bytes); v("sectors", s.sectors); v("lines", s.lines);
    v("wavefronts", s.wavefronts); v("conflicts", s.conflicts);
}

template <typename V, Is<model::InterpretedInstructions> S> void fields(V& v, S& s)
{ v("kind", s.kind); v("issued", s.issued); v("lanes", s.lanes); }

template <typename V, Is<model::InterpretedCounts> S> void fields(V& v, S& s)
{
    v("blocks", s.blocks); v("warps", s.warps); v("threads", s.threads);
    v("ptx_instructions", s.instructions); v("lanes", s.lanes); v("kinds", s.kinds);
    v("global_loads", s.global_loads); v("global_stores", s.global_stores);
    v("shared_loads", s.shared_loads); v("shared_stores", s.shared_stores);
    v("local_loads", s.local_loads); v("local_stores", s.local_stores);
    v("constant_loads", s.constant_loads); v("texture_loads", s.texture_loads);
    v("global_atomics", s.global_atomics); v("shared_atomics", s.shared_atomics);
    v("atomics_on_one_address", s.atomics_on_one_address); v("barriers", s.barriers);
    v("branches", s.branches); v("divergent_branches", s.divergent_branches);
}

template <typename V, Is<model::InterpretedFault> S> void fields(V& v, S& s)
{
    v("kind", s.kind); v("is_fatal", s.is_fatal); v("sentence", s.sentence);
    v("thread", s.thread); v("block", s.block); v("other_thread", s.other); v("other_line", s.other_line);
    v("is_write", s.is_write); v("bytes", s.bytes); v("memory", s.memory); v("offset", s.offset);
    v("memory_bytes", s.memory_bytes); v("file", s.file); v("line", s.line); v("ptx_line", s.ptx_line);
}

template <typename V, Is<model::InterpretedLine> S> void fields(V& v, S& s)
{
    v("file", s.file); v("line", s.line); v("ptx_instructions", s.instructions); v("lanes", s.lanes);
    v("global", s.global); v("shared", s.shared); v("local", s.local);
}

template <typename V, Is<model::InterpretedBuffer> S> void fields(V& v, S& s)
{
    v("name", s.name); v("read_bytes", s.read_bytes); v("written_bytes", s.written_bytes); v("sectors", s.sectors);
    v("first_values", s.first_values);
}

template <typename V, Is<model::InterpretedRun> S> void fields(V& v, S& s)
{
    v("grid_blocks", s.grid_blocks); v("faults", s.faults); v("counts", s.counts); v("lines", s.lines);
    v("buffers", s.buffers); v("printed", s.printed); v("is_print_cut", s.is_print_cut);
    v("ptx_local_bytes", s.local_bytes);
}

template <typename V, Is<model::CountedBlocks> S> void fields(V& v, S& s)
{ v("grid_blocks", s.grid_blocks); v("blocks", s.blocks); }

template <typename V, Is<model::RunResult> S> void fields(V& v, S& s)
{
    v("experiment", s.experiment); v("variant", s.variant); v("parameters", s.parameters);
    ResultGpu gpu{s.gpu_name, s.gpu_arch};
    v("gpu", gpu);
    if constexpr (!std::is_const_v<S>) { s.gpu_name = gpu.name; s.gpu_arch = gpu.arch; }
    v("job", s.job_hash);
    v("status", s.status); v("message", s.message); v("advice", s.advice);
    v("compile_stopped", s.compile_stopped); v("error_kind", s.error_kind); v("notes", s.notes);
    v("compile", s.compile); v("ptx", s.ptx); v("sass", s.sass); v("causes", s.causes);
    v("lines", s.lines); v("counted", s.counted);
    v("occupancy", s.occupancy);
    v("dynamic_shared_bytes", s.dynamic_shared_bytes);
    v("measurement", s.measurement); v("verification", s.verification);
}

template <typename V, Is<model::ListingLine> S> void fields(V& v, S& s)
{
    v("text", s.text); v("source_line", s.source_line); v("touches_local", s.touches_local);
    v("live_registers", s.live_registers); v("spills", s.spills); v("control", s.control);
    v("offset", s.offset); v("ptx_row", s.ptx_row); v("module_line", s.module_line);
}

template <typename V, Is<model::PtxModule> S> void fields(V& v, S& s) { v("text", s.text); v("entry", s.entry); }

template <typename V, Is<model::Listing> S> void fields(V& v, S& s)
{
    v("ptx", s.ptx); v("sass", s.sass); v("sass_reason", s.sass_reason);
    v("local_source_lines", s.local_source_lines); v("source_lines", s.source_lines);
    v("live_reason", s.live_reason); v("spill_reason", s.spill_reason); v("code", s.code);
    v("module", s.module);
}

template <typename V, Is<model::KernelListing> S> void fields(V& v, S& s)
{ v("entry", s.entry); v("source_file", s.source_file); v("listing", s.listing); }

template <typename V, Is<model::Tool> S> void fields(V& v, S& s)
{
    v("available", s.available); v("version", s.version); v("path", s.path);
    v("reason", s.reason); v("advice", s.advice);
}

template <typename V, Is<StageSeconds> S> void fields(V& v, S& s)
{
    v("queued", s.queued); v("compile", s.compile); v("inspect", s.inspect);
    v("occupancy", s.occupancy); v("measure", s.measure);
}

template <typename V, Is<Source> S> void fields(V& v, S& s) { v("source", s.source); }

template <typename V, Is<Run> S> void fields(V& v, S& s)
{
    v("id", s.id); v("group", s.group); v("priority", s.priority); v("measure", s.measure); v("refine", s.refine);
    v("count", s.count); v("inspect_sass", s.inspect_sass); v("check_output", s.check_output);
    v("job", s.job); v("samples_only", s.samples_only);
}

template <typename V, Is<Named> S> void fields(V& v, S& s)
{ v("experiment", s.experiment); v("variant", s.variant); v("values", s.values); v("gpu", s.gpu); }

template <typename V, Is<ListingRequest> S> void fields(V& v, S& s)
{ v("id", s.id); v("group", s.group); v("priority", s.priority); v("compile", s.compile); v("of", s.of); }

template <typename V, Is<CausesRequest> S> void fields(V& v, S& s)
{ v("id", s.id); v("group", s.group); v("priority", s.priority); v("compile", s.compile); v("of", s.of); }

template <typename V, Is<InterpretRequest> S> void fields(V& v, S& s)
{
    v("id", s.id); v("group", s.group); v("priority", s.priority); v("job", s.job);
    v("sampled_blocks", s.sampled_blocks); v("seconds", s.seconds); v("is_cooperative", s.is_cooperative);
}

template <typename V, Is<WhatIf> S> void fields(V& v, S& s)
{
    v("id", s.id); v("gpu", s.gpu);
    v("registers", s.needs.registers); v("threads_per_block", s.needs.threads);
    v("static_shared_bytes", s.needs.static_shared_bytes); v("dynamic_shared_bytes", s.needs.dynamic_shared_bytes);
    v("barriers", s.needs.barriers); v("carveout", s.needs.carveout);
}

template <typename V, Is<RoofsRequest> S> void fields(V& v, S& s) { v("id", s.id); v("group", s.group); v("priority", s.priority); v("gpu", s.gpu); }

template <typename V, Is<Cancel> S> void fields(V& v, S& s) { v("ids", s.ids); }
template <typename V, Is<Shutdown> S> void fields(V&, S&) {}
template <typename V, Is<Ping> S> void fields(V&, S&) {}
template <typename V, Is<Pong> S> void fields(V&, S&) {}

template <typename V, Is<Hello> S> void fields(V& v, S& s)
{
    v("version", s.version); v("program_version", s.program_version);
    v("compiler", s.compiler); v("headers", s.headers); v("disassembler", s.disassembler);
    v("occupancy", s.occupancy); v("driver", s.driver);
    v("counters", s.counters); v("live_gpus", s.live_gpus);
    v("compile_threads", s.compile_threads);
    v("compile_seconds", s.compile_seconds);
    v("confined_by", s.confined_by); v("why_unconfined", s.why_unconfined);
    v("compilers", s.compilers); v("nvcc", s.nvcc); v("takes_code", s.takes_code);
}

template <typename V, Is<Result> S> void fields(V& v, S& s)
{ v("id", s.id); v("is_final", s.is_final); v("seconds", s.seconds); v("result", s.result); }

template <typename V, Is<ListingReply> S> void fields(V& v, S& s)
{ v("id", s.id); v("listing", s.listing); v("counts", s.counts); v("error", s.error); }

template <typename V, Is<CausesReply> S> void fields(V& v, S& s)
{ v("id", s.id); v("causes", s.causes); v("error", s.error); }

template <typename V, Is<InterpretReply> S> void fields(V& v, S& s)
{ v("id", s.id); v("run", s.run); v("counted", s.counted); v("error", s.error); }

template <typename V, Is<RoofsReply> S> void fields(V& v, S& s)
{ v("id", s.id); v("roofs", s.roofs); v("error", s.error); }

template <typename V, Is<WhatIfReply> S> void fields(V& v, S& s)
{ v("id", s.id); v("occupancy", s.occupancy); v("curves", s.curves); v("error", s.error); }

template <typename V, Is<Dropped> S> void fields(V& v, S& s) { v("id", s.id); }
template <typename V, Is<Leaving> S> void fields(V& v, S& s) { v("reason", s.reason); }
template <typename V, Is<Notice> S> void fields(V& v, S& s) { v("error", s.error); v("id", s.id); }

/// Without format and version: the reader checks these two before it decodes the rest.
template <typename V, Is<RecordingHeader> S> void fields(V& v, S& s)
{
    v("program_version", s.program_version); v("gpu", s.gpu); v("measured", s.measured);
    v("driver", s.driver); v("compiler", s.compiler); v("date", s.date);
    v("kernels", s.kernels); v("definitions", s.definitions); v("roofs", s.roofs);
}
// clang-format on

/// Value of the `type` field of a line.
template <typename M>
inline constexpr std::string_view type_name{};
template <>
inline constexpr std::string_view type_name<Source> = "source";
template <>
inline constexpr std::string_view type_name<Run> = "run";
template <>
inline constexpr std::string_view type_name<ListingRequest> = "listing";
template <>
inline constexpr std::string_view type_name<CausesRequest> = "causes";
template <>
inline constexpr std::string_view type_name<InterpretRequest> = "interpret";
template <>
inline constexpr std::string_view type_name<WhatIf> = "what_if";
template <>
inline constexpr std::string_view type_name<RoofsRequest> = "roofs";
template <>
inline constexpr std::string_view type_name<Cancel> = "cancel";
template <>
inline constexpr std::string_view type_name<Shutdown> = "shutdown";
template <>
inline constexpr std::string_view type_name<Ping> = "ping";
template <>
inline constexpr std::string_view type_name<Pong> = "pong";
template <>
inline constexpr std::string_view type_name<Hello> = "hello";
template <>
inline constexpr std::string_view type_name<Result> = "result";
template <>
inline constexpr std::string_view type_name<ListingReply> = "listing_reply";
template <>
inline constexpr std::string_view type_name<CausesReply> = "causes_reply";
template <>
inline constexpr std::string_view type_name<InterpretReply> = "interpret_reply";
template <>
inline constexpr std::string_view type_name<WhatIfReply> = "what_if_reply";
template <>
inline constexpr std::string_view type_name<RoofsReply> = "roofs_reply";
template <>
inline constexpr std::string_view type_name<Dropped> = "dropped";
template <>
inline constexpr std::string_view type_name<Leaving> = "leaving";
template <>
inline constexpr std::string_view type_name<Notice> = "notice";

}  // namespace spillway::protocol
