/** What the reader chose is kept in this browser alone; one that forbids storage forgets it. */
export function savePreference(key: "language" | "theme", value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}

export function preference(key: "language" | "theme"): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
