import { join } from "node:path";
import { makeCard } from "@trading-oms/cards";
import { startBucket } from "@trading-oms/scratch";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../../../testing/make-folder.ts";
import { makeKeyFile } from "../../../testing/make-key-file.ts";
import { sendCard } from "../../../testing/plan-cards.ts";
import { startBuiltServer } from "../../../testing/start-built-server.ts";

const { front } = makeCard({ seed: 5, kind: "2021", severity: "clean" });
const body = { frontImage: Buffer.from(front).toString("base64") };

test("stores images on S3 and serves them by links; if the storage fails, cards are read without links", async () => {
  const bucket = await startBucket();
  onTestFinished(() => bucket.stop());
  const folder = await makeFolder();
  const keyFile = join(folder, "image-keys.json");
  await makeKeyFile(keyFile);
  const server = await startBuiltServer({
    DATA_DIR: folder,
    FEED: "none",
    IMAGES: bucket.url,
    IMAGES_KEY_FILE: keyFile,
    IMAGES_URL: "https://api.example.com",
    IMAGES_PURPOSE: "opening an account",
    IMAGES_CONSENT: "terms of November 2026",
    IMAGES_S3_REGION: bucket.access.region,
    IMAGES_S3_ACCESS_KEY_ID: bucket.access.accessKeyId,
    IMAGES_S3_SECRET_ACCESS_KEY: bucket.access.secretAccessKey,
  });
  const asked = { fetch: (path: string, init?: RequestInit) => fetch(`${server.origin}${path}`, init) };
  const kept = await sendCard(asked, body);
  expect(kept.body, server.written()).toMatchObject({ imageUrls: { front: expect.any(String) } });
  const link = (kept.body["imageUrls"] as { front: string }).front;
  const shown = await asked.fetch(link.replace("https://api.example.com", ""));
  const bytes = new Uint8Array(await shown.arrayBuffer());
  expect([shown.status, ...bytes.subarray(0, 3)]).toEqual([200, 0xff, 0xd8, 0xff]);
  await bucket.stop();
  const without = await sendCard(asked, body);
  expect([without.status, without.body["success"], "imageUrls" in without.body]).toEqual([200, true, false]);
  expect(server.written()).toContain('"event":"storing card images failed"');
  expect(server.written()).not.toContain(bucket.access.secretAccessKey);
});
