// Stands for emscripten's header where the page's own sources are compiled by this machine's compiler, to see that they
// still fit to the rest: nothing of it is ever run.
#pragma once

#define EM_JS(type, name, parameters, ...) extern "C" type name parameters;

extern "C" {
double emscripten_get_now();
double emscripten_get_device_pixel_ratio();
}
