/** What the lockfile of a project says of an installed package. */
export type Locked = { readonly dependencies?: Readonly<Record<string, string>> };

const companions = ["openapi-fetch", "openapi-typescript-helpers"];

/** What hangs below these packages, directly or not, beside themselves and the companions that they are known to have. */
export function findStrangers(locked: Readonly<Record<string, Locked>>, names: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const each of Object.keys(locked[`node_modules/${name}`]?.dependencies ?? {})) visit(each);
  };
  names.forEach(visit);
  return [...found].filter((name) => ![...names, ...companions].includes(name));
}
