/** An answer of the API; undefined where it cannot be had, so that a tool goes on with what the reader enters. */
export async function askApi<Body>(path: string): Promise<Body | undefined> {
  try {
    const answer = await fetch(path, { headers: { accept: "application/json" } });
    return answer.ok ? ((await answer.json()) as Body) : undefined;
  } catch {
    // Offline, and without a copy in this browser.
    return undefined;
  }
}
