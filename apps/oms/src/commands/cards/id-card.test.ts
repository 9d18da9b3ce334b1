import { truncate } from "node:fs/promises";
import { expect } from "vitest";
import { worldTest as test } from "../../testing/world-test.ts";

test("refuses a device, which may never end", async ({ world }) => {
  expect(await world.oms("id-card read /dev/zero")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "/dev/zero can't be read as a card: it is a pipe or a device; save the image to a file.\n",
  });
});

test("refuses a folder and a huge file without reading them", async ({ world }) => {
  expect((await world.oms(`id-card read ${world.pathOf("")}`)).stderr).toContain("it is a folder.");
  const huge = await world.write("huge.jpg", "");
  await truncate(huge, 2 ** 40);
  expect((await world.oms(`id-card read ${huge}`)).stderr).toBe(
    `${huge} can't be read as a card: the image has more than 8,000,000 bytes; use a smaller one.\n`,
  );
});
