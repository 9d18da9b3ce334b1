import { expect, test } from "vitest";
import { sentCover } from "../race/testing.ts";
import { settleSent } from "./judge.ts";

test("a try whose answer was lost came to what its key was answered later", () => {
  const lost = sentCover("k.1", 1, { key: "k", status: 0, body: "" });
  const told = sentCover("k.2", 1, { key: "k", body: "done" });
  expect(settleSent([lost, told])).toEqual({
    settled: [{ ...lost, status: 200, body: "done" }, told],
    faults: [],
  });
});

test("a key that was never answered is a fault", () => {
  const lost = sentCover("k.1", 1, { key: "k", status: 503, body: "busy" });
  const other = sentCover("l.1", 1, { key: "l", body: "done" });
  expect(settleSent([lost, other]).faults).toEqual(["k.1 was never answered, last by 503 busy"]);
});
