import type { HostException } from "../../build/site/read-page.ts";

/** How an answer came out. */
export interface Found {
  status: number;
  /** What is not as it should be: `[found, expected]` by status, body or header. */
  differences: Record<string, [found: unknown, expected: unknown]>;
}

/**
 * The differences that no exception of the host covers. A case may be covered by several; one with a status counts for
 * answers of that status only. An exception that names cases has to be needed in each of them: what passes is not an exception.
 *
 * @param seen what each exception was needed for, which is added to
 */
export function unexcused(
  { status, differences }: Found,
  name: string,
  exceptions: readonly HostException[],
  seen: Map<HostException, Set<string>>,
): Found["differences"] {
  const matching = exceptions.filter((exception) => new RegExp(exception.cases).test(name) && (exception.status ?? status) === status);
  const left = Object.entries(differences).filter(([what]) => {
    const excusing = matching.filter((exception) => covers(exception, what));
    for (const exception of excusing) seen.set(exception, (seen.get(exception) ?? new Set()).add(what));
    return excusing.length === 0;
  });
  const idle = matching.filter(({ cases }) => cases !== "").filter((exception) => !excuses(exception, differences));
  return { ...Object.fromEntries(left), ...(idle.length > 0 && { "declared, and yet": [`as it should be with ${status}`, idle] }) };
}

/** Whether an exception covers any of the differences. */
function excuses(exception: HostException, differences: Found["differences"]): boolean {
  return Object.keys(differences).some((what) => covers(exception, what));
}

function covers({ status, differs }: HostException, what: string): boolean {
  return what === "status" ? status !== undefined : differs.includes(what) || differs.includes("*");
}
