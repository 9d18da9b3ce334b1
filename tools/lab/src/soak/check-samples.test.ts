import { expect, test } from "vitest";
import { makeDice } from "../harness/dice.ts";
import { checkSamples, type Sample } from "./check-samples.ts";

const quiet = { heapBytes: 60e6, residentBytes: 160e6, handleCount: 270, lagMs: 3 };

function run(minutes: number, at: (minute: number) => Partial<Sample> = () => ({})): Sample[] {
  return Array.from({ length: minutes + 1 }, (_, minute) => ({ minute, ...quiet, ...at(minute) }));
}

function faultsOf(samples: readonly Sample[]): string[] {
  return checkSamples(samples, samples.length - 1).flatMap(({ faults }) => faults);
}

/** Memory that goes up and down by 3 MB, and grows by so many MB a minute. */
function noisy(seed: number, slope: number): Sample[] {
  const dice = makeDice(seed);
  return run(30, (minute) => ({ residentBytes: 160e6 + slope * minute * 1e6 + (dice(6_001) - 3_000) * 1e3 }));
}

test("tells the slope of memory in MB a minute", () => {
  const [heap] = checkSamples(
    run(30, (minute) => ({ heapBytes: 60e6 + 0.07e6 * minute })),
    30,
  );
  expect(heap).toEqual({ line: "the heap grew by 0.070 ± 0.000 MB a minute (at most 0.1)", faults: [] });
});

test("finds a leak of half a megabyte a minute, in a noise of 3 MB as well", () => {
  expect(faultsOf(run(10, (minute) => ({ heapBytes: 60e6 + 0.5e6 * minute })))).toEqual([
    "the heap grows without an end",
  ]);
  for (const seed of [1, 2, 3, 4, 5])
    expect(faultsOf(noisy(seed, 0.5))).toEqual(["resident memory grows without an end"]);
});

test("takes a noise of 3 MB for no leak, and neither what grows in the first five minutes", () => {
  for (const seed of [1, 2, 3, 4, 5]) expect(faultsOf(noisy(seed, 0))).toEqual([]);
  expect(faultsOf(run(30, (minute) => ({ heapBytes: 60e6 + 4e6 * Math.min(minute, 5) })))).toEqual([]);
});

test("finds handles that stay open, in a short run as well, and none where streams come and go", () => {
  const leak = (minute: number) => ({ handleCount: 270 + 4 * minute });
  expect(faultsOf(run(3, leak))).toEqual(["each minute 4.0 handles stay open"]);
  expect(faultsOf(run(30, leak))).toEqual(["each minute 4.0 handles stay open"]);
  expect(faultsOf(run(30, (minute) => ({ handleCount: 270 - 3 * (minute % 2) })))).toEqual([]);
});

test("finds a late event loop", () => {
  expect(faultsOf(run(30, (minute) => ({ lagMs: minute === 20 ? 51 : 3 })))).toEqual([
    "the event loop is late",
  ]);
});

test("says nothing of memory and the event loop before ten minutes", () => {
  expect(faultsOf(run(9, (minute) => ({ heapBytes: 60e6 + 5e6 * minute, lagMs: 90 })))).toEqual([]);
});
