import { expect, test } from "vitest";
import { composeClientFigures, type Measurement } from "./compose-client-figures.ts";

const own: Measurement = {
  contender: { label: "ours", folder: "own", declarationsHold: true },
  bytesOfTwo: 4_000,
  bytesOfFive: 5_000,
  instantiations: 8,
  instantiationsWithDeclarations: 200,
};
const peer: Measurement = {
  contender: { label: "theirs", folder: "theirs", declarationsHold: false },
  bytesOfTwo: 3_000,
  bytesOfFive: 6_000,
  instantiations: 20_000,
  instantiationsWithDeclarations: undefined,
};

test("only the client of ours has a budget for what it costs the compiler: 10,000 instantiations", () => {
  const bounded = composeClientFigures([own, peer]).filter(({ reach }) => reach !== undefined);
  expect(bounded).toEqual([{ what: "ours, two calls", value: 8, unit: "instantiations", reach: 10_000 }]);
});

test("the clients stand beside each other in each matter, and what could not be measured is left out", () => {
  expect(composeClientFigures([own, peer]).map(({ value }) => value)).toEqual([
    4_000, 3_000, 5_000, 6_000, 8, 20_000, 200,
  ]);
});
