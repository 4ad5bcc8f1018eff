import { type Choice, choiceOf, hashOf } from "../../map/choice.ts";

export interface Controls {
  show: (choice: Choice) => void;
}

/** The form over the map. Its fields have the names and values that the address has. */
export function createControls(form: HTMLFormElement, changed: (part: Partial<Choice>) => void): Controls {
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", ({ target }) => {
    const { name, value } = target as HTMLSelectElement;
    const said = choiceOf(`#${name}=${value}`);
    if (name === "hours") changed({ hours: said.hours, until: null });
    if (name === "min") changed({ leastMagnitude: said.leastMagnitude });
    if (name === "shape") changed({ shape: said.shape });
    if (name === "view") changed({ view: said.view });
    if (name === "sort") changed({ sort: said.sort });
  });
  return {
    show({ hours, leastMagnitude, shape, view, sort }) {
      const values = { hours, min: leastMagnitude ?? "", shape, view, sort };
      for (const [name, value] of Object.entries(values)) {
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLSelectElement) field.value = String(value);
      }
    },
  };
}

/** Keeps what is seen in the address, so that it can be shared and come back to. */
export function keepInAddress(choice: Choice): void {
  const { pathname, search } = location;
  history.replaceState(null, "", `${pathname}${search}${hashOf(choice)}`);
}
