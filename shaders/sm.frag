#version 330 core
// A rounded rectangle from its signed distance: fill with a faint bevel, diagonal hatching, a solid or
// dashed border. Every edge is smoothed over one pixel, so it is crisp at any scale.
in vec2 local;
flat in vec2 half_size;
flat in vec4 fill_color;
flat in vec4 stroke_color;
flat in vec4 shape;
flat in vec2 dash;

out vec4 color;

float rounded_box(vec2 point, vec2 extent, float radius)
{
    vec2 q = abs(point) - extent + radius;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}

// 1 inside diagonal stripes that are a third of the period wide.
float hatching(vec2 point, float period)
{
    float across = (point.x + point.y) * 0.70710678;
    float distance_to_stripe = abs(mod(across, period) - period * 0.5) - period * 0.17;
    return clamp(0.5 - distance_to_stripe, 0.0, 1.0);
}

// 1 on the dashes along the border, measured along whichever edge is nearest.
float dashes(vec2 point, float length_px)
{
    vec2 to_edge = half_size - abs(point);
    float along = to_edge.x < to_edge.y ? point.y + half_size.y : point.x + half_size.x;
    return clamp(0.5 + length_px * 0.5 - abs(mod(along, length_px * 2.0) - length_px), 0.0, 1.0);
}

vec4 over(vec4 top, vec4 below)
{
    float alpha = top.a + below.a * (1.0 - top.a);
    if (alpha <= 0.0) return vec4(0.0);
    return vec4((top.rgb * top.a + below.rgb * below.a * (1.0 - top.a)) / alpha, alpha);
}

void main()
{
    float radius = min(shape.x, min(half_size.x, half_size.y));
    float distance_to_edge = rounded_box(local, half_size, radius);
    float coverage = clamp(0.5 - distance_to_edge, 0.0, 1.0);
    if (coverage <= 0.0) discard;

    vec4 paint = fill_color;
    float height = local.y / max(half_size.y, 1.0);
    float light = clamp(1.0 + distance_to_edge / 2.5, 0.0, 1.0) * -sign(height) * step(0.35, abs(height));
    paint.rgb += shape.w * (0.05 * -height + 0.10 * light);

    if (shape.z > 0.0) {
        vec4 stripe = stroke_color;
        stripe.a *= 0.85 * hatching(local + half_size, shape.z);
        paint = over(stripe, paint);
    }
    if (shape.y > 0.0) {
        vec4 border = stroke_color;
        border.a *= clamp(0.5 + distance_to_edge + shape.y, 0.0, 1.0);
        if (dash.x > 0.0) border.a *= dashes(local, dash.x);
        paint = over(border, paint);
    }
    color = vec4(clamp(paint.rgb, 0.0, 1.0), paint.a * coverage * dash.y);
}
