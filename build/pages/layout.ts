import { type Html, html } from "./html.ts";

/** A page of the tree: everything it needs lies in the tree too, and it asks nothing of the outside. */
export interface Page {
  title: string;
  description: string;
  main: Html;
  /** Extra elements of the head. */
  head?: Html;
  /** Extra elements after the main part. */
  end?: Html;
}

/** Swagger UI styles its elements inline; everything else comes from the tree itself. */
const CONTENT_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'";

const LINKS = [
  ["/", "Start"],
  ["/docs/", "Documentation"],
  ["/methods/", "Methods"],
  ["/api/", "API"],
] as const;

export function layout(page: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">
<meta name="description" content="${page.description}">
<title>${page.title}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/style.css">
${page.head}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="24" height="24">Quaketree</a>
<nav aria-label="Main">${LINKS.map(([href, label]) => html`<a href="${href}">${label}</a>`)}</nav></header>
<main id="main">
${page.main}
</main>
<footer><p>Never plan around a single source. For warnings follow your national agency and <span class="nowrap">tsunami.gov</span>.</p></footer>
${page.end}</body>
</html>
`.markup;
}
