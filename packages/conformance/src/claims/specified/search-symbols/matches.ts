import type { Answer, Ask } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectAscending, expectOk, expectSame, expectThat } from "../../../expect.ts";
import { type Fields, fieldsOf, rowsOf } from "../../../fields.ts";
import { searchAddress } from "../../address.ts";

const claim = claimsOf("searchSymbols", { at: { search: "a" } });
const words = ["a", "b", "vn", "fpt", "ngan", "thep", "s", "1"];

/** Which symbols are found, and in which order. */
export const matches: readonly Claim[] = [
  claim("search.exact-symbol-comes-first", {
    title: "A search for a listed symbol finds it first, in any case.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      for (const term of [symbol, symbol.toLowerCase(), symbol.toUpperCase()]) {
        const answer = await ask("GET", searchAddress(term));
        expectSame(answer, "the first symbol", foundSymbols(answer)[0], symbol);
      }
    },
  }),
  claim("search.case-insensitive", {
    title: "Upper and lower case find the same symbols.",
    prove: async (ask) => {
      for (const term of ["ngan", "đ", "cổ phần"]) await proveSameSymbols(ask, term, term.toUpperCase());
    },
  }),
  claim("search.accent-insensitive", {
    title: "Terms with and without Vietnamese accents find the same symbols, and đ counts as d.",
    prove: async (ask) => {
      for (const term of ["cổ phần", "đầu", "thép"]) await proveSameSymbols(ask, term, plainText(term));
    },
  }),
  claim("search.composition-insensitive", {
    title: "Composed and decomposed accents find the same symbols.",
    prove: async (ask) => {
      for (const term of ["cổ phần", "ngân hàng", "ấ"])
        await proveSameSymbols(ask, term.normalize("NFC"), term.normalize("NFD"));
    },
  }),
  claim("search.term-trimmed", {
    title: "Spaces before and after a term make no difference.",
    prove: (ask) => proveSameSymbols(ask, "ngan hang", "  ngan hang "),
  }),
  claim("search.finds-by-name", {
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
  claim("search.finds-by-prefix", {
    title: "A prefix of a symbol finds it, or 50 others with that prefix.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const prefix = symbol.slice(0, -1) || symbol;
      const answer = await ask("GET", searchAddress(prefix));
      const found = foundSymbols(answer);
      const isFound = found.includes(symbol) || found.length === 50;
      expectThat(answer, isFound, `${symbol} among the results for ${prefix}`);
    },
  }),
  claim("search.finds-by-ticker-code", {
    title: "The ticker code finds the symbol.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const [entry] = foundEntries(await ask("GET", searchAddress(symbol)));
      const ticker = String(fieldsOf(entry?.["stat"])["tickerCode"] ?? symbol);
      const answer = await ask("GET", searchAddress(ticker));
      const isFound = foundSymbols(answer).includes(symbol);
      expectThat(answer, isFound, `${symbol} among the results for its ticker code`);
    },
  }),
  claim("search.wildcards-literal", {
    title: "Wildcard characters find only entries that contain them.",
    prove: async (ask) => {
      for (const sign of ["%", "*", "_", "?", ".*", "%%"]) {
        const answer = await ask("GET", searchAddress(sign));
        const foreign = foundEntries(answer).find((entry) => !JSON.stringify(entry).includes(sign));
        expectThat(answer, foreign === undefined, `nothing without ${sign}`);
      }
    },
  }),
  claim("search.ordered-by-match-kind", {
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
  claim("search.order-steady", {
    title: "The order of the symbols stays the same while they are traded.",
    needs: ["pause"],
    prove: async (ask, { pause }) => {
      for (const word of words) await proveSameSymbols(ask, word, word, () => pause(700));
    },
  }),
  claim("search.symbols-unique", {
    title: "No symbol is listed twice.",
    rows: words.map((search) => ({ at: { search } })),
    check: (_, answer) => {
      const found = foundSymbols(answer);
      expectSame(answer, "the number of symbols", new Set(found).size, found.length);
    },
  }),
  claim("search.parts-belong-to-their-entry", {
    title: "The quote, static data and depth of an entry have its symbol.",
    check: ({ data }, answer) => {
      for (const entry of rowsOf(data)) {
        for (const part of ["info", "stat", "depth"]) {
          const { symbol = entry["symbol"] } = fieldsOf(entry[part]);
          expectSame(answer, `${part}.symbol`, symbol, entry["symbol"]);
        }
      }
    },
  }),
  claim("search.entries-have-their-parts", {
    title: "Each entry has a symbol, a name, and `info`, `depth` and `trend`, which may be null.",
    check: ({ data }, answer) => {
      for (const entry of rowsOf(data)) {
        const names = [entry["symbol"], entry["companyName"]];
        const isNamed = names.every((name) => typeof name === "string" && name !== "");
        expectThat(answer, isNamed, "symbol and companyName that are not empty");
        for (const part of ["info", "depth", "trend"])
          expectThat(answer, entry[part] !== undefined, `${part}, or null`);
      }
    },
  }),
  claim("search.planned-terms-find-their-symbols", {
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

/** A trading day that begins or a changed catalog may change the order between two requests, so they are repeated. */
async function proveSameSymbols(
  ask: Ask,
  one: string,
  two: string,
  wait: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (let tryCount = 1; ; tryCount += 1) {
    const first = foundSymbols(await ask("GET", searchAddress(one)));
    await wait();
    const answer = await ask("GET", searchAddress(two));
    const second = foundSymbols(answer);
    if (String(first) === String(second) || tryCount === 5)
      return expectSame(answer, "the symbols", second, first);
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
function foundEntries(answer: Answer): Fields[] {
  return rowsOf(expectOk(answer)["data"]);
}

function foundSymbols(answer: Answer): string[] {
  return foundEntries(answer).map(({ symbol }) => String(symbol));
}
