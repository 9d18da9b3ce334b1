import { posix } from "node:path";
import type { Check } from "../check.ts";
import { linksOf } from "../source/links-of.ts";

/** A link that leads nowhere is a page that nobody has opened. */
export const docLinkResolves: Check = {
  name: "doc-link-resolves",
  rule: "Each link of a page to a file or folder of the repository leads to one that is there.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter((each) => each.endsWith(".md"))) {
      for (const { target, line } of linksOf(tree.text(path))) {
        const [file = ""] = target.split(/[?#]/);
        if (file === "" || /^[a-z][a-z+.-]*:/i.test(target)) continue;
        const base = file.startsWith("/") ? "." : posix.dirname(path);
        const resolved = posix.join(base, file.replaceAll("%20", " ")).replace(/\/$/, "");
        if (resolved === "." || tree.has(resolved)) continue;
        yield {
          path,
          line,
          wrong: `The link to \`${target}\` leads nowhere.`,
          mend: "Correct the path, which starts from the page's own folder; generated files cannot be linked.",
        };
      }
    }
  },
  breach: { "docs/planted.md": "See [the plan](planted-plan.md).\n" },
};
