// For Dear ImGui's OpenGL backend in a browser: before each picture it asks for what it will put back. Chromium answers
// from another process, once that has drawn all that it was told to. On this canvas nothing draws but ours, and each
// sets what it needs: what is put back may be what WebGL begins with.
#pragma once

#include <GLES3/gl3.h>

inline void spillway_known_state(GLenum name, GLint* value)
{
    switch (name) {
        case GL_VIEWPORT:
        case GL_SCISSOR_BOX: value[0] = value[1] = value[2] = value[3] = 0; return;
        case GL_ACTIVE_TEXTURE: *value = GL_TEXTURE0; return;
        case GL_BLEND_SRC_RGB:
        case GL_BLEND_SRC_ALPHA: *value = GL_ONE; return;
        case GL_BLEND_DST_RGB:
        case GL_BLEND_DST_ALPHA: *value = GL_ZERO; return;
        case GL_BLEND_EQUATION_RGB:
        case GL_BLEND_EQUATION_ALPHA: *value = GL_FUNC_ADD; return;
        case GL_CURRENT_PROGRAM:
        case GL_TEXTURE_BINDING_2D:
        case GL_ARRAY_BUFFER_BINDING:
        case GL_VERTEX_ARRAY_BINDING: *value = 0; return;
        default: glGetIntegerv(name, value);
    }
}
#define glGetIntegerv spillway_known_state
