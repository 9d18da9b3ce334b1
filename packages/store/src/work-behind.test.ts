import { expect, test } from "vitest";
import { workBehind } from "./work-behind.ts";

test("whatever goes on behind a promise is settled in the end, and its failure reaches nobody", async () => {
  const behind = workBehind();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  behind.begin(async () => {
    throw new Error("The sweep failed.");
  });
  behind.begin(async () => {
    await promise;
    done.push("swept");
  });
  const settled = behind.settle().then(() => done.push("settled"));
  expect(done).toEqual([]);
  resolve();
  await settled;
  expect(done).toEqual(["swept", "settled"]);
});
