import { readTree, runGit } from "./read-tree.ts";

/** Prints how much there is of product, tools, tests and words, and how many files a commit touches: `pnpm sizes`. */
const { paths, text } = readTree(".");
const isTest = (path: string): boolean =>
  /\.test(-d)?\.tsx?$|\.suite\.ts$|\/(testing|suite)\//.test(path) && /\.tsx?$/.test(path);
const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.gen\./.test(path) && !isTest(path);
const linesOf = (path: string): number => text(path).split("\n").length - 1;
const sumOf = <Item>(items: readonly Item[], count: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + count(item), 0);

const product = paths.filter((path) => isSource(path) && /^(apps|packages)\//.test(path));
const tools = paths.filter((path) => isSource(path) && /^(tools|bench)\//.test(path));
const pages = paths.filter((path) => /\.md$/.test(path) && !/^\.changeset\/|CHANGELOG/.test(path));
const byPackage = Map.groupBy(product, (path) => path.split("/").slice(0, 2).join("/"));

const commitsCounted = 100;
const touched = runGit(".", ["log", "--no-merges", `-${commitsCounted}`, "--name-only", "--format=%x00"])
  .split("\0")
  .slice(1)
  .map((each) => each.split("\n").filter(Boolean).length);

const sizes: readonly (readonly [what: string, size: number])[] = [
  ["lines of product", sumOf(product, linesOf)],
  ...[...byPackage].map(([name, files]) => [`  ${name}`, sumOf(files, linesOf)] as const),
  ["lines of tools and bench", sumOf(tools, linesOf)],
  ["lines of tests", sumOf(paths.filter(isTest), linesOf)],
  ["words of documentation", sumOf(pages, (path) => text(path).split(/\s+/).filter(Boolean).length)],
  ["product files of more than 500 lines", product.filter((path) => linesOf(path) > 500).length],
  [`files a commit touches, mean of ${touched.length}`, sumOf(touched, (count) => count) / touched.length],
];
for (const [what, size] of sizes) {
  console.log(`${what.padEnd(44)}${size.toLocaleString("en-GB", { maximumFractionDigits: 1 }).padStart(8)}`);
}
