import { hashOf, type ViewState, viewStateOf } from "../view-state.ts";

export interface Controls {
  show: (choice: ViewState) => void;
  /** Calls back with what the reader changes. */
  listen: (changed: (part: Partial<ViewState>) => void) => void;
}

/** The form over the map. Its fields have the names and values that the address has. */
export function createControls(form: HTMLFormElement): Controls {
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  return {
    listen(changed) {
      // One of its fields stands elsewhere on the page, and belongs to it by its `form` attribute.
      document.addEventListener("change", ({ target }) => {
        const part = target instanceof HTMLSelectElement && target.form === form ? changeOf(target) : undefined;
        if (part) changed(part);
      });
    },
    show({ hours, leastMagnitude, shape, view, sort }) {
      const values = { hours, min: leastMagnitude ?? "", shape, view, sort };
      for (const [name, value] of Object.entries(values)) {
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLSelectElement) field.value = String(value);
      }
    },
  };
}

function changeOf({ name, value }: HTMLSelectElement): Partial<ViewState> | undefined {
  const { hours, leastMagnitude, shape, view, sort } = viewStateOf(`#${name}=${value}`);
  const parts: Record<string, Partial<ViewState>> = {
    hours: { hours, until: null },
    min: { leastMagnitude },
    shape: { shape },
    view: { view },
    sort: { sort },
  };
  return parts[name];
}

/** Keeps what is seen in the address, so that it can be shared and come back to. */
export function saveInAddress(choice: ViewState): void {
  const { pathname, search } = location;
  history.replaceState(null, "", `${pathname}${search}${hashOf(choice)}`);
}
