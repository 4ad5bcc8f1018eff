import { html } from "../../html.ts";
import { languageOf } from "../../i18n/languages.ts";
import { type Texts, translateFrom } from "../../i18n/translations.ts";
import { tryToReadJson } from "../page-data.ts";
import { figures, holderOf, put } from "./figures.ts";
import type { TranslateFigure } from "./take.ts";

/** Offers each figure of the page to be taken away. What that needs is loaded when a reader opens the offer. */
export async function offerFigures(): Promise<void> {
  const { lang } = document.documentElement;
  if (figures().every((figure) => holderOf(figure).dataset["offered"] !== undefined)) return;
  const texts = await tryToReadJson<Texts>(`/assets/texts/figure/${lang}.json`);
  if (!texts || document.documentElement.lang !== lang) return;
  const t: TranslateFigure = translateFrom(texts, languageOf(lang).tag);
  for (const [at, figure] of figures().entries()) {
    const holder = holderOf(figure);
    if (holder.dataset["offered"] !== undefined) continue;
    holder.dataset["offered"] = "";
    const part = document.createElement("details");
    part.className = "take";
    part.innerHTML = html`<summary>${t("take")}</summary>`.markup;
    const fill = () => import("./take.ts").then((take) => take.fill(part, at, t)).catch(() => part.append(t("failed")));
    part.addEventListener("toggle", () => void fill(), { once: true });
    put(part, holder);
  }
}
