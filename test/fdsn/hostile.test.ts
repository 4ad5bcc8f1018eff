import { describe, it } from "vitest";
import { assertAnswersAnything, assertAnswersNoOther } from "./hostile.ts";

describe("hostile requests", () => {
  it("are answered in the form of the protocol, whatever they are", () => assertAnswersAnything(150));

  it("requests with one wrong letter are refused, or answered as they are written", () => assertAnswersNoOther(250));
});
