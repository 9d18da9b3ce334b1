import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeCard } from "@trading-oms/cards";
import { expect, test, vi } from "vitest";
import { makeFolder } from "../../../testing/make-folder.ts";
import { makeKeyFile } from "../../../testing/make-key-file.ts";
import { sendCard } from "../../../testing/plan-cards.ts";
import { runBuiltServer } from "../../../testing/run-built-server.ts";
import { startBuiltServer } from "../../../testing/start-built-server.ts";

const { front, back, truth } = makeCard({ seed: 5, kind: "2021", severity: "clean" });
/** Location data as a phone adds it; it lies behind the image, where image readers ignore it. */
const planted = "planted: 21.0285 N, 105.8542 E";
const base64 = (bytes: Uint8Array): string => Buffer.concat([bytes, Buffer.from(planted)]).toString("base64");
const body = { frontImage: base64(front), backImage: base64(back), portraitImage: base64(front) };

async function plan(given: Readonly<Record<string, string>> = {}) {
  const folder = await makeFolder();
  const keyFile = join(folder, "image-keys.json");
  const keys = await makeKeyFile(keyFile);
  const settings = {
    DATA_DIR: folder,
    FEED: "none",
    IMAGES: join(folder, "images"),
    IMAGES_KEY_FILE: keyFile,
    IMAGES_URL: "https://api.example.com",
    IMAGES_PURPOSE: "opening an account",
    IMAGES_CONSENT: "terms of November 2026",
    ...given,
  };
  return { keys, keyFile, settings, images: join(folder, "images") };
}

async function start(settings: Readonly<Record<string, string>>) {
  const server = await startBuiltServer(settings);
  const fetchFrom = (path: string, init?: RequestInit) => fetch(`${server.origin}${path}`, init);
  return { ...server, fetch: fetchFrom };
}

/** The path of a link, requested from the server under test. */
function pathOf(link: string | undefined): string {
  return link?.replace("https://api.example.com", "") ?? "";
}

test("stores images without their metadata, serves them only by their links, and logs none of their content", async () => {
  const { settings, images } = await plan();
  const server = await start(settings);
  const answer = await sendCard(server, body);
  expect(answer.body["success"]).toBe(true);
  const urls = answer.body["imageUrls"] as Record<string, string>;
  expect(Object.keys(urls)).toEqual(["front", "back", "portrait"]);
  const shownBeginnings: string[] = [];
  for (const link of Object.values(urls)) {
    const shown = await server.fetch(pathOf(link));
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect([shown.status, shown.headers.get("content-type"), shown.headers.get("cache-control")]).toEqual([
      200,
      "image/jpeg",
      "private, no-store",
    ]);
    expect([bytes.subarray(0, 3).toString("hex"), bytes.includes("planted")]).toEqual(["ffd8ff", false]);
    shownBeginnings.push(bytes.subarray(0, 40).toString("latin1"));
  }
  const altered = pathOf(urls["front"]).replace("/front", "/back");
  const [wrong, nothing] = [await server.fetch(altered), await server.fetch("/cards")];
  expect([wrong.status, await wrong.text()]).toEqual([404, await nothing.text()]);
  const names = await readdir(images);
  expect(names.length).toBe(3);
  const kept = Buffer.concat(await Promise.all(names.map((name) => readFile(join(images, name)))));
  const [signature = ""] = /signature=.*/.exec(urls["front"] ?? "") ?? [];
  const metrics = await (await server.fetch("/metrics")).text();
  expect(metrics).toMatch(/^oms_images_cards_total\{outcome="kept"\} 1$/m);
  expect(metrics).toMatch(/^oms_images_served_total 3$/m);
  for (const text of [...Object.values(truth), planted, signature, ...names, ...shownBeginnings]) {
    expect(server.written()).not.toContain(text);
  }
  const { IMAGES_PURPOSE: purpose, IMAGES_CONSENT: consent } = settings;
  // Three letters occur by chance among so many encrypted bytes: "Nam" in one of fifty runs.
  const told = Object.entries(truth).flatMap(([name, text]) => (name === "sex" ? [] : [text]));
  expect(told.length).toBeGreaterThanOrEqual(8);
  expect(Math.min(...told.map((text) => text.length))).toBeGreaterThanOrEqual(8);
  for (const text of [...told, planted, ...shownBeginnings, purpose, consent, "image/jpeg"]) {
    expect(kept.includes(Buffer.from(text, "latin1"))).toBe(false);
    expect(kept.includes(Buffer.from(text))).toBe(false);
  }
});

test("reads the card without links if the folder or bucket fails", async () => {
  const { settings, images } = await plan();
  const server = await start(settings);
  await rm(images, { recursive: true });
  await expectReadWithoutLinks(server);
  expect(server.written()).toContain('"event":"storing card images failed"');
  const nowhere = { IMAGES_S3_ACCESS_KEY_ID: "oms", IMAGES_S3_SECRET_ACCESS_KEY: "hunter2" };
  const bucket = await plan({ IMAGES: "http://127.0.0.1:9/cards", ...nowhere });
  const other = await start(bucket.settings);
  await expectReadWithoutLinks(other);
  expect(other.written()).toContain('"event":"storing card images failed"');
  expect(other.written()).not.toContain("hunter2");
});

/** On a busy machine the time of a reading may end before every field is read, so it is asked again. */
function expectReadWithoutLinks(server: Parameters<typeof sendCard>[0]): Promise<void> {
  return vi.waitFor(
    async () => {
      const read = await sendCard(server, { frontImage: body.frontImage });
      expect([read.status, read.body["success"], "imageUrls" in read.body]).toEqual([200, true, false]);
    },
    { timeout: 30_000 },
  );
}

test("encrypts with a new key from the next card on; older links work until the old key is removed", async () => {
  const { settings, keys, keyFile } = await plan();
  const server = await start(settings);
  const linkOf = async (): Promise<string> => {
    const { body: read } = await sendCard(server, { frontImage: body.frontImage });
    return pathOf((read["imageUrls"] as { front?: string } | undefined)?.front);
  };
  const before = await linkOf();
  const both = await makeKeyFile(keyFile, keys, Date.now() - 600_000);
  const after = await linkOf();
  const statuses = async () => [(await server.fetch(before)).status, (await server.fetch(after)).status];
  expect(await statuses()).toEqual([200, 200]);
  await makeKeyFile(keyFile, both.slice(1));
  expect(await statuses()).toEqual([404, 200]);
  await writeFile(keyFile, "{}");
  expect(await linkOf()).toBe("");
  expect(server.written()).toContain('"code":"IMAGE_KEYS_UNUSABLE"');
});

test("does not start without key or place if images are to be stored", async () => {
  const { settings, keyFile } = await plan();
  const taken = await runBuiltServer({ ...settings, IMAGES: keyFile });
  expect([taken.code, taken.complained]).toEqual([
    2,
    `IMAGES names ${keyFile}, which can't be made or opened (EEXIST); name another.\n`,
  ]);
  await rm(keyFile);
  const keyless = await runBuiltServer(settings);
  expect([keyless.code, keyless.complained]).toEqual([
    2,
    `IMAGES_KEY_FILE names ${keyFile}: It can't be read (ENOENT). To make a key: oms images key.\n`,
  ]);
  await writeFile(keyFile, "{}");
  expect((await runBuiltServer(settings)).complained).toBe(
    `IMAGES_KEY_FILE names ${keyFile}: It is not a file of image keys: its member imageKeys is missing or not a list. To make a key: oms images key.\n`,
  );
});
