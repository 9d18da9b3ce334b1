import { expect, test } from "vitest";
import { makePlainScan, type SearchEntry, SearchIndex } from "../index.ts";
import { createRandom } from "../simulated-exchange/random.ts";

const letters = [..."ABCDEGHIKLM1."];
const syllables = ["An", "Ba", "Ca", "Dê", "Đa", "E", "A", "B.C", "Ac", "1", "Thép", "Sữa", "Cabe"];
/** Enough for lists that are read by level instead of to their end. */
const instrumentCount = 4_000;

/** Instruments by symbol, and the random generator that goes on from there. */
function planThousands() {
  const random = createRandom(7, "thousands");
  const pick = <Each>(from: readonly Each[]): Each => from[random.below(from.length)] as Each;
  const spell = (sizeMax: number) =>
    Array.from({ length: 1 + random.below(sizeMax) }, () => pick(letters)).join("");
  const entries = new Map<string, SearchEntry>();
  while (entries.size < instrumentCount) {
    const symbol = spell(6);
    const words = Array.from({ length: random.below(4) }, () => pick(syllables));
    const companyName = [...words, ...(random.below(4) === 0 ? [spell(7)] : [])].join(" ");
    entries.set(symbol, { symbol, tickerCode: spell(7), companyName, weight: random.below(300) });
  }
  // A test later lowers the values of these below almost all others.
  for (let i = 0; i < 200; i += 1) {
    const symbol = `${i < 30 ? "ZQ" : "N"}${i}`;
    entries.set(symbol, { symbol, tickerCode: symbol, companyName: "Azq", weight: 1_000 + i });
  }
  // Fewer than ten match "qx", so that matches with a typing error fill up the hits; some of these are among them.
  for (const last of "ABCDE") {
    const symbol = `QX${last}`;
    entries.set(symbol, { symbol, companyName: "Ba", weight: random.below(300) });
  }
  return { entries, random, pick };
}

function expectAgreement(
  index: SearchIndex,
  entries: ReadonlyMap<string, SearchEntry>,
  terms: readonly string[],
) {
  const scan = makePlainScan([...entries.values()]);
  for (const term of terms) {
    const hits = scan(term, 50);
    expect({ term, hits: index.search(term) }).toEqual({ term, hits });
    expect(index.search(term).map(({ symbol }) => symbol)).toEqual(hits.map(({ symbol }) => symbol));
  }
}

test("one or two letters find the same as the plain scan among thousands, also after trades and changes", () => {
  const { entries, random } = planThousands();
  const index = new SearchIndex(entries.values());
  const terms = letters
    .flatMap((first) => [first, ...letters.map((second) => first + second)])
    .concat("zq", "qx");
  expectAgreement(index, entries, terms);
  for (const [symbol, entry] of entries) {
    // The largest values fall, so that the order of the lists changes.
    const value = entry.weight ?? 0;
    const behind = value > 150 ? random.below(20) : 2 + random.below(300);
    const weight = value < 1_000 ? behind : symbol < "Z" ? 0 : 1;
    entries.set(symbol, { ...entry, weight });
    index.setWeight(symbol, weight);
  }
  expectAgreement(index, entries, terms);
  for (const [symbol, entry] of [...entries].slice(0, 90)) {
    const renamed = { ...entry, companyName: "Cabe An", weight: 250 };
    entries.set(symbol, renamed);
    index.put(renamed);
  }
  expectAgreement(index, entries, terms);
});

test("a part of a symbol, a ticker code or a name finds the same as the plain scan among thousands", () => {
  const { entries, random, pick } = planThousands();
  const all = [...entries.values()];
  const terms = Array.from({ length: 200 }, () => {
    const { symbol, tickerCode, companyName } = pick(all);
    const text = pick([symbol, tickerCode ?? "", companyName, companyName]);
    const from = random.below(Math.max(1, text.length - 3));
    const term = text.slice(from, from + 3 + random.below(6));
    // A quarter of the terms have one character replaced.
    return random.below(4) === 0 ? `${term.slice(0, 2)}${pick(letters)}${term.slice(3)}` : term;
  });
  expectAgreement(new SearchIndex(all), entries, terms);
});

test("an answer follows the fall of a value in it", () => {
  const index = new SearchIndex(planThousands().entries.values());
  index.search("a").map(({ symbol }) => symbol);
  const [best = "", next] = index.search("zq").map(({ symbol }) => symbol);
  expect([best, next]).toEqual(["ZQ29", "ZQ28"]);
  index.setWeight(best, 0);
  expect(index.search("zq").map(({ symbol }) => symbol)[0]).toBe(next);
});

test("finds the few rows with both of two very frequent words, however small their values are", () => {
  const entries = new Map<string, SearchEntry>();
  const put = (symbol: string, companyName: string, weight: number) =>
    entries.set(symbol, { symbol, companyName, weight });
  for (let i = 0; i < 7_000; i += 1) {
    put(`A${i}`, `Quyền K${i}`, 1_000_000 + i);
    // Very many words begin with this letter.
    put(`B${i}`, `Cổ P${i}`, 2_000_000 + i);
  }
  for (let i = 0; i < 60; i += 1) put(`C${i}`, `Quyền H P${i}`, 10 + i);
  for (let i = 0; i < 20; i += 1) put(`D${i}`, `Quyền H P${i}`, 1_004_000 + i);
  expectAgreement(new SearchIndex(entries.values()), entries, ["p quyen", "p qu", "quyen p", "quyen h p"]);
});

test("finds the best of very many symbols with the same beginning, with large and with small values", () => {
  const entries = new Map<string, SearchEntry>();
  for (let i = 0; i < 9_000; i += 1) {
    for (const [symbol, weight] of [
      [`ABC${i}`, i % 7_919],
      [`XYZ${i}`, i % 3 === 0 ? 0 : 1],
    ] as const) {
      entries.set(symbol, { symbol, companyName: "Thép", weight });
    }
  }
  expectAgreement(new SearchIndex(entries.values()), entries, ["abc", "abc1", "xyz", "xyz8", "xyz89"]);
});
