import { expect, test } from "vitest";
import { trackBackgroundWork } from "./background-work.ts";

test("finish waits for all background work and ignores its failures", async () => {
  const background = trackBackgroundWork();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  background.run(async () => {
    throw new Error("The sweep failed.");
  });
  background.run(async () => {
    await promise;
    done.push("swept");
  });
  const finished = background.finish().then(() => done.push("finished"));
  expect(done).toEqual([]);
  resolve();
  await finished;
  expect(done).toEqual(["swept", "finished"]);
});
