import type { Check } from "../check.ts";

const foldersOfSamples = /(^|\/)(fixtures|examples|published|__snapshots__)\//;
const segmentAllowed = /^(\.[\w.-]+|[A-Z_]+(\.[a-z]+)?|[a-z0-9]+([-.][a-z0-9]+)*)$/;

/** Programs look for these by name. */
const usualNames = new Set(["Containerfile", "Dockerfile"]);

/** One spelling for all paths, so that none differs from another by its capitals alone. */
export const namesAreKebabCase: Check = {
  name: "names-are-kebab-case",
  rule: "Files and folders are named in kebab case, but for README and its like, dotfiles and samples.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths) {
      if (foldersOfSamples.test(path)) continue;
      const odd = path
        .split("/")
        .find((segment) => !segmentAllowed.test(segment) && !usualNames.has(segment));
      if (odd === undefined) continue;
      yield {
        path,
        line: 1,
        wrong: `\`${odd}\` is not in kebab case.`,
        mend: "Rename it to lower-case words joined by hyphens.",
      };
    }
  },
  breach: { "packages/planted/src/openAccount.ts": "export function openAccount(): void {}\n" },
};
