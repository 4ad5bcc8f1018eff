/**
 * Before anything is drawn, so that a page chosen dark does not flash white; in the page itself, since a file would be
 * waited for. A browser that forbids storage keeps the theme of the device.
 */
export const THEME_SCRIPT =
  'try{const t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}';

/** SHA-256 of the script, as a content security policy names it. */
export const THEME_SCRIPT_HASH = "sha256-e2lQhFMMb6KoBMfkNDH6kVgeuY4+M384y1SCuROV8ko=";
