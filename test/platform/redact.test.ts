import * as fc from "fast-check";
import { expect, it } from "vitest";
import { redactedJson, redactor, secretsOf } from "../../build/platform/redact.ts";

const hide = redactor();

it.each([
  ["https://user:pass@example.org/q cannot be reached", "https://***@example.org/q cannot be reached"],
  ['not "https://user:pa/ss@example.org/"', 'not "https://***@example.org/"'],
  ["https://example.org/q?format=text&apikey=abc&limit=5", "https://example.org/q?format=text&apikey=***&limit=5"],
  ["https://example.org/q?X-Amz-Signature=0f&access_token=x)", "https://example.org/q?X-Amz-Signature=***&access_token=***)"],
  ["/x?to%6Ben=abc&a%zz=1", "/x?to%6Ben=***&a%zz=1"],
  ["/cb#access_token=abc", "/cb#access_token=***"],
  ["app/1 (token=abc; x)", "app/1 (token=***; x)"],
  ["apikey=abc", "apikey=***"],
  ["app/1 Bearer abc.d-e_f", "app/1 Bearer ***"],
  ["authorization: basic dXNlcjpwYXNz", "authorization: basic ***"],
  ["token: abc", "token: ***"],
  ["password = abc, pwd: x, pwd=y", "password = ***, pwd: ***, pwd=***"],
  ["/r?u=https%3A%2F%2Fx.example%2F%3Ftoken%3Dabc%26a%3D1&b=2", "/r?u=https%3A%2F%2Fx.example%2F%3Ftoken%3D***&b=2"],
  ["Cookie: a=1; sid=abc\nSet-Cookie: sid=abc; Path=/", "Cookie: ***\nSet-Cookie: ***"],
  ["got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln-bmF0_dXJl here", "got *** here"],
  ["X-Api-Key:abc; Password : x", "X-Api-Key:***; Password : ***"],
  ["Authorization: Token abc, api_key: x", "Authorization: Token ***, api_key: ***"],
  [
    '{"token": "a,b c", "access_token":5,"client_secret":"a\\"b","x":1}',
    '{"token": "***", "access_token":"***","client_secret":"***","x":1}',
  ],
  ["{'password': 'a b', x: 1}", "{'password': '***', x: 1}"],
  [String.raw`"{\"token\":\"abc\",\"x\":1}"`, String.raw`"{\"token\":\"***\",\"x\":1}"`],
  ["quaketree.key: permission denied, tokens: 5, author: Reid", "quaketree.key: permission denied, tokens: 5, author: Reid"],
  ["bearer", "bearer"],
  ["https://example.org/q?minsig=600&sig=700", "https://example.org/q?minsig=600&sig=700"],
  ["mail ops@example.org about it", "mail ops@example.org about it"],
])("%s", (text, expected) => {
  expect(hide(text)).toBe(expected);
});

it("finds what is secret in an address", () => {
  expect(secretsOf("https://u:p%40ss@example.org/?token=t1&format=text")).toEqual(["p%40ss", "t1"]);
  expect(secretsOf("no address")).toEqual([]);
});

it("hides known secrets in any text, also if one is a part of another or is percent-encoded", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ minLength: 4, maxLength: 12 }).filter((secret) => !"***".includes(secret)),
        { minLength: 1 },
      ),
      fc.string(),
      fc.string(),
      (secrets, before, after) => {
        for (const secret of secrets) {
          // What stands before and after may itself make up the secret again.
          fc.pre(!`${before}***${after}`.includes(secret));
          const hidden = redactor([secret])(`${before}${secret}${after}`);
          expect(hidden).not.toContain(secret);
          expect(redactor(secrets)(`x?q=${encodeURIComponent(secret)}`)).not.toContain(`q=${encodeURIComponent(secret)}`);
        }
      },
    ),
  );
});

it("leaves JSON valid, with each value redacted as a text of its own", () => {
  const secret = fc.constantFrom("?token=", "token=", "Bearer ", "&key=a", "https://u:p", "@h/", 's3cr"et', "token: ", "'password':'", "x");
  const piece = fc.oneof(secret, fc.constantFrom("\\", '"', "\n", "\u0001", "'", " ", ":", ",", "{", "]"));
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  const known = redactor(['s3cr"et']);
  fc.assert(
    fc.property(text, text, fc.integer(), (target, agent, status) => {
      const line = { target, status, agent: [agent] };
      expect(JSON.parse(redactedJson(line, known))).toEqual({ target: known(target), status, agent: [known(agent)] });
      // What a command prints as JSON is redacted once more, as text.
      expect(JSON.parse(hide(JSON.stringify(line)))).toMatchObject({ status, agent: [expect.any(String)] });
    }),
    { numRuns: 2_000 },
  );
  expect(redactedJson({ target: '/x?token=a"' }, hide)).toBe('{"target":"/x?token=***\\""}');
});
