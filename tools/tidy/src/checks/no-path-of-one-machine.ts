import { posix } from "node:path";
import type { Check } from "../check.ts";
import { isText } from "../house/is-text.ts";

const foldersOfPeople = ["home", "root", "Users"];
const foldersOfSystems = new Set(
  "/ /tmp /srv /opt /usr /var /app /mnt /home /root /Users /private".split(" "),
);

/** What names a folder of one machine works on no other. */
export const noPathOfOneMachine: Check = {
  name: "no-path-of-one-machine",
  rule: "No file names a folder that exists on one machine alone, neither somebody's home nor where this tree lies.",
  rooms: [],
  *find(tree) {
    const pattern = patternFor(tree.root);
    for (const path of tree.paths.filter(isText)) {
      const found = pattern.exec(tree.text(path));
      if (found === null) continue;
      yield {
        path,
        line: tree.text(path).slice(0, found.index).split("\n").length,
        wrong: `\`${found[0]}\` exists on one machine alone.`,
        mend: "Write the path relative to the repository, or take it as an argument.",
      };
    }
  },
  breach: { "docs/planted.md": `See ${["", "home", "planted", "notes"].join("/")}.\n` },
};

/** The tree's own place is known only where it lies, and so is the folder around it. */
function patternFor(root: string): RegExp {
  const around = [root, posix.dirname(root)].filter((folder) => !foldersOfSystems.has(folder));
  const places = [...around.map((folder) => folder.slice(1)), ...foldersOfPeople].map(quoteForPattern);
  return new RegExp(`(?<![\\w.:/~\\-}\\])>*])/(${places.join("|")})/[\\w.-]*\\w`);
}

function quoteForPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
