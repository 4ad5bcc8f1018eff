import { it } from "vitest";
import { assertAnswersAnything, assertAnswersNoOther } from "./hostile.ts";

it("10,000 requests of garbage are answered in the form of the protocol", () => assertAnswersAnything(10_000));

it("10,000 requests with one wrong letter are refused, or answered for what they say", () => assertAnswersNoOther(10_000));
