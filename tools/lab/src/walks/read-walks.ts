/** The walks as ARCHITECTURE.md shows them. */

const walkNames = ["search", "cover", "card", "price"] as const;
export type WalkName = (typeof walkNames)[number];

const row = /^\|(?<step>[^|]*)\|(?<search>[^|]*)\|(?<cover>[^|]*)\|(?<card>[^|]*)\|(?<price>[^|]*)\|$/gm;

/**
 * The files of each walk in the table of a section "Four walks". A path begins with the name of a package, or else in
 * `apps/server/src`; "the same" stands for the files of the search.
 */
export function readWalks(
  page: string,
  packageNames: readonly string[],
): Readonly<Record<WalkName, readonly string[]>> {
  const [, section = ""] = /^## Four walks$([\s\S]*?)^## /m.exec(page) ?? [];
  const walks: Record<WalkName, string[]> = { search: [], cover: [], card: [], price: [] };
  for (const { groups = {} } of section.matchAll(row)) {
    for (const name of walkNames) {
      const cell = groups[name]?.trim() === "the same" ? groups["search"] : groups[name];
      for (const [, path = ""] of (cell ?? "").matchAll(/`([^`]+\.ts)`/g)) walks[name].push(locate(path));
    }
  }
  return walks;

  function locate(path: string): string {
    const [folder = "", ...rest] = path.split("/");
    return packageNames.includes(folder)
      ? `packages/${folder}/src/${rest.join("/")}`
      : `apps/server/src/${path}`;
  }
}

/** Faults of a walk: files that it enters and the page lacks, and the reverse. */
export function compareWalk(
  name: WalkName,
  {
    entered,
    shown,
    countMax,
  }: Readonly<{ entered: ReadonlySet<string>; shown: readonly string[]; countMax: number }>,
): string[] {
  return [
    ...[...entered]
      .filter((file) => !shown.includes(file))
      .map((file) => `the ${name} enters ${file}, which the page does not show`),
    ...shown
      .filter((file) => !entered.has(file))
      .map((file) => `the page shows ${file}, which the ${name} does not enter`),
    ...(entered.size > countMax
      ? [`the ${name} enters ${entered.size} files; at most ${countMax} are allowed`]
      : []),
  ];
}
