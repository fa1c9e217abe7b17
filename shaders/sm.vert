#version 330 core
// One rounded rectangle per instance; the quad is one pixel larger on every side for smooth edges.
layout(location = 0) in vec4 rect;     // x, y of the top left corner, width, height; pixels
layout(location = 1) in vec4 fill;     // straight alpha
layout(location = 2) in vec4 stroke;   // border and hatching
layout(location = 3) in vec4 form;     // corner radius, border width, hatch period (0: none), bevel 0..1
layout(location = 4) in vec2 pattern;  // dash length of the border (0: solid), alpha of the whole

uniform vec2 viewport;  // pixels

out vec2 local;  // pixels from the rectangle's centre
flat out vec2 half_size;
flat out vec4 fill_color;
flat out vec4 stroke_color;
flat out vec4 shape;
flat out vec2 dash;

void main()
{
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    half_size = rect.zw * 0.5;
    local = (corner * 2.0 - 1.0) * (half_size + 1.0);
    vec2 pixel = rect.xy + half_size + local;
    fill_color = fill;
    stroke_color = stroke;
    shape = form;
    dash = pattern;
    // Row 0 of the texture is the top of the picture.
    gl_Position = vec4(pixel / viewport * 2.0 - 1.0, 0.0, 1.0);
}
