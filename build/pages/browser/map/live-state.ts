import type { Choice } from "../../map/choice.ts";
import type { RowStyle } from "../../map/list-rows.ts";
import type { Quake } from "../../map/quake.ts";
import type { CardView } from "./card-view.ts";
import type { Controls } from "./controls.ts";
import type { Feed, Heard } from "./feed.ts";
import type { List } from "./list.ts";
import type { News } from "./news.ts";
import type { Written } from "./numbers.ts";
import type { PageParts } from "./page-parts.ts";
import type { MapSay } from "./say.ts";
import type { Stage } from "./stage.ts";
import type { Reading } from "./tell.ts";
import type { Span, Timeline } from "./timeline.ts";

const HOUR_MS = 3_600_000;

/** The page as it is at a moment, and what it is drawn with. */
export interface Live {
  readonly parts: PageParts;
  readonly say: MapSay;
  readonly written: Written;
  readonly rows: (isNew: (id: string) => boolean, selected: string | null) => RowStyle;
  readonly feed: Feed;
  readonly news: News;
  readonly list: List;
  readonly card: CardView;
  readonly controls: Controls;
  readonly timeline: Timeline;
  readonly reading: Reading;
  /** Ms, only ever growing. */
  readonly clock: () => number;
  /** Whether things may move by themselves. */
  readonly motion: () => boolean;
  choice: Choice;
  /** The last answer. */
  heard: Heard | undefined;
  /** What is looked at and not in the period. */
  apart: Quake | undefined;
  /** Once it stands. */
  stage: Stage | undefined;
}

export function quakesOf({ heard }: Pick<Live, "heard">): readonly Quake[] {
  return heard?.quakes ?? [];
}

/** The period that is shown. */
export function spanOf({ heard, choice }: Pick<Live, "heard" | "choice">): Span {
  const to = heard?.asOf ?? 0;
  return { from: to - choice.hours * HOUR_MS, to };
}
