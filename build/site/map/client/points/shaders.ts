/**
 * The vertex shader: it places a square on the screen for each earthquake. The fragment shader then discards the pixels
 * outside the shape of the mark. MapLibre supplies `projectTile` and its dependencies for the current projection.
 */
export function vertexShader(prelude: string, define: string): string {
  return `#version 300 es
${prelude}
${define}
precision highp float;
in vec2 a_corner;
in vec2 a_place;
in vec4 a_look;
uniform float u_wrap;
uniform float u_until;
uniform float u_pop;
uniform float u_scale;
uniform float u_now;
uniform float u_ring;
uniform float u_ages_from;
uniform int u_by_age;
uniform int u_selected;
uniform vec2 u_view;
out vec2 v_offset;
flat out float v_radius;
flat out int v_class;
flat out int v_colour;
flat out float v_ring;
flat out float v_selected;

void main() {
  float age = u_until - a_look.z;
  float pop = u_pop > 0.0 ? clamp(1.0 - age / u_pop, 0.0, 1.0) : 0.0;
  float radius = a_look.x * u_scale * (1.0 + 0.8 * pop);
  bool isNew = a_look.w >= 0.0;
  v_ring = isNew ? (u_ring > 0.0 ? radius + 3.0 + 14.0 * fract((u_now - a_look.w) / u_ring) : radius + 5.0) : 0.0;
  v_selected = u_selected == gl_InstanceID ? 1.0 : 0.0;
  v_radius = radius;
  v_class = int(a_look.y + 0.5);
  float since = u_ages_from - a_look.z;
  v_colour = u_by_age == 0 ? v_class : since <= 3600.0 ? 0 : since <= 86400.0 ? 1 : 2;
  float reach = max(radius * 1.6 + 2.0, max(v_ring, v_selected * (radius + 6.0)) + 3.0);
  v_offset = a_corner * reach;
  vec4 centre = projectTile(a_place + vec2(u_wrap, 0.0));
  gl_Position = age < 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(centre.xy + v_offset * 2.0 / u_view * centre.w, centre.zw);
}`;
}

/** Distance functions of the outlines: Inigo Quilez, "2D distance functions". The sizes are those of `markPath`. */
export const FRAGMENT_SHADER = `#version 300 es
precision highp float;
in vec2 v_offset;
flat in float v_radius;
flat in int v_class;
flat in int v_colour;
flat in float v_ring;
flat in float v_selected;
uniform vec3 u_colours[3];
uniform vec3 u_ink;
uniform float u_pixel;
uniform float u_crowd;
out vec4 fragColor;

float distanceTo(vec2 p) {
  if (v_class == 0) return length(p) - v_radius;
  if (v_class == 1) return (abs(p.x) + abs(p.y) - v_radius * 1.2533141) * 0.7071068;
  float slope = 0.8660254 * abs(p.x) - 0.5 * p.y;
  return max(p.y, slope) - v_radius * 0.7775636;
}

float inside(float distance) {
  return 1.0 - smoothstep(-u_pixel, u_pixel, distance);
}

float ring(float at, float width) {
  return inside(abs(length(v_offset) - at) - width);
}

void main() {
  float d = distanceTo(v_offset);
  float small = 1.0 - smoothstep(4.0, 12.0, v_radius);
  float fill = inside(d) * mix(0.5, 0.3, u_crowd * small);
  float edge = inside(abs(d + 0.5) - 0.6) * mix(0.95, 0.6, u_crowd * small);
  float body = max(fill, edge);
  float around = v_ring > 0.0 ? ring(v_ring, 0.9) * 0.9 : 0.0;
  around = max(around, v_selected * ring(v_radius + 5.0, 1.2));
  float alpha = max(body, around);
  if (alpha < 0.01) discard;
  fragColor = vec4(mix(u_colours[v_colour], u_ink, around / alpha) * alpha, alpha);
}`;
