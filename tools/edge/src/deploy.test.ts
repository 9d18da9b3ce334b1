import { expect, test } from "vitest";
import { checkShared } from "./deploy.ts";

test("reports configurations that name different databases or buckets", () => {
  const one = { file: "wrangler.jsonc", id: "a" };
  expect(checkShared([], "databases: put the id of one D1 into all of them.")).toEqual([]);
  expect(
    checkShared(
      [one, { file: "wrangler.watch.jsonc", id: "a" }],
      "databases: put the id of one D1 into all of them.",
    ),
  ).toEqual([]);
  const others = [one, { file: "wrangler.watch.jsonc", id: "b" }];
  expect([
    ...checkShared(others, "databases: put the id of one D1 into all of them."),
    ...checkShared(others, "buckets: put the name of one R2 bucket into all of them."),
  ]).toEqual([
    "wrangler.jsonc and wrangler.watch.jsonc name different databases: put the id of one D1 into all of them.",
    "wrangler.jsonc and wrangler.watch.jsonc name different buckets: put the name of one R2 bucket into all of them.",
  ]);
});
