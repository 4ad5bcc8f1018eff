import type { Period } from "../../client/archive.ts";
import type { ListedEarthquake } from "../../earthquakes/table.ts";
import { countsOver, shareOf, timeAt } from "../time-scale.ts";

/** The number of steps of the slider and of bars above it. */
const STEPS = 1000;
const BARS = 60;
/** Time to play a whole period. */
const PLAYS_FOR_MS = 30_000;
/** Number of steps when the reader prefers reduced motion. */
const JUMPS = 30;

export type Timeline = ReturnType<typeof createTimeline>;

interface Elements {
  play: HTMLButtonElement;
  slider: HTMLInputElement;
  histogram: SVGElement;
  output: HTMLOutputElement;
}

interface TimelineOptions {
  elements: Elements;
  /** Formats the instant; null: the whole period. */
  write: (until: number | null) => string;
  /** Called when the reader moves the slider or the animation advances. */
  moved: (until: number | null, playing: boolean) => void;
  motion: () => boolean;
}

/** A slider over the period, a histogram of the earthquakes, and a play button. */
export function createTimeline({ elements, write, moved, motion }: TimelineOptions) {
  const { play, slider, histogram, output } = elements;
  let period: Period = { from: 0, to: 1 };
  let until: number | null = null;
  let frame: number | undefined;

  function draw(): void {
    const share = until === null ? 1 : shareOf(until, period);
    slider.value = String(Math.round(Math.min(1, Math.max(0, share)) * STEPS));
    slider.setAttribute("aria-valuetext", write(until));
    output.textContent = write(until);
  }

  function move(to: number | null): void {
    until = to;
    draw();
    moved(until, frame !== undefined);
  }

  function stop(): void {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    setPlaying(play, false);
  }

  function start(): void {
    const begin = until === null || until >= period.to ? 0 : shareOf(until, period);
    let first: number | undefined;
    let jump = -1;
    const step = (now: number) => {
      first ??= now;
      frame = requestAnimationFrame(step);
      const played = (now - first) / PLAYS_FOR_MS;
      const next = motion() ? played : Math.floor(played * JUMPS) / JUMPS;
      if (next === jump) return;
      jump = next;
      const share = begin + next;
      if (share < 1) return move(timeAt(share, period));
      stop();
      move(null);
    };
    frame = requestAnimationFrame(step);
    setPlaying(play, true);
  }

  play.addEventListener("click", () => {
    if (frame === undefined) return start();
    stop();
    moved(until, false);
  });
  slider.addEventListener("input", () => {
    stop();
    const share = Number(slider.value) / STEPS;
    move(share >= 1 ? null : Math.round(timeAt(share, period)));
  });

  return {
    /** Sets the period, its earthquakes, and the instant up to which they are shown. */
    show(next: Period, quakes: readonly ListedEarthquake[], to: number | null) {
      period = next;
      if (frame === undefined) until = to;
      drawBars(
        histogram,
        countsOver(quakes, (time) => shareOf(time, next), BARS),
      );
      draw();
    },
  };
}

function setPlaying(button: HTMLButtonElement, playing: boolean): void {
  button.setAttribute("aria-label", (playing ? button.dataset["pause"] : button.dataset["play"]) ?? "");
  button.classList.toggle("playing", playing);
  const sign = button.querySelector("span");
  if (sign) sign.textContent = playing ? "❚❚" : "▶";
}

/** Bar heights are proportional to square roots: otherwise a single swarm would make all other bars invisible. */
function drawBars(svg: SVGElement, counts: readonly number[]): void {
  const most = Math.sqrt(Math.max(1, ...counts));
  const bars = counts.map((count, at) => {
    const height = (Math.sqrt(count) / most) * 100;
    return `M${at + 0.1} 100v${(-height).toFixed(1)}h.8V100z`;
  });
  svg.setAttribute("viewBox", `0 0 ${counts.length} 100`);
  const path = svg.firstElementChild ?? svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  path.setAttribute("d", bars.join(""));
}
