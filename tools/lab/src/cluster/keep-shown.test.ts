import { expect, test } from "vitest";
import { keepShown } from "./client.ts";

const page = (...ids: number[]): string => JSON.stringify({ notifications: ids.map((id) => ({ id })) });

test("reports a server that no longer shows a notification", () => {
  const shown = keepShown();
  shown.begin(0, "u").end(page(2, 1));
  shown.begin(0, "u").end(page(3, 2));
  expect(shown.faults()).toEqual([]);
  shown.begin(0, "u").end(page(2, 1));
  expect(shown.faults()).toEqual(["server 1 showed u the notification 3, and later only 2"]);
});

test("accepts concurrent pages in any order", () => {
  const shown = keepShown();
  const [one, other] = [shown.begin(0, "u"), shown.begin(0, "u")];
  one.end(page(2, 1));
  other.end(page(1));
  expect(shown.faults()).toEqual([]);
});
