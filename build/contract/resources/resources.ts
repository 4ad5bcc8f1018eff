import type * as z from "zod";
import * as changes from "./changes.ts";
import * as common from "./common.ts";
import * as country from "./country.ts";
import * as earthquake from "./earthquake.ts";
import * as detail from "./earthquake-detail.ts";
import * as geojson from "./geojson.ts";
import * as glossary from "./glossary.ts";
import * as plate from "./plate.ts";
import * as service from "./service.ts";

/** The modules of schemas, in the order of the documentation. */
const MODULES = [earthquake, detail, geojson, country, plate, common, glossary, service, changes];

/**
 * The schemas of all bodies and of their parts, by the names in the endpoint table and the OpenAPI description: what a module exports
 * under a name that begins with a capital letter. Field order is that of the bodies. Only the build and tests use them; a host's rewrite
 * never loads them.
 */
export const RESOURCES = Object.fromEntries(
  MODULES.flatMap((module) => Object.entries(module).filter(([name]) => /^[A-Z]/.test(name))),
) as Readonly<Record<string, z.ZodType>>;

export type * from "./changes.ts";
export type * from "./common.ts";
export type * from "./country.ts";
export type * from "./earthquake.ts";
export type * from "./earthquake-detail.ts";
export type * from "./geojson.ts";
export type * from "./glossary.ts";
export type * from "./plate.ts";
export type * from "./service.ts";
