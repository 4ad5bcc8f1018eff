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
  const part = <T extends Element>(selector: string): T => {
    const found = document.querySelector<T>(selector);
    if (!found) throw new Error(`the page has no ${selector}`);
    return found;
  };
  return {
    page: part(".map-page"),
    form: part("#choice"),
    asOf: part("#as-of"),
    trouble: part("#trouble"),
    stage: part(".stage"),
    container: part("#map"),
    hint: part("#hint"),
    density: part("#density"),
    play: part("#play"),
    slider: part("#until"),
    histogram: part("#histogram"),
    untilTime: part("#until-time"),
    card: part("#card"),
    cardClose: part("#card-close"),
    rows: part("#rows"),
    more: part("#more"),
    none: part("#none"),
    sort: part("#sort"),
    shown: part("#shown"),
    news: part("#news"),
    copy: part("#copy"),
    told: part("#told"),
  };
}
