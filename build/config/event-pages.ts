/** Which earthquakes have a page of their own. */
export const EVENT_PAGES = ["all", "significant", "none"] as const;
export type EventPages = (typeof EVENT_PAGES)[number];
