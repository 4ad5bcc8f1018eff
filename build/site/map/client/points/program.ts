import type { CustomRenderMethodInput } from "maplibre-gl";
import { FIELDS } from "./data.ts";
import { FRAGMENT_SHADER, vertexShader } from "./shaders.ts";

/** A linked program with the locations of its uniforms. */
export interface Program {
  program: WebGLProgram;
  at: (uniform: string) => WebGLUniformLocation | null;
}

const ATTRIBUTES = { a_corner: 0, a_place: 1, a_look: 2 } as const;

/** @throws Error with the message of the shader compiler */
export function makeProgram(gl: WebGL2RenderingContext, shaders: CustomRenderMethodInput["shaderData"]): Program {
  const program = gl.createProgram();
  const { vertexShaderPrelude, define } = shaders;
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, vertexShader(vertexShaderPrelude, define)));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, FRAGMENT_SHADER));
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

/** The buffers of one context: the vertices of a square, and the earthquakes as instances of it. */
export interface Buffers {
  array: WebGLVertexArrayObject;
  fill: (values: Float32Array<ArrayBuffer>) => void;
}

export function makeBuffers(gl: WebGL2RenderingContext): Buffers {
  const array = gl.createVertexArray();
  const [square, points] = [gl.createBuffer(), gl.createBuffer()];
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, square);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(ATTRIBUTES.a_corner);
  gl.vertexAttribPointer(ATTRIBUTES.a_corner, 2, gl.FLOAT, false, 0, 0);
  gl.bindBuffer(gl.ARRAY_BUFFER, points);
  for (const [place, size, offset] of [
    [ATTRIBUTES.a_place, 2, 0],
    [ATTRIBUTES.a_look, 4, 8],
  ] as const) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, FIELDS * 4, offset);
    gl.vertexAttribDivisor(place, 1);
  }
  gl.bindVertexArray(null);
  return {
    array,
    fill: (values) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, points);
      gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
    },
  };
}
