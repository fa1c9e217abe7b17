#pragma once

// Field lists of a trace, like those of the messages in app/protocol/fields.h.

#include "app/protocol/fields.h"
#include "app/trace/trace.h"

namespace spillway::trace {

using protocol::fields;
using protocol::Is;

// clang-format off
template <typename V, Is<LaunchSeconds> S> void fields(V& v, S& s)
{ v("min", s.min); v("median", s.median); v("max", s.max); v("total", s.total); }

template <typename V, Is<KernelCode> S> void fields(V& v, S& s)
{ v("registers", s.registers); v("stack_frame_bytes", s.stack_frame_bytes); v("code_bytes", s.code_bytes); v("has_lines", s.has_lines);
  v("listing", s.listing); v("listing_reason", s.listing_reason); v("source", s.source); }

template <typename V, Is<TracedSource> S> void fields(V& v, S& s)
{ v("file", s.file); v("text", s.text); }

template <typename V, Is<TracedKernel> S> void fields(V& v, S& s)
{
    v("name", s.name); v("mangled", s.mangled); v("gpu", s.gpu); v("grid", s.grid); v("block", s.block);
    v("registers", s.registers); v("static_shared_bytes", s.static_shared_bytes);
    v("dynamic_shared_bytes", s.dynamic_shared_bytes); v("local_bytes_per_thread", s.local_bytes_per_thread);
    v("in_graph", s.in_graph); v("launches", s.launches); v("streams", s.streams); v("seconds", s.seconds);
    v("occupancy", s.occupancy); v("code", s.code);
    v("counters", s.counters); v("counters_reason", s.counters_reason);
}

template <typename V, Is<UnseenKernel> S> void fields(V& v, S& s)
{
    v("name", s.name); v("mangled", s.mangled); v("grid", s.grid); v("block", s.block);
    v("dynamic_shared_bytes", s.dynamic_shared_bytes); v("launches", s.launches); v("reason", s.reason);
}

template <typename V, Is<TracedGpu> S> void fields(V& v, S& s)
{ v("index", s.index); v("gpu", s.gpu); }

template <typename V, Is<TracedProcess> S> void fields(V& v, S& s)
{
    v("pid", s.pid); v("program", s.program); v("cupti", s.cupti); v("cuda", s.cuda); v("trouble", s.trouble);
    v("fault", s.fault); v("forks", s.forks); v("lost", s.lost); v("ended", s.ended);
}

template <typename V, Is<TracedLaunch> S> void fields(V& v, S& s)
{ v("kernel", s.kernel); v("start", s.start); v("seconds", s.seconds); v("stream", s.stream); }

template <typename V, Is<ProgramEnd> S> void fields(V& v, S& s)
{ v("status", s.status); v("signal", s.signal); v("by_limit", s.by_limit); }

template <typename V, Is<Trace> S> void fields(V& v, S& s)
{
    v("spillway_trace", s.spillway_trace); v("command", s.command); v("date", s.date); v("seconds", s.seconds);
    v("end", s.end); v("processes", s.processes); v("gpus", s.gpus); v("kernels", s.kernels);
    v("unfinished", s.unfinished); v("refused", s.refused); v("launches", s.launches); v("notices", s.notices);
    v("sources", s.sources);
}
// clang-format on

}  // namespace spillway::trace
