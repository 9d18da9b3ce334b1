import type { Answer } from "../../answer.ts";
import type { Ask } from "../../ask.ts";
import type { Claim } from "../../claim.ts";
import { claimsOf } from "../../claim.ts";
import { expectSame } from "../../expect/same.ts";
import { expectThat } from "../../expect/that.ts";
import type { Given } from "../../given.ts";
import { fieldsOf } from "../../judge/fields.ts";
import { searchAddress } from "../address.ts";
import { findMisplaced } from "./find-misplaced.ts";
import { foundEntries, foundSymbols } from "./found-entries.ts";
import { plainText } from "./plain-text.ts";
import { ranksOf } from "./rank-of.ts";

const claim = claimsOf("searchSymbols");
const words = ["a", "b", "vn", "fpt", "ngan", "thep", "s", "1"];

/** What is found, and in which order. */
export const matches: readonly Claim[] = [
  claim({
    id: "search.exact-symbol-comes-first",
    title: "A listed symbol is the first that is found for it, in capitals or not.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      for (const term of [symbol, symbol.toLowerCase(), symbol.toUpperCase()]) {
        const answer = await ask("GET", searchAddress(term));
        expectSame(answer, "the first symbol", foundSymbols(answer)[0], symbol);
      }
    },
  }),
  claim({
    id: "search.case-makes-no-difference",
    title: "Upper and lower case find the same.",
    prove: async (ask) => {
      for (const [one, two] of [
        ["ngan", "NGAN"],
        ["đ", "Đ"],
        ["cổ phần", "CỔ PHẦN"],
      ] as const)
        await proveAlike(ask, one, two);
    },
  }),
  claim({
    id: "search.accents-make-no-difference",
    title: "Text with and without Vietnamese accents finds the same, and đ counts as d.",
    prove: async (ask) => {
      for (const [one, two] of [
        ["cổ phần", "co phan"],
        ["đầu", "dau"],
        ["thép", "thep"],
      ] as const)
        await proveAlike(ask, one, two);
    },
  }),
  claim({
    id: "search.composition-makes-no-difference",
    title: "Composed and decomposed accents find the same.",
    prove: async (ask) => {
      for (const term of ["cổ phần", "ngân hàng", "ấ"])
        await proveAlike(ask, term.normalize("NFC"), term.normalize("NFD"));
    },
  }),
  claim({
    id: "search.spaces-at-the-ends-are-taken-off",
    title: "Spaces before and after a term make no difference.",
    prove: (ask) => proveAlike(ask, "ngan hang", "  ngan hang "),
  }),
  claim({
    id: "search.finds-by-name",
    title: "The whole company name, and the same without accents, find the symbol.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const found = await ask("GET", searchAddress(symbol));
      const [entry] = foundEntries(found);
      const name = String(entry?.["companyName"] ?? "").slice(0, 100);
      expectThat(found, name.trim() !== "", `${symbol} first, with a company name`);
      for (const term of [name, plainText(name)]) {
        const answer = await ask("GET", searchAddress(term));
        expectThat(answer, foundSymbols(answer).includes(symbol), `${symbol} among what its name finds`);
      }
    },
  }),
  claim({
    id: "search.finds-by-beginning",
    title: "The beginning of a symbol finds it, or 50 others that begin so.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const beginning = symbol.slice(0, -1) || symbol;
      const answer = await ask("GET", searchAddress(beginning));
      const found = foundSymbols(answer);
      expectThat(
        answer,
        found.includes(symbol) || found.length === 50,
        `${symbol} among what ${beginning} finds`,
      );
    },
  }),
  claim({
    id: "search.finds-by-ticker-code",
    title: "The ticker code finds the symbol.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const [entry] = foundEntries(await ask("GET", searchAddress(symbol)));
      const answer = await ask(
        "GET",
        searchAddress(String(fieldsOf(entry?.["stat"])["tickerCode"] ?? symbol)),
      );
      expectThat(answer, foundSymbols(answer).includes(symbol), `${symbol} among what its ticker code finds`);
    },
  }),
  claim({
    id: "search.wildcards-have-no-meaning",
    title: "Signs that other searches take for wildcards find nothing that does not have them.",
    prove: async (ask) => {
      for (const sign of ["%", "*", "_", "?", ".*", "%%"]) {
        const answer = await ask("GET", searchAddress(sign));
        const foreign = foundEntries(answer).find((entry) => !JSON.stringify(entry).includes(sign));
        expectThat(answer, foreign === undefined, `nothing without ${sign}`);
      }
    },
  }),
  claim({
    id: "search.order-is-by-kind-of-match",
    title:
      "The exact symbol, the exact ticker, symbols that begin so, names with such a word, then the rest.",
    prove: async (ask) => {
      for (const word of words) {
        const answer = await ask("GET", searchAddress(word));
        const ranks = ranksOf(foundEntries(answer), word).flatMap((rank) => rank ?? []);
        expectSame(
          answer,
          "the ranks",
          ranks,
          ranks.toSorted((a, b) => a - b),
        );
      }
    },
  }),
  claim({
    id: "search.ties-go-by-value-then-symbol",
    title: "Matches of one kind stand by traded value, the larger first, then by symbol.",
    needs: ["pause"],
    prove: async (ask, { pause }) => {
      for (const word of words) await proveTies(ask, word, pause);
    },
  }),
  claim({
    id: "search.same-symbol-once",
    title: "No symbol is found twice.",
    prove: async (ask) => {
      for (const word of words) {
        const answer = await ask("GET", searchAddress(word));
        const found = foundSymbols(answer);
        expectSame(answer, "the number of symbols", new Set(found).size, found.length);
      }
    },
  }),
  claim({
    id: "search.parts-belong-to-their-entry",
    title: "Quote, static data and depth of an entry name its own symbol.",
    prove: async (ask) => {
      const answer = await ask("GET", searchAddress("a"));
      for (const entry of foundEntries(answer)) {
        for (const part of ["info", "stat", "depth"]) {
          const { symbol = entry["symbol"] } = fieldsOf(entry[part]);
          expectSame(answer, `${part}.symbol`, symbol, entry["symbol"]);
        }
      }
    },
  }),
  claim({
    id: "search.entries-have-their-parts",
    title: "Each entry has a symbol, a name, and `info`, `depth` and `trend` as last known or null.",
    prove: async (ask) => {
      const answer = await ask("GET", searchAddress("a"));
      for (const entry of foundEntries(answer)) {
        const isNamed = [entry["symbol"], entry["companyName"]].every(
          (name) => typeof name === "string" && name !== "",
        );
        expectThat(answer, isNamed, "symbol and companyName with characters");
        for (const part of ["info", "depth", "trend"])
          expectThat(answer, entry[part] !== undefined, `${part}, or null`);
      }
    },
  }),
  claim({
    id: "search.planned-terms-find-their-symbols",
    title: "The terms of the plan find their symbols first, in order.",
    needs: ["searches"],
    prove: async (ask, { searches }) => {
      for (const { term, symbols } of searches) {
        const answer = await ask("GET", searchAddress(term));
        expectSame(answer, "the first symbols", foundSymbols(answer).slice(0, symbols.length), symbols);
      }
    },
  }),
];

async function proveAlike(ask: Ask, one: string, two: string): Promise<void> {
  let [first, second] = [await ask("GET", searchAddress(one)), await ask("GET", searchAddress(two))];
  // Traded values may move the order between two requests.
  for (let tryCount = 0; tryCount < 5 && listed(first) !== listed(second); tryCount += 1) {
    [first, second] = [await ask("GET", searchAddress(one)), await ask("GET", searchAddress(two))];
  }
  expectSame(second, "the symbols", foundSymbols(second), foundSymbols(first));
}

function listed(answer: Answer): string {
  return foundSymbols(answer).join(" ");
}

/** A deployment may put its symbols in order a moment after they were traded; what it never puts right is wrong. */
async function proveTies(ask: Ask, word: string, pause: Given["pause"]): Promise<void> {
  let left: string[] | undefined;
  for (let tryCount = 1; ; tryCount += 1) {
    const answer = await ask("GET", searchAddress(word));
    const misplaced = findMisplaced(foundEntries(answer), word);
    left = left === undefined ? [...misplaced] : left.filter((pair) => misplaced.has(pair));
    if (left.length === 0) return;
    if (tryCount === 8) return expectSame(answer, "symbols the wrong way round", left, []);
    await pause(700);
  }
}
