import { expect, test } from "vitest";
import { KnownMatches } from "./known-matches.ts";
import { MatchSet } from "./match-set.ts";

const encode = (term: string) => new TextEncoder().encode(term);

function make() {
  const known = new KnownMatches();
  const find = (term: string) => known.find(encode(term), encode(term).length);
  const keep = (term: string, count: number) => {
    const matches = Array.from({ length: count }, (_, row) => ({ owner: 0, row, rank: 0 }));
    const set = new MatchSet(encode(term), [], matches, 0);
    known.keep(encode(term), encode(term).length, set);
    return set;
  };
  return { known, find, keep };
}

test("What matches a term is worth listing when it is asked for again, and found from then on", () => {
  const { find, keep } = make();
  expect([find("HPG"), find("HPG"), find("FPT")]).toEqual([undefined, "worth listing", undefined]);
  const set = keep("HPG", 3);
  expect(find("HPG")).toBe(set);
});

test("What too much matches is not listed again", () => {
  const { known, find } = make();
  find("A");
  known.keep(encode("A"), 1, undefined);
  expect(find("A")).toBeUndefined();
});

test("Long terms are not noted, and what is forgotten begins anew", () => {
  const { known, find, keep } = make();
  const long = "A".repeat(65);
  expect([find(long), find(long), known.byteCount]).toEqual([undefined, undefined, 0]);
  find("HPG");
  keep("HPG", 3);
  known.forget();
  expect([known.byteCount, find("HPG"), find("HPG")]).toEqual([0, undefined, "worth listing"]);
});

test("However much is asked for, no more is kept than two generations, and what is asked for stays", () => {
  const { known, find, keep } = make();
  find("HPG");
  const set = keep("HPG", 250);
  for (let i = 0; i < 30_000; i += 1) {
    find(`T${i}`);
    if (i % 5 === 0) keep(`T${i}`, 250);
    if (i % 100 === 0) expect(find("HPG")).toBe(set);
    expect(known.byteCount).toBeLessThan(8_020_000);
  }
  expect(find("T0")).toBeUndefined();
});

test("Terms that were asked for once are counted too, and forgotten like others", () => {
  const { known, find } = make();
  for (let i = 0; i < 100_000; i += 1) find(`T${i}`);
  expect(known.byteCount).toBeGreaterThan(4_000_000);
  for (let i = 0; i < 200_000; i += 1) find(`U${i}`);
  expect(known.byteCount).toBeLessThan(8_001_000);
});
