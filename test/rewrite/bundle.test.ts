import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import type { respond } from "../../build/rewrite/respond.ts";

describe("the rewrite as one bundle", () => {
  it("needs no module of Node and answers where there is nothing but the web's encoders", async () => {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: 'export { openSnapshot } from "./snapshot.ts"; export { respond } from "./respond.ts";',
        resolveDir: "build/rewrite",
      },
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      platform: "neutral",
      format: "iife",
      globalName: "rewrite",
    });
    const bundle = outputFiles[0]?.contents ?? new Uint8Array(0);
    process.stdout.write(`rewrite bundle: ${bundle.length} bytes minified, ${gzipSync(bundle).length} gzipped\n`);
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
    const code = `${new TextDecoder().decode(bundle)}; rewrite.respond`;
    const ask = runInNewContext(code, { TextEncoder, TextDecoder }) as typeof respond;
    expect(await ask(undefined, { method: "GET", target: "/api/v1/stats/" })).toMatchObject({
      kind: "body",
      status: 503,
    });
    expect(await ask(undefined, { method: "GET", target: "/docs/" })).toEqual({ kind: "pass" });
  });
});
