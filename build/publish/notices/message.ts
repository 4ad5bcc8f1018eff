import type { NoticeSettings } from "../../config/schema.ts";
import { MINUTE_MS } from "../../platform/time.ts";
import type { Notice, Told } from "./due.ts";

/** A request body, and where it is posted. */
export interface Message {
  url: URL;
  contentType: string;
  body: string;
}

interface Context {
  settings: Pick<NoticeSettings, "format"> & { to: string };
  /** Where the tree is served, without a final slash; undefined: notices have no links. */
  publicUrl: string | undefined;
  /** When the notice is sent, ms since 1970 UTC. */
  now: number;
}

/** Said in each notice, since a catalogue is minutes late. */
const NOT_A_WARNING = "Information from a catalogue, not a warning.";
/** Source and prefix of the types of CloudEvents. */
const TYPE = "org.quaketree.earthquake";

/**
 * A notice in the form that its receiver expects: CloudEvents 1.0 (structured, JSON), a plain object, ntfy (publish as JSON), Slack
 * (incoming webhook) or Discord (webhook). Text of agencies is escaped, so that it can mention no one.
 */
export function messageOf(notice: Notice, { settings, publicUrl, now }: Context): Message {
  const url = new URL(settings.to);
  const link = publicUrl === undefined ? undefined : `${publicUrl}${notice.event ? `/earthquakes/${notice.event.slug}/` : "/earthquakes/"}`;
  const title = titleOf(notice);
  const text = textOf(notice, now);
  const json = (body: object, contentType = "application/json", to = url): Message => ({
    url: to,
    contentType,
    body: JSON.stringify(body),
  });
  const plain = { title, text, url: link ?? null };
  const { id, kind, rule, event, before, others } = notice;
  const data = { kind, rule, earthquake: event, before, others };
  switch (settings.format) {
    case "ntfy":
      return json(
        { topic: decodeURIComponent(url.pathname.split("/").at(-1) ?? ""), title, message: text, ...(link && { click: link }) },
        undefined,
        new URL(url.pathname.replace(/[^/]*$/, ""), url),
      );
    case "slack":
      return json({ text: `*${slackText(title)}*\n${slackText(text)}${link ? `\n<${link}>` : ""}` });
    case "discord":
      return json({
        content: `**${discordText(title)}**\n${discordText(text)}${link ? `\n${link}` : ""}`,
        allowed_mentions: { parse: [] },
      });
    case "json":
      return json({ id, ...plain, ...data });
    case "cloudevents":
      return json(
        {
          specversion: "1.0",
          id,
          source: publicUrl ?? "urn:quaketree",
          type: `${TYPE}.${kind}`,
          subject: event?.event_id ?? rule,
          time: new Date(now).toISOString(),
          datacontenttype: "application/json",
          data: { ...plain, ...data },
        },
        "application/cloudevents+json; charset=utf-8",
      );
  }
}

function titleOf({ kind, event, before, others, rule }: Notice): string {
  if (kind === "gap") return `${rule}: changes may be missing`;
  if (kind === "more" || !event) return `${rule}: ${others} more ${others === 1 ? "earthquake" : "earthquakes"}`;
  const what = `${magnitudeOf(event)}, ${event.place}`;
  if (kind === "withdrawn") return `Withdrawn: ${what}`;
  if (kind === "new" || !before) return what;
  return before.magnitude === event.magnitude ? `Revised: ${what}` : `Revised from ${magnitudeOf(before)}: ${what}`;
}

function textOf({ kind, event, rule }: Notice, now: number): string {
  if (kind === "gap") return `The changes since the last notice are not known completely. Look at the list of earthquakes. (${rule})`;
  if (!event) return NOT_A_WARNING;
  const time = `${event.occurred_at.slice(0, 16).replace("T", " ")} UTC`;
  const depth = event.depth_km === null ? [] : [`depth ${event.depth_km} km`];
  const alert = event.alert_level === null ? [] : [`PAGER alert ${event.alert_level}`];
  const late = kind === "new" ? [`told ${Math.round((now - Date.parse(event.occurred_at)) / MINUTE_MS)} min after it`] : [];
  return `${[time, ...depth, ...alert, ...late].join(", ")}. ${NOT_A_WARNING}`;
}

function magnitudeOf({ magnitude }: Pick<Told, "magnitude">): string {
  return magnitude === null ? "Magnitude unknown" : `M ${magnitude.toFixed(1)}`;
}

/** Slack reads `<`, `>` and `&` as control characters. */
function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function discordText(text: string): string {
  return text.replace(/[\\*_~`|>[\]()#@<]/g, "\\$&");
}
