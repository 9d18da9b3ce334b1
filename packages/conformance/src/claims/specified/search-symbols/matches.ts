import type { Answer, Ask } from "../../../ask.ts";
import { type Fields, fieldsOf, rowsOf } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import type { ClaimInputs } from "../../../claim-inputs.ts";
import { expectAscending, expectOk, expectSame, expectThat } from "../../../expect.ts";
import { searchAddress } from "../../address.ts";

const claim = claimsOf("searchSymbols");
const words = ["a", "b", "vn", "fpt", "ngan", "thep", "s", "1"];

/** Which symbols are found, and in which order. */
export const matches: readonly Claim[] = [
  claim({
    id: "search.exact-symbol-comes-first",
    title: "A search for a listed symbol finds it first, in any case.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      for (const term of [symbol, symbol.toLowerCase(), symbol.toUpperCase()]) {
        const answer = await ask("GET", searchAddress(term));
        expectSame(answer, "the first symbol", foundSymbols(answer)[0], symbol);
      }
    },
  }),
  claim({
    id: "search.case-insensitive",
    title: "Upper and lower case find the same symbols.",
    prove: async (ask) => {
      for (const [one, two] of [
        ["ngan", "NGAN"],
        ["đ", "Đ"],
        ["cổ phần", "CỔ PHẦN"],
      ] as const)
        await proveSameSymbols(ask, one, two);
    },
  }),
  claim({
    id: "search.accent-insensitive",
    title: "Terms with and without Vietnamese accents find the same symbols, and đ counts as d.",
    prove: async (ask) => {
      for (const [one, two] of [
        ["cổ phần", "co phan"],
        ["đầu", "dau"],
        ["thép", "thep"],
      ] as const)
        await proveSameSymbols(ask, one, two);
    },
  }),
  claim({
    id: "search.composition-insensitive",
    title: "Composed and decomposed accents find the same symbols.",
    prove: async (ask) => {
      for (const term of ["cổ phần", "ngân hàng", "ấ"])
        await proveSameSymbols(ask, term.normalize("NFC"), term.normalize("NFD"));
    },
  }),
  claim({
    id: "search.term-trimmed",
    title: "Spaces before and after a term make no difference.",
    prove: (ask) => proveSameSymbols(ask, "ngan hang", "  ngan hang "),
  }),
  claim({
    id: "search.finds-by-name",
    title: "The company name finds the symbol, with and without accents.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const found = await ask("GET", searchAddress(symbol));
      const [entry] = foundEntries(found);
      const name = String(entry?.["companyName"] ?? "").slice(0, 100);
      expectThat(found, name.trim() !== "", `${symbol} first, with a company name`);
      for (const term of [name, plainText(name)]) {
        const answer = await ask("GET", searchAddress(term));
        expectThat(answer, foundSymbols(answer).includes(symbol), `${symbol} among the results for its name`);
      }
    },
  }),
  claim({
    id: "search.finds-by-prefix",
    title: "A prefix of a symbol finds it, or 50 others with that prefix.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const prefix = symbol.slice(0, -1) || symbol;
      const answer = await ask("GET", searchAddress(prefix));
      const found = foundSymbols(answer);
      expectThat(
        answer,
        found.includes(symbol) || found.length === 50,
        `${symbol} among the results for ${prefix}`,
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
      expectThat(
        answer,
        foundSymbols(answer).includes(symbol),
        `${symbol} among the results for its ticker code`,
      );
    },
  }),
  claim({
    id: "search.wildcards-literal",
    title: "Wildcard characters find only entries that contain them.",
    prove: async (ask) => {
      for (const sign of ["%", "*", "_", "?", ".*", "%%"]) {
        const answer = await ask("GET", searchAddress(sign));
        const foreign = foundEntries(answer).find((entry) => !JSON.stringify(entry).includes(sign));
        expectThat(answer, foreign === undefined, `nothing without ${sign}`);
      }
    },
  }),
  claim({
    id: "search.ordered-by-match-kind",
    title:
      "Results are ordered: exact symbol, exact ticker, prefix of a symbol, prefix of a word of the name, rest.",
    prove: async (ask) => {
      for (const word of words) {
        const answer = await ask("GET", searchAddress(word));
        const ranks = ranksOf(foundEntries(answer), word).flatMap((rank) => rank ?? []);
        expectAscending(answer, "the ranks", ranks);
      }
    },
  }),
  claim({
    id: "search.order-steady",
    title: "The order of the symbols stays the same while they are traded.",
    needs: ["pause"],
    prove: async (ask, { pause }) => {
      for (const word of words) await proveSteady(ask, word, pause);
    },
  }),
  claim({
    id: "search.symbols-unique",
    title: "No symbol is listed twice.",
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
    title: "The quote, static data and depth of an entry have its symbol.",
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
    title: "Each entry has a symbol, a name, and `info`, `depth` and `trend`, which may be null.",
    prove: async (ask) => {
      const answer = await ask("GET", searchAddress("a"));
      for (const entry of foundEntries(answer)) {
        const isNamed = [entry["symbol"], entry["companyName"]].every(
          (name) => typeof name === "string" && name !== "",
        );
        expectThat(answer, isNamed, "symbol and companyName that are not empty");
        for (const part of ["info", "depth", "trend"])
          expectThat(answer, entry[part] !== undefined, `${part}, or null`);
      }
    },
  }),
  claim({
    id: "search.planned-terms-find-their-symbols",
    title: "The terms of the plan find their symbols first and in order.",
    needs: ["searches"],
    prove: async (ask, { searches }) => {
      for (const { term, symbols } of searches) {
        const answer = await ask("GET", searchAddress(term));
        expectSame(answer, "the first symbols", foundSymbols(answer).slice(0, symbols.length), symbols);
      }
    },
  }),
];

async function proveSameSymbols(ask: Ask, one: string, two: string): Promise<void> {
  let [first, second] = [await ask("GET", searchAddress(one)), await ask("GET", searchAddress(two))];
  // A trading day that begins may change the order between two requests, so the comparison is repeated.
  for (let tryCount = 0; tryCount < 5 && listed(first) !== listed(second); tryCount += 1) {
    [first, second] = [await ask("GET", searchAddress(one)), await ask("GET", searchAddress(two))];
  }
  expectSame(second, "the symbols", foundSymbols(second), foundSymbols(first));
}

function listed(answer: Answer): string {
  return foundSymbols(answer).join(" ");
}

async function proveSteady(ask: Ask, word: string, pause: ClaimInputs["pause"]): Promise<void> {
  // A trading day that begins or a changed catalog may change the order once.
  for (let tryCount = 1; ; tryCount += 1) {
    const first = await ask("GET", searchAddress(word));
    await pause(700);
    const second = await ask("GET", searchAddress(word));
    if (listed(first) === listed(second)) return;
    if (tryCount === 3) return expectSame(second, "the symbols", foundSymbols(second), foundSymbols(first));
  }
}

/**
 * Ranks an entry found for a word: 0 the exact symbol, 1 the exact ticker code, 2 a symbol with this prefix, 3 a name with a
 * word of this prefix, 4 a symbol, ticker code or name that contains it, 5 found for another reason. Undefined if the static
 * data are null, because the entry may have been found by its ticker code.
 */
export function rankOf(entry: Fields, word: string): number | undefined {
  const symbol = plainText(String(entry["symbol"] ?? ""));
  const stat = fieldsOf(entry["stat"]);
  const ticker = plainText(String(stat["tickerCode"] ?? ""));
  const name = plainText(String(entry["companyName"] ?? ""));
  if (symbol === word) return 0;
  if (ticker === word) return 1;
  if (symbol.startsWith(word)) return 2;
  if (name.split(/[^\p{L}\p{N}]+/u).some((each) => each.startsWith(word))) return 3;
  if ([symbol, ticker, name].some((text) => text.includes(word))) return 4;
  return entry["stat"] === null ? undefined : 5;
}

/**
 * Ranks all entries found for a word. An instrument may have hidden names, which count like its shown name. So an entry without
 * a visible match (4, 5) has rank 3 if it is listed before an entry of rank 3, and otherwise 5.
 */
export function ranksOf(entries: readonly Fields[], word: string): (number | undefined)[] {
  const shown = entries.map((entry) => rankOf(entry, word));
  const lastNamed = shown.lastIndexOf(3);
  return shown.map((rank, place) => (rank === undefined || rank < 4 ? rank : place < lastNamed ? 3 : 5));
}

/** Removes case and Vietnamese accents, as a search does. */
function plainText(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("đ", "d");
}

/** Expects a 200 and returns the entries of a search. */
export function foundEntries(answer: Answer): Fields[] {
  const { data } = expectOk(answer);
  return rowsOf(data);
}

function foundSymbols(answer: Answer): string[] {
  return foundEntries(answer).map(({ symbol }) => String(symbol));
}
