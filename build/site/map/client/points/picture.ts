import { linkProgram } from "./program.ts";

const VERTEX_SHADER = `#version 300 es
void main() {
  gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}`;

const FRAGMENT_SHADER = `#version 300 es
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
  const { program } = linkProgram(gl, VERTEX_SHADER, FRAGMENT_SHADER);
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
