import type { MapSay } from "../card.ts";
import type { RowStyle } from "../list-rows.ts";
import type { Quake } from "../quake.ts";
import type { ViewState } from "../view-state.ts";
import type { CardView } from "./card-view.ts";
import type { Controls } from "./controls.ts";
import type { Feed, FeedSnapshot } from "./feed.ts";
import type { Formatter } from "./formatter.ts";
import type { List } from "./list.ts";
import type { Stage } from "./map-view.ts";
import type { News } from "./new-events.ts";
import type { PageParts } from "./page-parts.ts";
import type { Reading } from "./show-status.ts";
import type { Span, Timeline } from "./timeline.ts";

const HOUR_MS = 3_600_000;

/** The page as it is at a moment, and what it is drawn with. */
export interface MapState {
  readonly parts: PageParts;
  readonly t: MapSay;
  readonly written: Formatter;
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
  choice: ViewState;
  /** The last answer. */
  received: FeedSnapshot | undefined;
  /** What is looked at and not in the period. */
  apart: Quake | undefined;
  /** Once it stands. */
  stage: Stage | undefined;
}

export function quakesOf({ received }: Pick<MapState, "received">): readonly Quake[] {
  return received?.quakes ?? [];
}

/** The period that is shown. */
export function spanOf({ received, choice }: Pick<MapState, "received" | "choice">): Span {
  const to = received?.asOf ?? 0;
  return { from: to - choice.hours * HOUR_MS, to };
}
