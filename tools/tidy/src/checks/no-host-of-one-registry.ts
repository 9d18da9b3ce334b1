import type { Check } from "../check.ts";
import { isText } from "../house/is-text.ts";

const hosts = [
  /\btarball: *['"]?https?:\/\/\S+/,
  /https?:\/\/[\w.-]*(registry|npm\.pkg|npmmirror)[\w.-]*(:\d+)?/,
  /^\s*(@[\w-]+:)?registry\s*=\s*\S+/m,
];
const loopback = /localhost|127\.0\.0\.1/;

/** Where packages come from is the business of the machine that installs them. */
export const noHostOfOneRegistry: Check = {
  name: "no-host-of-one-registry",
  rule: "No file, the lockfile included, names the host that packages are fetched from; a rehearsal on loopback may.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isText)) {
      const text = tree.text(path);
      const found = hosts
        .map((pattern) => pattern.exec(text))
        .find((match) => match && !loopback.test(match[0]));
      if (!found) continue;
      yield {
        path,
        line: text.slice(0, found.index + found[0].search(/\S/)).split("\n").length,
        wrong: `\`${found[0].trim()}\` ties the repository to one registry.`,
        mend: "Leave the host out; for the lockfile, set `lockfileIncludeTarballUrl: false` and install again.",
      };
    }
  },
  breach: {
    "docs/planted.md": `Fetched from ${["https:", "", "registry.example.org", "hono"].join("/")}.\n`,
  },
};
