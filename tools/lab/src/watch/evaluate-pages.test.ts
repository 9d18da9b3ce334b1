import { expect, test } from "vitest";
import { evaluatePages } from "./judge.ts";

const messageIds = new Set(["one", "two", "three"]);
const rows = [
  { id: 7, message_id: "three", created_at: 20 },
  { id: 6, message_id: "two", created_at: 20 },
  { id: 5, message_id: "one", created_at: 10 },
] as const;

test("accepts all notifications, newest first, with ids without a gap", () => {
  expect(evaluatePages("lan", rows, messageIds)).toEqual([]);
});

test("reports a gap between ids, a wrong order and a decreasing time", () => {
  expect(evaluatePages("lan", [{ ...rows[0], id: 8 }, rows[1], rows[2]], messageIds)).toHaveLength(1);
  expect(evaluatePages("lan", rows.toReversed(), messageIds).length).toBeGreaterThan(0);
  expect(evaluatePages("lan", [{ ...rows[0], created_at: 19 }, rows[1], rows[2]], messageIds)).toHaveLength(
    1,
  );
});

test("reports missing, unexpected and duplicate notifications", () => {
  expect(evaluatePages("lan", rows.slice(0, 2), messageIds)).toEqual([
    "lan was told one, and is not shown it",
  ]);
  expect(evaluatePages("lan", rows, new Set(["two", "three"]))).toEqual([
    "lan is shown one, and was not told it",
  ]);
  const doubled = [{ id: 8, message_id: "three", created_at: 20 }, ...rows];
  expect(evaluatePages("lan", doubled, messageIds)).toEqual(["lan is shown something twice"]);
});
