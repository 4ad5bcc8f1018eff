import { parseSync } from "@swc/core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
const require = createRequire("/work/wt-rest/package.json");
const { checkSync } = require("recheck/lib/browser.js");
const seen = new Map();
let n = 0, files=0;
const { execSync } = await import("node:child_process");
for (const f of execSync("git ls-files build | grep -v pages/guides/").toString().trim().split("\n").filter(f=>/\.(ts|js)$/.test(f))) {
  const ast = parseSync(readFileSync(f,"utf8"), {syntax:"typescript", target:"esnext"});
  files++;
  const walk = (x) => { if (!x || typeof x !== "object") return;
    if (x.type === "RegExpLiteral") { n++; const k = `/${x.pattern}/${x.flags}`; (seen.get(k) ?? seen.set(k,{p:x.pattern,fl:x.flags,f:new Set()}).get(k)).f.add(f); }
    for (const v of Object.values(x)) walk(v); };
  walk(ast);
}
console.log(files,"files", n, "literals", seen.size, "different");
const t=Date.now(); const times=[];
for (const [k,{p,fl,f}] of seen) {
  const s=Date.now(); const r = checkSync(p, fl, {checker: process.argv[2] ?? "auto", timeout: 20000}); times.push([Date.now()-s,k]);
  if (r.status!=="safe" || (r.complexity && !["safe","linear"].includes(r.complexity.type))) console.log(r.status, r.checker, r.complexity?.summary, r.error?.kind, k, [...f].join(" "), JSON.stringify(r.attack?.pattern)?.slice(0,150));
}
console.log(Date.now()-t,"ms", times.sort((a,b)=>b[0]-a[0]).slice(0,25));
