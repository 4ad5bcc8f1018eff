/** The parts of the page that the script fills. */
export interface PageParts {
  page: HTMLElement;
  form: HTMLFormElement;
  asOf: HTMLElement;
  trouble: HTMLElement;
  stage: HTMLElement;
  container: HTMLElement;
  hint: HTMLElement;
  density: HTMLElement;
  play: HTMLButtonElement;
  slider: HTMLInputElement;
  histogram: SVGElement;
  untilTime: HTMLOutputElement;
  card: HTMLElement;
  cardClose: HTMLButtonElement;
  rows: HTMLElement;
  more: HTMLButtonElement;
  none: HTMLElement;
  sort: HTMLElement;
  shown: HTMLElement;
  news: HTMLElement;
  copy: HTMLButtonElement;
  told: HTMLElement;
}

/** @throws Error where the page lacks one: it was written by another version */
export function partsOfPage(): PageParts {
  return {
    page: part(".map-page", HTMLElement),
    form: part("#choice", HTMLFormElement),
    asOf: part("#as-of", HTMLElement),
    trouble: part("#trouble", HTMLElement),
    stage: part(".stage", HTMLElement),
    container: part("#map", HTMLElement),
    hint: part("#hint", HTMLElement),
    density: part("#density", HTMLElement),
    play: part("#play", HTMLButtonElement),
    slider: part("#until", HTMLInputElement),
    histogram: part("#histogram", SVGElement),
    untilTime: part("#until-time", HTMLOutputElement),
    card: part("#card", HTMLElement),
    cardClose: part("#card-close", HTMLButtonElement),
    rows: part("#rows", HTMLElement),
    more: part("#more", HTMLButtonElement),
    none: part("#none", HTMLElement),
    sort: part("#sort", HTMLElement),
    shown: part("#shown", HTMLElement),
    news: part("#news", HTMLElement),
    copy: part("#copy", HTMLButtonElement),
    told: part("#told", HTMLElement),
  };
}

function part<T extends Element>(selector: string, kind: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
}
