import type { CustomRenderMethodInput } from "maplibre-gl";
import { FIELDS } from "./data.ts";

/**
 * The vertex shader: it places a square on the screen for each earthquake. The fragment shader then discards the pixels
 * outside the shape of the mark. MapLibre supplies `projectTile` and its dependencies for the current projection.
 */
function vertexShader(prelude: string, define: string): string {
  return `#version 300 es
${prelude}
${define}
precision highp float;
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
  vec2 corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1) * 2.0 - 1.0;
  float age = u_until - a_look.z;
  float pop = u_pop > 0.0 ? clamp(1.0 - age / u_pop, 0.0, 1.0) : 0.0;
  float radius = a_look.x * u_scale * (1.0 + 0.8 * pop);
  bool isNew = a_look.w >= 0.0;
  v_ring = isNew ? (u_ring > 0.0 ? radius + 3.0 + 14.0 * fract((u_now - a_look.w) / u_ring) : radius + 5.0) : 0.0;
  v_selected = u_selected == gl_VertexID >> 2 ? 1.0 : 0.0;
  v_radius = radius;
  v_class = int(a_look.y + 0.5);
  float since = u_ages_from - a_look.z;
  v_colour = u_by_age == 0 ? v_class : since <= 3600.0 ? 0 : since <= 86400.0 ? 1 : 2;
  float body = v_class == 1 ? radius * 1.26 + 1.5 : v_class == 2 ? radius * 1.6 + 2.0 : radius + 1.3;
  float reach = max(body, max(v_ring, v_selected * (radius + 6.0)) + 3.0);
  v_offset = corner * reach;
  vec4 centre = projectTile(a_place + vec2(u_wrap, 0.0));
  gl_Position = age < 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(centre.xy + v_offset * 2.0 / u_view * centre.w, centre.zw);
}`;
}

/** Distance functions of the outlines: Inigo Quilez, "2D distance functions". The sizes are those of `markPath`. */
const FRAGMENT_SHADER = `#version 300 es
precision highp float;
in vec2 v_offset;
flat in float v_radius;
flat in int v_class;
flat in int v_colour;
flat in float v_ring;
flat in float v_selected;
uniform vec3 u_colours[4];
uniform vec3 u_ink;
uniform float u_pixel;
uniform float u_crowd;
out vec4 fragColor;

float distanceTo(vec2 p) {
  if (v_class == 0 || v_class == 3) return length(p) - v_radius;
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
  float fill = v_class == 3 ? 0.0 : inside(d) * mix(0.5, 0.3, u_crowd * small);
  float edge = inside(abs(d + 0.5) - 0.6) * mix(0.95, 0.6, u_crowd * small);
  float body = max(fill, edge);
  float around = v_ring > 0.0 ? ring(v_ring, 0.9) * 0.9 : 0.0;
  around = max(around, v_selected * ring(v_radius + 5.0, 1.2));
  float alpha = max(body, around);
  if (alpha < 0.01) discard;
  fragColor = vec4(mix(u_colours[v_colour], u_ink, around / alpha) * alpha, alpha);
}`;

/** A linked program with the locations of its uniforms. */
export interface Program {
  program: WebGLProgram;
  at: (uniform: string) => WebGLUniformLocation | null;
}

const ATTRIBUTES = { a_place: 0, a_look: 1 } as const;

/** The program that draws marks. */
export function makeProgram(gl: WebGL2RenderingContext, shaders: CustomRenderMethodInput["shaderData"]): Program {
  return linkProgram(gl, vertexShader(shaders.vertexShaderPrelude, shaders.define), FRAGMENT_SHADER);
}

/** @throws Error with the message of the shader compiler */
function linkProgram(gl: WebGL2RenderingContext, vertices: string, fragments: string): Program {
  const program = gl.createProgram();
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, vertices));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, fragments));
  for (const [name, place] of Object.entries(ATTRIBUTES)) gl.bindAttribLocation(program, place, name);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? "not linked");
  const places = new Map<string, WebGLUniformLocation | null>();
  const at = (uniform: string): WebGLUniformLocation | null => {
    if (!places.has(uniform)) places.set(uniform, gl.getUniformLocation(program, uniform));
    return places.get(uniform) ?? null;
  };
  return { program, at };
}

function compile(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type);
  if (!shader) throw new Error("the context is lost");
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? "not compiled");
  return shader;
}

/** The buffers of one context: four corners for each earthquake, and the two triangles between them. */
export interface Buffers {
  fill: (values: Float32Array) => void;
  /** Draws earthquakes, from one to before another. */
  draw: (from: number, to: number) => void;
}

const CORNERS = 4;
/** Corners of the two triangles of a square. */
const SQUARE = [0, 1, 2, 1, 3, 2] as const;

/** Squares are not instances: without a graphics card a browser draws each instance on its own, in 15 times the time. */
export function makeBuffers(gl: WebGL2RenderingContext): Buffers {
  const array = gl.createVertexArray();
  const [corners, squares] = [gl.createBuffer(), gl.createBuffer()];
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, squares);
  gl.bindBuffer(gl.ARRAY_BUFFER, corners);
  for (const [place, size, offset] of [
    [ATTRIBUTES.a_place, 2, 0],
    [ATTRIBUTES.a_look, 4, 8],
  ] as const) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, FIELDS * 4, offset);
  }
  gl.bindVertexArray(null);
  return {
    fill: (values) => {
      const count = values.length / FIELDS;
      const all = new Float32Array(values.length * CORNERS);
      const indices = new Uint32Array(count * SQUARE.length);
      for (let mark = 0; mark < count; mark++) {
        const own = values.subarray(mark * FIELDS, (mark + 1) * FIELDS);
        for (let corner = 0; corner < CORNERS; corner++) all.set(own, (mark * CORNERS + corner) * FIELDS);
        for (const [at, corner] of SQUARE.entries()) indices[mark * SQUARE.length + at] = mark * CORNERS + corner;
      }
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, corners);
      gl.bufferData(gl.ARRAY_BUFFER, all, gl.DYNAMIC_DRAW);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.DYNAMIC_DRAW);
      gl.bindVertexArray(null);
    },
    draw: (from, to) => {
      gl.bindVertexArray(array);
      const bytes = from * SQUARE.length * Uint32Array.BYTES_PER_ELEMENT;
      gl.drawElements(gl.TRIANGLES, (to - from) * SQUARE.length, gl.UNSIGNED_INT, bytes);
      gl.bindVertexArray(null);
    },
  };
}

const PICTURE_VERTEX_SHADER = `#version 300 es
void main() {
  gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}`;

const PICTURE_FRAGMENT_SHADER = `#version 300 es
precision mediump float;
uniform sampler2D u_picture;
out vec4 fragColor;
void main() {
  fragColor = texelFetch(u_picture, ivec2(gl_FragCoord.xy), 0);
}`;

/**
 * A transparent picture as large as the map, which keeps what is drawn in it from one frame to the next. Before a layer draws,
 * MapLibre has set the first texture unit, no vertex array, and blending of colours with their alpha in them.
 */
export interface Picture {
  /** What is drawn next is drawn in it. @param isNew whether it is emptied first */
  open: (isNew: boolean) => void;
  /** Draws it over the map. */
  show: () => void;
}

export function makePicture(gl: WebGL2RenderingContext): Picture {
  const { program } = linkProgram(gl, PICTURE_VERTEX_SHADER, PICTURE_FRAGMENT_SHADER);
  const [texture, frame] = [gl.createTexture(), gl.createFramebuffer()];
  return {
    open(isNew) {
      const { width, height } = gl.canvas;
      gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
      gl.viewport(0, 0, width, height);
      if (!isNew) return;
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
      gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
    },
    show() {
      gl.useProgram(program);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
  };
}
