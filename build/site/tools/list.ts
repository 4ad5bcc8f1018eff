/**
 * The tools under `/tools/`, in the order in which they are listed. A slug is also the name of the area of its texts
 * (`tool-{slug}`), of its module here (`build/pages/tools/{slug}.ts`) and of its script (`build/pages/browser/tool-{slug}.ts`).
 */
export const TOOLS = [
  "near-me",
  "travel-times",
  "energy",
  "felt-intensity",
  "s-minus-p",
  "aftershocks",
  "gutenberg-richter",
  "plate-motion",
  "tsunami-travel-time",
  "countries",
  "timeline",
  "scales",
] as const;

export type ToolSlug = (typeof TOOLS)[number];
