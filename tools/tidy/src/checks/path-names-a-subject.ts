import type { Check } from "../check.ts";

const categories = new Set(
  "util utils helper helpers common lib libs shared core constant constants misc stuff".split(" "),
);
const categoriesAnywhere = new Set("util utils helper helpers misc".split(" "));

/** A drawer for everything is where things go to be written a second time. */
export const pathNamesASubject: Check = {
  name: "path-names-a-subject",
  rule: "No file or folder is named after a category such as utils or shared, for it says nothing of its content.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths) {
      const category = path.split("/").map(categoryOf).find(Boolean);
      if (category === undefined) continue;
      yield {
        path,
        line: 1,
        wrong: `\`${category}\` names a category and not a subject.`,
        mend: "Name it after what it does or holds, and split it if that is several things.",
      };
    }
  },
  breach: { "packages/planted/src/utils/round-price.ts": "export function roundPrice(): void {}\n" },
};

function categoryOf(segment: string): string | undefined {
  const stem = segment.replace(/\..*$/, "");
  if (categories.has(stem)) return stem;
  return stem.split("-").find((word) => categoriesAnywhere.has(word));
}
