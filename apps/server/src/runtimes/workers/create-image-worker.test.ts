import {
  type ImageKeeperSettings,
  type ImageKeys,
  makeImageKey,
  openImageKeeper,
  renderImageKeys,
} from "@trading-oms/images";
import { openR2Images } from "@trading-oms/images/workers";
import { expect, test } from "vitest";
import { createImageWorker } from "./create-image-worker.ts";

const dayMs = 86_400_000;

/** A bound bucket and its objects. */
function makeBucket() {
  const held = new Map<string, Uint8Array<ArrayBuffer>>();
  const bucket = {
    put: async (name: string, bytes: Uint8Array<ArrayBuffer>) => void held.set(name, bytes),
    get: async (name: string) => {
      const bytes = held.get(name);
      return bytes === undefined ? null : { arrayBuffer: async () => bytes.slice().buffer };
    },
    delete: async (name: string) => void held.delete(name),
    list: async () => ({ objects: [...held.keys()].sort().map((key) => ({ key })), truncated: false }),
  };
  return { bucket, held };
}

async function start(texts: Readonly<Record<string, unknown>> = {}) {
  const keys: ImageKeys = [await makeImageKey(() => 0)];
  const { bucket, held } = makeBucket();
  const lines: Record<string, unknown>[] = [];
  const worker = createImageWorker({ writeLine: (line) => void lines.push(JSON.parse(line)) });
  const environment = { IMAGES: bucket, IMAGES_KEYS: renderImageKeys(keys), ...texts };
  const keep = async (agoMs: number, given: Partial<ImageKeeperSettings> = {}): Promise<string> => {
    const settings = { store: openR2Images(bucket), keys: async () => keys, now: () => Date.now() - agoMs };
    const times = { keptMs: dayMs, linkMs: 600_000, origin: "https://images.test" };
    const words = { purpose: "a doubtful card", consent: "notice 3" };
    const keeper = openImageKeeper({ ...settings, ...times, ...words, ...given });
    const links = await keeper.keep({ images: { front: Uint8Array.of(1, 2, 3) }, requestId: "r" });
    return links.front ?? "";
  };
  const ask = (link: string, init?: RequestInit) => worker.fetch(new Request(link, init), environment);
  const sweep = () => worker.scheduled({ cron: "*/10 * * * *" }, environment);
  return { ask, keep, sweep, bucket, held, lines };
}

test("serves an image by its link and forbids caching", async () => {
  const { ask, keep } = await start();
  const answer = await ask(await keep(0));
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "image/jpeg",
    "private, no-store",
  ]);
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([1, 2, 3]);
});

test("answers an expired or altered link, or one to a missing or expired image, like an unknown path", async () => {
  const { ask, keep, held } = await start();
  const link = await keep(0);
  const gone = await keep(0);
  held.delete([...held.keys()].find((name) => gone.includes(name.slice(0, -6))) ?? "");
  const bodies = new Set<string>();
  for (const asked of [
    await keep(600_000),
    await keep(0, { keptMs: -1_000 }),
    link.replace("/front", "/back"),
    link.replace(/.$/, (last) => (last === "A" ? "E" : "A")),
    gone,
    "https://images.test/cards/1/front",
    "https://images.test/",
    "https://images.test/api/v1/notifications",
  ]) {
    const answer = await ask(asked);
    expect(answer.status).toBe(404);
    bodies.add(await answer.text());
  }
  expect(bodies.size).toBe(1);
  expect((await ask(link)).status).toBe(200);
});

test("deletes expired images only, and nothing that is not an image", async () => {
  const { keep, sweep, held, lines } = await start();
  await keep(dayMs + 1_000);
  const young = await keep(dayMs - 60_000);
  held.set("0-a-note", Uint8Array.of(1));
  await sweep();
  const left = [...held.keys()].filter((name) => name !== "0-a-note");
  expect([left.length, held.size]).toEqual([1, 2]);
  expect(young).toContain(left[0]?.slice(0, -"-front".length));
  expect(lines).toMatchObject([{ event: "images swept", removed: 1, failed: 0 }]);
});

test("deletes expired images even if the keys are faulty, while none is served", async () => {
  const { ask, keep, sweep, held, lines } = await start({ IMAGES_KEYS: "{}" });
  const link = await keep(0);
  await keep(dayMs + 1_000);
  expect((await ask(link)).status).toBe(503);
  expect(lines[0]).toMatchObject({
    event: "invalid settings",
    faults: expect.stringContaining("IMAGES_KEYS: It is not a file of image keys"),
  });
  await sweep();
  expect(held.size).toBe(1);
});

test("without a bucket, serves nothing, fails the sweep and logs what to bind", async () => {
  for (const bucket of [undefined, "trading-oms-images"]) {
    const { ask, sweep, lines } = await start({ IMAGES: bucket });
    expect((await ask("https://images.test/cards/1/front")).status).toBe(503);
    await expect(sweep()).rejects.toThrow("The settings are faulty.");
    const told = lines.filter(({ event }) => event === "invalid settings").map(({ faults }) => faults);
    expect(told).toHaveLength(2);
    for (const faults of told) expect(faults).toContain("r2_buckets in the configuration");
  }
});

test("an image that cannot be deleted fails the sweep, does not block others, and is deleted by the next", async () => {
  const { keep, sweep, held, bucket, lines } = await start();
  await keep(dayMs + 2_000);
  await keep(dayMs + 1_000);
  const remove = bucket.delete;
  let failuresLeft = 1;
  bucket.delete = async (name) => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) throw new Error("planted words");
    return remove(name);
  };
  await expect(sweep()).rejects.toThrow("Images that are due were not removed.");
  expect(lines).toMatchObject([{ level: "error", event: "image sweep failed", removed: 1, failed: 1 }]);
  await sweep();
  expect(held.size).toBe(0);
});

test("a sweep deletes images up to its limit, and the next continues", async () => {
  const { sweep, held } = await start();
  for (let index = 0; index < 1_000; index += 1) {
    held.set(`1700000000-${String(index).padStart(32, "0")}-front`, new Uint8Array());
  }
  await sweep();
  expect(held.size).toBe(100);
  await sweep();
  expect(held.size).toBe(0);
});

test("allows three images per allowed card and address, and only GET and HEAD", async () => {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 5_000) await new Promise((settle) => setTimeout(settle, leftMs));
  const { ask, keep } = await start({ RATE_LIMIT_CARDS: "1" });
  const link = await keep(0);
  expect((await ask(link, { method: "DELETE" })).status).toBe(405);
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await ask(link)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
