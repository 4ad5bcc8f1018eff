// Maps a request to a file of the tree, or to a response. Written in the subset of JavaScript that CloudFront Functions
// run: no for-of, no spread, no destructuring, no default arguments, no async, no URL.

function reply(status, headers, body) {
  const all = {};
  for (const name in TABLE.headers) all[name] = TABLE.headers[name];
  all["cache-control"] = status === 405 || status === 204 ? "no-store" : TABLE.errorCache;
  if (body !== "") all["content-type"] = "application/problem+json";
  for (const name in headers) all[name] = headers[name];
  return { status: status, headers: all, body: body };
}

function filled(text, shown) {
  return text.replace("{shown}", JSON.stringify(shown).slice(1, -1).replace(/\$/g, "$$$$"));
}

function short(text) {
  return text.length > 100 ? text.slice(0, 99) + "…" : text;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
    // oxlint-disable-next-line no-unused-vars -- the language before 2019 has no catch without
  } catch (error) {
    return undefined;
  }
}

// The decoded path; undefined if no tree can have it.
function pathOf(uri) {
  const segments = uri.split("/").map(decoded);
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at];
    if (segment === undefined || segment === "." || segment === ".." || /[\0/\\]/.test(segment)) return undefined;
  }
  return segments.join("/");
}

// What the endpoint has, and an example, follow from the values that have files.
function refusal(row, path) {
  if (row.id === undefined) return TABLE.none;
  const lists = [];
  const pairs = [];
  for (const name in row.values) {
    const values = row.values[name];
    if (values.length === 1 && values[0] === row.defaults[name]) continue;
    lists.push(name + " (" + values.join(", ") + ")");
    pairs.push(name + "=" + values[values.length - 1]);
  }
  const isNone = lists.length === 0;
  const text = isNone
    ? TABLE.notPrebuilt.replace(',"hint":"{hint}"', "")
    : TABLE.notPrebuilt.replace("{hint}", path + "?" + pairs.join("&"));
  const has = isNone ? TABLE.nothing : TABLE.some.replace("{lists}", lists.join(" and "));
  return text.replace("{path}", path).split("{has}").join(has);
}

// The file that answers a query, undefined if there is none. A value has one spelling. Pairs are as received: [name, value].
function fileOf(row, path, pairs) {
  const given = {};
  for (let at = 0; at < pairs.length; at++) {
    const name = decoded(pairs[at][0].replace(/\+/g, " "));
    const text = decoded(pairs[at][1].replace(/\+/g, " "));
    const isDays = row.days && name === "days" && /^\d+$/.test(text);
    const of = isDays ? "hours" : name;
    if (!row.values || !Object.prototype.hasOwnProperty.call(row.values, of) || given[of] !== undefined) return undefined;
    const value = isDays ? String(24 * text) : text;
    if (row.values[of].indexOf(value) < 0) return undefined;
    given[of] = value;
  }
  const parts = [];
  for (const name in row.values) {
    const value = given[name];
    if (value !== undefined && value !== row.defaults[name]) parts.push(name + "-" + value);
  }
  return parts.length === 0 ? path.replace(/\/$/, ".json") : "/q/" + row.id + "/" + parts.join(".") + ".json";
}

// { file } or { status, headers, body }. The query is the raw one without its mark; undefined where there is none.
// oxlint-disable-next-line no-unused-vars -- the program that this is put into calls it
function answer(method, uri, query, pairs) {
  if (method === "OPTIONS") return reply(204, TABLE.preflight, "");
  if (method !== "GET" && method !== "HEAD") {
    return reply(405, { allow: TABLE.preflight.allow }, filled(TABLE.refused, method));
  }
  const path = pathOf(uri);
  const isApi = /^\/api(\/|$)/.test(path === undefined ? uri : path);
  if (path === undefined) return isApi ? notFound(TABLE.malformed, "") : noFile(uri);
  if (/^\/fdsnws(\/|$)/.test(path)) return noEvents(query === undefined ? path : path + "?" + query);
  if (!isApi) return country(path, query) || page(path, query);
  // Only the description of the API has a name with a dot.
  const isNamed = path === "/api/v1/openapi.json";
  if (/\/\/|\.[^/]*$/.test(path) && !isNamed) return notFound(TABLE.noEndpoint, path);
  if (!path.endsWith("/") && !isNamed) return redirect(path, query);
  const row = TABLE.rows[path] || {};
  const file = query !== undefined && query.length > 4096 ? undefined : fileOf(row, path, pairs);
  if (file === undefined) return reply(400, {}, filled(refusal(row, path), query === undefined ? "" : short(query)));
  return country(path) || { file: file };
}

function notFound(detail, shown) {
  return reply(404, {}, filled(TABLE.notFound + detail, short(shown)));
}

function noFile(shown) {
  const missing = notFound(TABLE.noFile, shown);
  missing.headers.vary += ", Accept";
  return missing;
}

// The event service needs the rewrite.
function noEvents(shown) {
  const text = TABLE.noEvents.replace("{now}", new Date().toISOString());
  return reply(
    501,
    { "content-type": "text/plain; charset=utf-8" },
    text.replace("{shown}", () => shown),
  );
}

function page(path, query) {
  if (/\/\/|\.(br|gz)$/.test(path) && !/^\/data\/[a-z.]+$/.test(path)) return noFile(path);
  if (isPage(path)) return redirect(path, query);
  return { file: path.endsWith("/") ? path + "index.html" : path };
}

function redirect(path, query) {
  const location = path.split("/").map(encodeURIComponent).join("/") + "/" + (query === undefined ? "" : "?" + query);
  return reply(308, { location: location, "cache-control": TABLE.slowCache }, "");
}

// Where another code of a country leads to; undefined for every other path.
function country(path, query) {
  const found = /^((\/api\/v1)?\/countries\/)([A-Za-z]{2,3})(\/risk)?\/$/.exec(path);
  if (!found || (found[4] && !found[2])) return undefined;
  const code = found[3].toUpperCase();
  const known = new RegExp("\\b" + code + ":(..):(\\S+)").exec(TABLE.codes);
  const to = known && known[found[4] ? 1 : 2];
  return to && to !== found[3] ? redirect(found[1] + to + (found[4] || ""), query) : undefined;
}

// Folders with a page for each event, country, plate or term are in the table by name only; translations are not
// repeated.
function isPage(path) {
  const language = path.split("/")[1];
  if (TABLE.languages.indexOf(language) >= 0) {
    const inEnglish = path.slice(language.length + 1);
    return inEnglish === "" || isPage(inEnglish);
  }
  const last = path.lastIndexOf("/") + 1;
  if (TABLE.pages.indexOf(path + "/") >= 0) return true;
  return TABLE.folders.indexOf(path.slice(0, last)) >= 0 && /^[a-z0-9-]+$/.test(path.slice(last));
}
