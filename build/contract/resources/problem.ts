import { z } from "zod";
import { name } from "./common.ts";

export const ParameterError = z
  .strictObject({
    parameter: z.string().meta({
      description: "Name of the parameter, as given; `query` where the whole query string is meant.",
      examples: ["limit"],
    }),
    given: z.string().meta({
      description: "What was given, at most 100 characters of it; empty where nothing was.",
      examples: ["1000"],
    }),
    allowed: name.meta({ description: "What would have been allowed.", examples: ["an integer from 1 to 200"] }),
    hint: name
      .optional()
      .meta({ description: "The nearest known name or value, where one is close.", examples: ["limit"] }),
  })
  .meta({ description: "One thing that is wrong with the parameters." });

export const Problem = z
  .strictObject({
    type: name.meta({
      description: "Relative address of the page that explains this kind of problem.",
      examples: ["/docs/problems/invalid-parameter/"],
    }),
    title: name.meta({ description: "The kind of problem in words.", examples: ["A parameter is not valid"] }),
    status: z
      .int()
      .min(400)
      .max(599)
      .meta({ description: "The HTTP status, once more.", examples: [400] }),
    detail: name.meta({
      description: "What is wrong with this request.",
      examples: ['limit was given as "1000"; allowed: an integer from 1 to 200.'],
    }),
    errors: z.array(ParameterError).optional().meta({ description: "Everything that is wrong with the parameters." }),
  })
  .meta({ description: "A problem document (RFC 9457)." });
