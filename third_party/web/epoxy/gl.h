// A browser's OpenGL is WebGL 2, with the functions of OpenGL ES 3. Emscripten brings them; nothing is looked up.
#pragma once
#include <GLES3/gl3.h>
