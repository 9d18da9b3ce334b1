import { expect, test } from "vitest";
import { runtimeWorld } from "./world.ts";

test("a wait with an aborted signal ends at once", async () => {
  await expect(runtimeWorld.wait(60_000, AbortSignal.abort())).rejects.toBeUndefined();
});

test("a wait that is aborted ends then and leaves no timer", async () => {
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
  const before = timers();
  const control = new AbortController();
  const wait = runtimeWorld.wait(60_000, control.signal).then(
    () => "waited",
    () => "aborted",
  );
  control.abort();
  expect(await wait).toBe("aborted");
  expect(timers()).toBe(before);
});
