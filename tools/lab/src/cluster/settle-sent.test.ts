import { expect, test } from "vitest";
import { sentCover } from "../race/testing.ts";
import { settleSent } from "./judge.ts";

test("gives a try whose answer was lost the later answer of its key", () => {
  const lost = sentCover("k.1", 1, { key: "k", status: 0, body: "" });
  const answered = sentCover("k.2", 1, { key: "k", body: "done" });
  expect(settleSent([lost, answered])).toEqual({
    settled: [{ ...lost, status: 200, body: "done" }, answered],
    faults: [],
  });
});

test("reports a key that was never answered", () => {
  const lost = sentCover("k.1", 1, { key: "k", status: 503, body: "busy" });
  const other = sentCover("l.1", 1, { key: "l", body: "done" });
  expect(settleSent([lost, other]).faults).toEqual(["k.1 was never answered, last by 503 busy"]);
});
