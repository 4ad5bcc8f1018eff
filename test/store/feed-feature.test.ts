import { expect, it } from "vitest";
import { eventTitle } from "../../build/store/feed-feature.ts";

it.each([
  [6.25, "earthquake", "M 6.3 - Here"],
  [-0.04, "", "M 0.0 - Here"],
  [-0.25, "quarry_blast", "M -0.3 Quarry Blast - Here"],
  [null, "mine_collapse_or_ice quake", "M ? Mine Collapse Or Ice Quake - Here"],
  [1, "rockfall", "M 1.0 Rockslide - Here"],
  [1, "rockburst", "M 1.0 Rockslide - Here"],
  [1, "sonicboom", "M 1.0 Sonic Boom - Here"],
  [1, "nuke", "M 1.0 Nuclear Explosion - Here"],
])("of magnitude %s and type %j the title is %j", (mag, type, title) => expect(eventTitle({ mag, place: "Here", type })).toBe(title));
