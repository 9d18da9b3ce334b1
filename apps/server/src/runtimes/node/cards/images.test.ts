import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { listImages, openImageStore } from "@trading-oms/images";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import type { LogEntry } from "../../../log-and-trace.ts";
import { makeFolder } from "../../../testing/make-folder.ts";
import { makeKeyFile } from "../../../testing/make-key-file.ts";
import { wholeReading } from "../../../testing/plan-cards.ts";
import { openImages } from "./images.ts";

const access = { region: "", accessKeyId: "", secretAccessKey: "" };
const copies = { front: new Uint8Array([1]), back: new Uint8Array([2]) };

async function plan() {
  const folder = await makeFolder();
  const place = { kind: "disk", folder: join(folder, "images") } as const;
  const keyFile = join(folder, "image-keys.json");
  const keys = await makeKeyFile(keyFile);
  const clock = { nowMs: Date.parse("2026-11-18T10:00:00+07:00") };
  const logged: LogEntry[] = [];
  const opening = { place, access, keyFile, keptMs: 86_400_000, linkMs: 600_000, origin: "", purpose: "a" };
  const open = (registry = new Registry()) =>
    openImages(
      { ...opening, consent: "b" },
      { now: () => clock.nowMs, log: (entry) => void logged.push(entry), registry },
    );
  const registry = new Registry();
  const opened = await open(registry);
  if (opened.kind === "faulty" || opened.images === undefined) throw new Error("No images were opened.");
  return { images: opened.images, registry, place, keys, keyFile, open, clock, logged };
}

test.runIf(process.getuid !== undefined)("keys that others can read are refused", async () => {
  const { keyFile, open } = await plan();
  await chmod(keyFile, 0o640);
  expect(await open()).toEqual({
    kind: "faulty",
    faults: [
      `IMAGES_KEY_FILE names ${keyFile}: Users other than its owner can read it: run chmod 600 ${keyFile}`,
    ],
  });
});

test("records the id number of a card only if it was read with certainty", async () => {
  const { images, place, keys } = await plan();
  const { idNumber: _doubtful, ...fields } = wholeReading.fields;
  await images.storeImages({ kind: "read", reading: wholeReading, copies }, "order-7");
  await images.storeImages({ kind: "read", reading: { ...wholeReading, fields }, copies }, "order-8");
  const found: unknown[] = [];
  for await (const { side, found: each } of listImages(await openImageStore(place, access), keys)) {
    if ("record" in each) found.push([each.record.requestId, side, await each.isOf("001204000017")]);
  }
  expect(found.toSorted()).toEqual([
    ["order-7", "back", true],
    ["order-7", "front", true],
    ["order-8", "back", false],
    ["order-8", "front", false],
  ]);
});

test("stores nothing for a card without copies, and counts it if any field was read", async () => {
  const { images, registry, place } = await plan();
  expect(await images.storeImages({ kind: "read", reading: wholeReading }, "1")).toEqual({});
  expect(await images.storeImages({ kind: "read", reading: { ...wholeReading, fields: {} } }, "2")).toEqual(
    {},
  );
  expect(await registry.metrics()).toContain('oms_images_cards_total{outcome="not-copied"} 1\n');
  expect(await readdir(place.folder)).toEqual([]);
});

test("deletes expired images when a sweep begins", async () => {
  const { images, registry, place, clock, logged } = await plan();
  await images.storeImages({ kind: "read", reading: wholeReading, copies }, "1");
  clock.nowMs += 86_400_000;
  const sweeping = images.begin();
  await vi.waitFor(async () => expect(await readdir(place.folder)).toEqual([]));
  await sweeping.stop();
  expect(await registry.metrics()).toContain("oms_images_removed_total 2\n");
  expect(logged).toEqual([]);
});

test("logs an unavailable place once, and again after it has recovered in between", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { images, registry, place, logged } = await plan();
  await rm(place.folder, { recursive: true });
  const sweeping = images.begin();
  const sweepAgain = async (): Promise<void> => {
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(600_000);
  };
  const told = () => logged.map(({ event }) => event);
  await sweepAgain();
  await sweepAgain();
  expect([told(), await registry.metrics()]).toEqual([
    ["image sweep failed"],
    expect.stringContaining("oms_images_removal_failures_total 2\n"),
  ]);
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  await mkdir(place.folder);
  await sweepAgain();
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  await rm(place.folder, { recursive: true });
  await sweepAgain();
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  await sweeping.stop();
  expect(told()).toEqual(["image sweep failed", "image sweep failed"]);
});
