/** The drawings whose marks say what they are. A link in a drawing says it itself. */
const DRAWINGS = "main :is(figure, .figure) svg:is(.chart, .map)";

/** How near to a mark a pointer has to be, CSS pixels. */
const REACH = { mouse: 14, touch: 30 } as const;

/** A click moves the pointer less than this, CSS pixels: a drag means something else. */
const CLICK = 5;

interface Mark {
  element: Element;
  text: string;
  href: string | undefined;
}

/** The text of a mark is taken out of its `<title>`, which a browser would show beside the card. */
const MARKS = new WeakMap<Element, Omit<Mark, "element">>();

/**
 * Shows what a mark of a chart or map says in a card: of the mark under a mouse, of the one that a finger touches, and of the one
 * that the arrow keys choose while the drawing has the focus. Enter, or the card itself, leads to the page of the mark.
 */
export function offerCards(): void {
  for (const drawing of document.querySelectorAll<SVGSVGElement>(DRAWINGS)) {
    if (drawing.dataset["cards"] !== undefined || !drawing.querySelector("title")) continue;
    drawing.dataset["cards"] = "";
    // The map beside a list is hidden from screen readers, which have the list.
    if (!drawing.closest("[aria-hidden=true]")) drawing.tabIndex = 0;
    listen(drawing);
  }
}

function marksOf(drawing: SVGSVGElement): Mark[] {
  for (const title of drawing.querySelectorAll("title")) {
    const element = title.parentElement as Element | null;
    if (!element) continue;
    MARKS.set(element, { text: title.textContent ?? "", href: title.dataset["href"] });
    element.setAttribute("data-card", "");
    title.remove();
  }
  const found = [...drawing.querySelectorAll("[data-card]")].map((element) => ({ element, ...MARKS.get(element) }) as Mark);
  const places = new Map(found.map((mark) => [mark, centreOf(mark)]));
  return found.toSorted((a, b) => (places.get(a)?.x ?? 0) - (places.get(b)?.x ?? 0));
}

function centreOf({ element }: Mark): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function listen(drawing: SVGSVGElement): void {
  const card = document.createElement("p");
  card.className = "said";
  card.setAttribute("role", "status");
  drawing.after(card);
  let shown: Mark | undefined;
  let pressed = { x: 0, y: 0 };

  const show = (mark: Mark | undefined) => {
    if (mark?.element === shown?.element) return;
    shown?.element.classList.remove("at");
    shown = mark;
    card.replaceChildren();
    if (!mark) return;
    mark.element.classList.add("at");
    card.append(
      mark.href === undefined ? mark.text : Object.assign(document.createElement("a"), { href: mark.href, textContent: mark.text }),
    );
    put(card, mark, drawing);
  };
  const nearest = ({ clientX, clientY, pointerType }: PointerEvent) => {
    const all = marksOf(drawing).map((mark) => {
      const { x, y } = centreOf(mark);
      return { mark, away: Math.hypot(x - clientX, y - clientY) };
    });
    const [first] = all.toSorted((a, b) => a.away - b.away);
    return first && first.away <= (pointerType === "mouse" ? REACH.mouse : REACH.touch) ? first.mark : undefined;
  };
  const follow = () => {
    if (shown?.href !== undefined) location.assign(shown.href);
  };

  drawing.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && event.buttons === 0) show(nearest(event));
  });
  drawing.addEventListener("pointerleave", ({ pointerType, relatedTarget }) => {
    if (pointerType === "mouse" && !card.contains(relatedTarget as Node | null)) show(undefined);
  });
  drawing.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
    pressed = { x, y };
  });
  drawing.addEventListener("click", (event) => {
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > CLICK) return;
    // A finger sees the card first; the card leads on.
    if (event.pointerType === "mouse") follow();
    else show(nearest(event));
  });
  drawing.addEventListener("keydown", (event) => {
    if (event.key === "Enter") follow();
    const moved = step(event.key, marksOf(drawing), shown);
    if (moved === null) return;
    event.preventDefault();
    show(moved);
  });
  drawing.addEventListener("blur", () => {
    if (!card.matches(":hover")) show(undefined);
  });
}

/** The mark that a key leads to, from left to right; undefined for none, null if the key means nothing here. */
function step(key: string, marks: readonly Mark[], from: Mark | undefined): Mark | undefined | null {
  const at = marks.findIndex(({ element }) => element === from?.element);
  if (key === "Escape") return undefined;
  if (key === "Home") return marks[0];
  if (key === "End") return marks.at(-1);
  if (key === "ArrowRight" || key === "ArrowDown") return marks[Math.min(at + 1, marks.length - 1)];
  if (key === "ArrowLeft" || key === "ArrowUp") return at < 0 ? marks.at(-1) : marks[Math.max(0, at - 1)];
  return null;
}

/** Puts the card above its mark, or below where there is no room, within the drawing. */
function put(card: HTMLElement, mark: Mark, drawing: Element): void {
  const holder = (card.offsetParent ?? document.body).getBoundingClientRect();
  const [box, frame] = [mark.element.getBoundingClientRect(), drawing.getBoundingClientRect()];
  const { offsetWidth: width, offsetHeight: height } = card;
  const x = Math.min(Math.max(frame.left, box.left + box.width / 2 - width / 2), frame.right - width);
  const above = box.top - height - 8;
  const y = above < frame.top ? box.bottom + 8 : above;
  card.style.left = `${x - holder.left}px`;
  card.style.top = `${y - holder.top}px`;
}
