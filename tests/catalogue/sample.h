#pragma once

#include <string>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/experiment_reader.h"
#include "app/model/gpu.h"

namespace spillway::catalogue::sample {

/// A small valid experiment with one parameter of each kind. Tests of invalid ones expect its line numbers: keep one
/// key per line.
// clang-format off
inline const std::string json = R"json({
  "name": "sample",
  "title": "Sample",
  "question": "Why?",
  "topic": "Tests",
  "x_axis": "size",
  "parameters": [
    {"name": "size", "range": [1, 64], "initial": 8},
    {"name": "element", "choices": [{"name": "int", "number": 4}, {"name": "pair", "code": "float2", "number": 8}], "initial": "int"},
    {"name": "sorted", "initial": false}
  ],
  "knobs": [
    {"name": "elements", "range": [1, 4096], "initial": 1000}
  ],
  "buffers": [
    {"name": "in", "element": "{element}", "count": "elements + 2 * size"},
    {"name": "out", "element": "int", "count": "elements", "output": true}
  ],
  "arguments": [
    {"buffer": "in", "offset": "size"},
    {"buffer": "out"},
    {"type": "int", "value": "elements"}
  ],
  "work": {"bytes_moved": "2 * element * elements"},
  "variants": [
    {"name": "plain", "entry": "plain<{element}, {size}, {sorted}>"},
    {"name": "tiled", "entry": "tiled<{block_size}>", "launch": {"grid": ["ceil_div(elements, 2 * block_size)", 2], "dynamic_shared_bytes": "4 * (block_size + 2 * size)"}}
  ],
  "reference": {"entry": "plain<int, 1, false>"},
  "claims": [
    {"id": "frame", "text": "A frame.", "set": {"size": 16}, "gpu": "h200", "expect": "plain.stack_frame_bytes == 4 * size"}
  ],
  "recording": [
    {"axes": {"size": {"first": 1, "last": 64, "factor": 2}, "element": ["int", "pair"]}, "set": {"sorted": true}}
  ]
}
)json";
// clang-format on

inline model::Experiment experiment()
{
    auto parsed = parse_experiment(json, "sample.json");
    return parsed ? *parsed : model::Experiment{};
}

inline model::Gpu gpu()
{
    model::Gpu h200;
    h200.name = "h200";
    h200.compute_major = 9;
    h200.sm_count = 132;
    h200.max_threads_per_sm = 2048;
    h200.shared_bytes_per_block_optin = 232448;
    return h200;
}

}  // namespace spillway::catalogue::sample
