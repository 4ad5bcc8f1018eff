const SVG = "http://www.w3.org/2000/svg";

/** The properties that a drawing takes from the style sheets of its page. */
const STYLES = (
  "fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin opacity display " +
  "font-size font-style font-weight letter-spacing text-anchor dominant-baseline paint-order vector-effect direction"
).split(" ");

/** The text around a drawing. */
interface Around {
  title: string;
  notes: readonly string[];
}

/** Size of the picture and of what is around the drawing, pixels. */
const WIDTH = 1200;
const MARGIN = 32;
const TITLE = 30;
const NOTE = 16;
/** Width of a letter, as a fraction of the size of the letters. */
const LETTER = 0.56;

/** A drawing of the page as an SVG that needs neither the page nor its style sheets, with a title and notes within the picture. */
export async function pictureOf(drawing: SVGSVGElement, { title, notes }: Around): Promise<string> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copied = copy.querySelectorAll("*");
  for (const [at, element] of drawing.querySelectorAll("*").entries()) keepStyle(element, copied[at]);
  copy.removeAttribute("class");
  for (const use of copy.querySelectorAll("use")) use.replaceWith(await usedBy(use, drawing));
  const { x, y, width, height } = drawing.viewBox.baseVal;
  const [inner, top] = [WIDTH - 2 * MARGIN, MARGIN + TITLE * 1.4];
  const bottom = Math.round(top + (inner * height) / width);
  const whole = bottom + MARGIN + notes.length * NOTE * 1.5;
  const set = (values: Record<string, string | number>, on: Element) => {
    for (const [name, value] of Object.entries(values)) on.setAttribute(name, String(value));
    return on;
  };
  set({ x: MARGIN, y: top, width: inner, height: bottom - top, overflow: "hidden" }, copy);
  const ground = set({ x, y, width, height, fill: getComputedStyle(drawing).backgroundColor }, document.createElementNS(SVG, "rect"));
  copy.prepend(ground);
  const all = document.createElementNS(SVG, "svg");
  const letters = "Commissioner, system-ui, sans-serif";
  set({ width: WIDTH, height: whole, viewBox: `0 0 ${WIDTH} ${whole}`, "font-family": letters }, all);
  const line = (text: string, at: number, size: number, colour: string) => {
    const element = set({ x: MARGIN, y: at, fill: colour, "font-size": size }, document.createElementNS(SVG, "text"));
    element.textContent = text;
    return element;
  };
  const colour = (name: string) => colourOf(`var(--${name})`, drawing);
  const size = Math.min(TITLE, inner / (LETTER * Math.max(1, title.length)));
  const heading = set({ "font-weight": 650 }, line(title, MARGIN + TITLE * 0.7, size, colour("ink")));
  const said = notes.map((note, at) => {
    const fit = Math.min(NOTE, inner / (LETTER * Math.max(1, note.length)));
    return line(note, bottom + NOTE * 1.5 * (at + 1), fit, colour("quiet"));
  });
  all.append(set({ width: WIDTH, height: whole, fill: colour("ground") }, document.createElementNS(SVG, "rect")), heading, copy, ...said);
  return new XMLSerializer().serializeToString(all);
}

function keepStyle(element: Element, copy: Element | undefined): void {
  if (!copy) return;
  copy.removeAttribute("class");
  if (element.tagName === "use" || element.tagName === "svg") return;
  const style = getComputedStyle(element);
  for (const name of STYLES) copy.setAttribute(name, style.getPropertyValue(name));
}

/** What another file of the tree contributes, in the colours of the page. */
async function usedBy(use: Element, drawing: Element): Promise<Element> {
  const [file = ""] = (use.getAttribute("href") ?? "").split("#");
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const text = (await answer.text()).replace(/var\(--[\w-]+\)|currentColor/g, (name) => colourOf(name, drawing));
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("transform", `translate(${use.getAttribute("x") ?? 0} 0)`);
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").getElementById("c");
  if (drawn) group.append(document.importNode(drawn, true));
  return group;
}

const known = new Map<string, string>();

/** A colour as a picture without style sheets knows it. */
function colourOf(value: string, inside: Element): string {
  const key = `${getComputedStyle(document.documentElement).colorScheme} ${document.documentElement.dataset["theme"]} ${value}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const probe = document.createElement("span");
  probe.style.color = value;
  inside.parentElement?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  known.set(key, color);
  return color;
}

/** An SVG as PNG in twice its size. @throws Error if the browser cannot draw it */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture cannot be drawn"))), "image/png");
  });
}
