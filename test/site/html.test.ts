import { describe, expect, it } from "vitest";
import { type Html, html, jsonHtml } from "../../build/site/html.ts";

describe("a page template", () => {
  it("escapes whatever an agency sends", () => {
    const place = `<script>alert("x")</script> & 'more'`;
    expect(html`<a title="${place}">${place}</a>`.markup).toBe(
      `<a title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;</a>`,
    );
  });

  it("joins lists, keeps templates inside templates, and prints nothing for null", () => {
    const rows = ["a", "<b>"].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${rows}${null}${undefined}${0}</ul>`.markup).toBe("<ul><li>a</li><li>&lt;b&gt;</li>0</ul>");
  });

  it("refuses an object that only looks like HTML", () => {
    // @ts-expect-error only the functions of html.ts make HTML
    const forged: Html = { markup: "<script>" };
    expect(() => html`<p>${forged}</p>`).toThrow(TypeError);
  });

  it("writes JSON that cannot end its script element", () => {
    const value = { place: "</script><b>" };
    const { markup } = html`<script type="application/json">${jsonHtml(value)}</script>`;
    expect(markup.match(/<\/script>/g)).toHaveLength(1);
    expect(JSON.parse(markup.replace(/<[^>]*>/g, ""))).toEqual(value);
  });
});
