import type { Check, Finding } from "../check.ts";
import { isInSource, isSettings } from "../house/is-source.ts";
import { places } from "../house/places.ts";
import { actsOnImport } from "../source/acts-on-import.ts";
import { exportedNames } from "../source/exported-names.ts";
import { wordsOf } from "../source/words-of.ts";
import type { Tree } from "../tree.ts";

const linkWords = new Set([
  "a",
  "an",
  "the",
  "to",
  "on",
  "in",
  "of",
  "from",
  "for",
  "with",
  "by",
  "as",
  "at",
]);

/** A reader who knows a name finds its file, and the other way round. */
export const pathSaysTheExport: Check = {
  name: "path-says-the-export",
  rule: "A module exports the name that its path says: `open-account.ts` exports `openAccount` or `OpenAccount`.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isInSource)) {
      if (!isExempt(path)) yield* judge(tree, path);
    }
  },
  breach: { "packages/planted/src/open-account.ts": "export function closeAccount(): void {}\n" },
};

/** Lists, entry files and wiring have no subject of their own. */
function isExempt(path: string): boolean {
  const isNamed = /(^|\/)index\.tsx?$|\.gen\.|\.d\.[cm]?ts$|\.worker\.ts$/.test(path);
  return isNamed || isSettings(path) || path.startsWith(places.compositionRoots);
}

function* judge(tree: Tree, path: string): Generator<Finding> {
  const module = tree.module(path);
  const names = exportedNames(module).map(({ name }) => name);
  const isEntry = names.length === 0 && actsOnImport(module).length > 0 && !path.startsWith("packages/");
  if (isEntry || names.some((name) => isSaidBy(path, name)) || isFamily(path, names)) return;
  const words = stemOf(path).split("-");
  const expected = words.map((word, index) => (index === 0 ? word : capitalize(word))).join("");
  const listed = names.map((name) => `\`${name}\``).join(", ") || "nothing";
  yield {
    path,
    line: 1,
    wrong: `The path says \`${expected}\`, and the module exports ${listed}.`,
    mend: "Name the file after the one thing that it exports, and move what has another subject to a file of its own.",
  };
}

/** A folder may lend its words, as in `sqlite/open.ts` for `openSqlite`. */
function isSaidBy(path: string, name: string): boolean {
  const stem = stemOf(path).replaceAll(/[-.]/g, "").toLowerCase();
  if (name.replaceAll("_", "").toLowerCase() === stem) return true;
  const words = wordsOf(name);
  const ownWords = wordsOf(stemOf(path));
  const lentWords = new Set(wordsOf(path.split("/").slice(1, -1).join("-")));
  const isKnown = (word: string) => ownWords.includes(word) || lentWords.has(word) || linkWords.has(word);
  return ownWords.every((word) => words.includes(word)) && words.every(isKnown);
}

/** Kin may share a file under the word that ends all their names, as in `scalar-expression.ts`. */
function isFamily(path: string, names: readonly string[]): boolean {
  const kin = wordsOf(stemOf(path)).at(-1) ?? "";
  return names.length > 1 && names.every((name) => wordsOf(name).at(-1) === kin);
}

function stemOf(path: string): string {
  return (path.split("/").at(-1) ?? "").replace(/\.[^.]+$/, "");
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
