import type { Answer, Ask } from "../../ask.ts";
import { type Claim, claimsOf } from "../../claim.ts";
import { expectBody, expectSame, expectStatus, expectThat } from "../../expect.ts";
import type { Given } from "../../given.ts";
import { type Fields, fieldsOf } from "../../judge.ts";
import { searchAddress } from "../address.ts";

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

/** Finds pairs of one kind of match that stand the wrong way round by traded value and symbol, as `A before B`. */
export function findMisplaced(entries: readonly Fields[], word: string): Set<string> {
  const ranks = ranksOf(entries, word);
  const found = entries.map((entry, place) => ({
    symbol: String(entry["symbol"]),
    rank: ranks[place],
    value: Number(fieldsOf(entry["info"])["totVal"] ?? 0),
  }));
  const misplaced = new Set<string>();
  for (const [index, first] of found.entries()) {
    for (const second of found.slice(index + 1)) {
      // What is found by other names, in the middle of a word or in spite of a slip stands in an order of its own.
      if (first.rank !== second.rank || first.rank === undefined || first.rank === 5) continue;
      const isWrong =
        first.value === second.value ? first.symbol > second.symbol : first.value < second.value;
      if (isWrong) misplaced.add(`${first.symbol} before ${second.symbol}`);
    }
  }
  return misplaced;
}

/**
 * The rank of an entry among those found for one word: 0 the exact symbol, 1 the exact ticker code, 2 a symbol that begins
 * with it, 3 a name of which a word does, 4 whatever contains it, 5 what was found for
 * another reason. Where the static data are missing, what was found by them has no rank that could be told.
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
 * The ranks of the entries that were found for one word. An instrument may have other names that are not shown, and a word of
 * one counts as a word of its name does: what stands before an entry of rank 3 has that rank, and what stands behind
 * all of them has one that cannot be told.
 */
export function ranksOf(entries: readonly Fields[], word: string): (number | undefined)[] {
  const shown = entries.map((entry) => rankOf(entry, word));
  const lastNamed = shown.lastIndexOf(3);
  return shown.map((rank, place) => (rank === undefined || rank < 4 ? rank : place < lastNamed ? 3 : 5));
}

/** Takes case and Vietnamese accents out of a text, as a search does. */
function plainText(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("đ", "d");
}

/** The entries of a search that was answered. */
export function foundEntries(answer: Answer): Fields[] {
  expectStatus(answer, 200);
  const { data } = expectBody(answer);
  return Array.isArray(data) ? data.map(fieldsOf) : [];
}

/** The symbols of a search that was answered, in their order. */
function foundSymbols(answer: Answer): string[] {
  return foundEntries(answer).map(({ symbol }) => String(symbol));
}
