const SCROLLERS = ".scroll, section:has(> table)";

/**
 * What is wider than its place scrolls by itself, and is to be reached by the keyboard then, with a name. Where there is
 * room it is no stop on the way.
 */
export function watchScrolling(): void {
  lookAtAll();
  window.addEventListener("resize", lookAtAll);
  // A page of data is written anew in the reader's language, and tools write their tables as they go.
  let seen = main();
  const observer = new MutationObserver(lookAtAll);
  const observe = (part: Element | null) => part && observer.observe(part, { childList: true, subtree: true });
  observe(seen);
  new MutationObserver(() => {
    if (main() === seen) return;
    seen = main();
    observe(seen);
    lookAtAll();
  }).observe(document.body, { childList: true });
}

function main(): Element | null {
  return document.querySelector("main");
}

let waiting = false;

/** Once in a frame, however much changes. */
function lookAtAll(): void {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    for (const part of document.querySelectorAll<HTMLElement>(SCROLLERS)) lookAt(part);
  });
}

function lookAt(part: HTMLElement): void {
  const isWide = part.scrollWidth > part.clientWidth;
  if (isWide && !part.hasAttribute("tabindex")) {
    const label = labelOf(part);
    part.tabIndex = 0;
    part.dataset["wide"] = "";
    if (label !== "") {
      part.setAttribute("role", "region");
      part.setAttribute("aria-label", label);
    }
  } else if (!isWide && part.dataset["wide"] !== undefined) {
    for (const name of ["tabindex", "role", "aria-label", "data-wide"]) part.removeAttribute(name);
  }
}

/** The heading that it stands under. */
function labelOf(part: HTMLElement): string {
  const heading = part.querySelector("h2, h3") ?? part.closest("section")?.querySelector("h2, h3");
  return (heading ?? document.querySelector("h1"))?.textContent?.trim() ?? "";
}
