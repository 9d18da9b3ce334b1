import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");
const readText = (path: string): string => readFileSync(join(root, path), "utf8");
const app: unknown = JSON.parse(readText("apps/example/src/text/vi.json"));
const appInEnglish: unknown = JSON.parse(readText("apps/example/src/text/en.json"));
// Read by path, as the app's are: the desk is a page, and exports nothing.
const { vi: desk } = (await import(join(root, "apps/console/src/text/vi.ts"))) as { readonly vi: unknown };
const { en: deskInEnglish } = (await import(join(root, "apps/console/src/text/en.ts"))) as {
  readonly en: unknown;
};

/** The rows of the table: terms in English, the term in Vietnamese, and the words that are not used for it. */
const terms = readText("docs/vietnamese.md")
  .split("\n")
  .filter((line) => /^\| [a-z]/.test(line))
  .map((line) => {
    const [english = "", vietnamese = "", not = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    return { english: english.split(", "), vietnamese, not: not.split(", ").filter((word) => word !== "") };
  });

/** The texts of a dictionary by their places; of one with values, its template. */
function textsOf(dictionary: unknown, place = ""): [place: string, text: string][] {
  if (typeof dictionary !== "object" || dictionary === null) return [[place, String(dictionary)]];
  return Object.entries(dictionary).flatMap(([name, child]) => textsOf(child, `${place}.${name}`));
}

/** Without the unit, which stands after a comma or not. */
const plain = (text: string): string => text.toLowerCase().replace(/,?\s₫$/u, "");

it.each([
  ["the app", appInEnglish, app],
  ["the desk", deskInEnglish, desk],
])("says each term of the page in %s by its one word", (_, english, vietnamese) => {
  const inVietnamese = new Map(textsOf(vietnamese));
  const met = textsOf(english).flatMap(([place, text]) => {
    const term = terms.find((each) => each.english.includes(plain(text)));
    return term === undefined ? [] : [{ place, said: plain(inVietnamese.get(place) ?? ""), term }];
  });
  expect(met.length).toBeGreaterThan(8);
  expect(met.filter(({ said, term }) => said !== term.vietnamese)).toEqual([]);
});

it.each([
  ["the app", textsOf(app)],
  ["the desk", textsOf(desk)],
  ["refusals", textsOf(readText("docs/refusals.md").split("\n"))],
])("has no word in %s that a term is not", (_, texts) => {
  const wrong = terms.flatMap(({ not }) =>
    not.flatMap((word) =>
      // A closing price is something else.
      texts.filter(([, text]) => text.toLowerCase().replaceAll("giá đóng cửa", "").includes(word)),
    ),
  );
  expect(wrong).toEqual([]);
});

it.each([
  ["the app", [...textsOf(appInEnglish), ...textsOf(app)]],
  ["the desk", [...textsOf(deskInEnglish), ...textsOf(desk)]],
])("keeps each amount and its ₫ in one line, and each percent sign at its number, in %s", (_, texts) => {
  expect(texts.filter(([, text]) => /[\d}] (₫|%)/.test(text))).toEqual([]);
});
