import { describe, expect, it } from "vitest";
import { html } from "../../build/site/html.ts";

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
});
