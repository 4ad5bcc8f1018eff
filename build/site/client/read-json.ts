/** What lies at an address of this host. @throws Error where it cannot be had */
export async function readJson<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as T;
}

/** The same; undefined where it cannot be had, for a page that can do without it. */
export async function tryToReadJson<T>(address: string): Promise<T | undefined> {
  try {
    return await readJson<T>(address);
  } catch {
    // Offline, and without a copy in this browser.
    return undefined;
  }
}
