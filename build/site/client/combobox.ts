import { type Html, html } from "../html.ts";
import { markupOf } from "./base.ts";
import { localise } from "./localise.ts";

interface ComboboxOptions {
  /** Id of the list. */
  id: string;
  /** The options for a query, as elements with the role `option`; undefined: the list closes. */
  look: (query: string) => Promise<Html | undefined>;
  /** Called with the option that the reader chose. */
  open: (option: HTMLElement) => void;
  /** Whether the enter key chooses the first option if the reader marked none. */
  entersFirst?: boolean;
}

/** The request follows a pause in typing of this length, ms. */
const PAUSE_MS = 150;

const ready = new WeakSet<HTMLInputElement>();

/**
 * Adds a list of suggestions to a search box. It is a combobox with a list, as in the ARIA Authoring Practices ("Editable
 * Combobox With List Autocomplete"). A second call for the same box does nothing.
 */
export function combobox(input: HTMLInputElement, { id, look: lookUp, open, entersFirst = false }: ComboboxOptions): void {
  if (ready.has(input)) return;
  ready.add(input);
  const list = listBeside(input, id);
  let latest = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let active = -1;

  const options = () => [...list.querySelectorAll<HTMLElement>("[role=option]")];
  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const activate = (at: number) => {
    const all = options();
    active = at < -1 ? all.length - 1 : at >= all.length ? -1 : at;
    all.forEach((option, index) => option.setAttribute("aria-selected", String(index === active)));
    const option = all[active];
    if (!option) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };
  const look = async () => {
    const query = input.value.trim();
    if (query === latest && !list.hidden) return;
    latest = query;
    const found = await lookUp(query);
    // The reader typed more or left the box while the request ran.
    if (latest !== query || document.activeElement !== input) return;
    if (!found) return close();
    list.innerHTML = markupOf(found);
    for (const [at, option] of options().entries()) option.id = `${id}-${at}`;
    localise(list, Date.now());
    list.hidden = false;
    keepInWindow(list);
    input.setAttribute("aria-expanded", "true");
    activate(-1);
  };
  const choose = (option: HTMLElement | null | undefined) => {
    if (option && option.ariaDisabled !== "true") open(option);
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void look().catch(close), PAUSE_MS);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !list.hidden) close();
    else if (event.key === "ArrowDown" && list.hidden) void look().catch(close);
    else if (event.key === "ArrowDown") activate(active + 1);
    else if (event.key === "ArrowUp" && !list.hidden) activate(active - 1);
    else if (event.key === "Enter" && active >= 0) choose(options()[active]);
    else if (event.key === "Enter" && entersFirst)
      void look()
        .then(() => choose(options()[0]))
        .catch(close);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", close);
  // The reader may have typed before this script was loaded.
  if (input.value !== "") void look().catch(close);
  // Prevents the search box from losing the focus, which would close the list before the click.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => choose((target as Element).closest<HTMLElement>("[role=option]")));
}

/** Moves a list that is wider than its box to where all of it is seen. */
function keepInWindow(list: HTMLElement): void {
  list.style.translate = "";
  const { left, right } = list.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const across = left < EDGE ? EDGE - left : Math.min(0, width - EDGE - right);
  list.style.translate = `${across}px`;
}

/** Distance of a list from the edges of the window, CSS pixels. */
const EDGE = 8;

function listBeside(input: HTMLInputElement, id: string): HTMLElement {
  const list = document.createElement("div");
  list.id = id;
  list.className = "suggestions";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.getAttribute("aria-label") ?? input.labels?.[0]?.textContent ?? "");
  input.after(list);
  const combobox = {
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": list.id,
    "aria-autocomplete": "list",
  };
  for (const [name, value] of Object.entries(combobox)) input.setAttribute(name, value);
  return list;
}

/** A message in the list of suggestions. It is an option, because a listbox may contain only options. */
export function note(text: string): Html {
  return html`<div role="option" aria-disabled="true" aria-selected="false">${text}</div>`;
}
