import { makeKey, publicKeysOf } from "@trading-oms/access";
import { makeCard } from "@trading-oms/cards";
import { type ImageKeys, listImages, makeImageKey, renderImageKeys } from "@trading-oms/images";
import { openImageKeeper, openR2Images, type R2Binding } from "@trading-oms/images/workers";
import { isShort } from "@trading-oms/scratch/short-form";
import sharp from "sharp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { measureIsolate } from "./measure.ts";
import { startEdge } from "./start-edge.ts";
import { heldAfter, untilRead } from "./start-worker.ts";

const origin = "https://images.test";
const dayMs = 86_400_000;

/** Half of an isolate's memory limit. */
const heldBytesMax = 64_000_000;
const words = { purpose: "a doubtful card", consent: "notice 3 of 2026-11" };

type Shower = { readonly fetch: (link: string) => Promise<Response> };

/** Starts the Workers with a bucket, and with keys from an hour ago that both Workers accept. */
async function startKeeping(given: { readonly isInspected?: boolean } = {}) {
  const key = await makeKey({ algorithm: "ES256", now: () => Date.now() });
  const keys: ImageKeys = [await makeImageKey(() => Date.now() - 3_600_000)];
  const logged: Record<string, unknown>[] = [];
  const texts = { IMAGES_KEYS: renderImageKeys(keys) };
  const { purpose, consent } = words;
  const edge = await startEdge({
    texts: { AUTH_JWKS: JSON.stringify(publicKeysOf({ keys: [key] })) },
    cardTexts: {
      ...texts,
      RATE_LIMIT_CARDS: "0",
      IMAGES_URL: origin,
      IMAGES_PURPOSE: purpose,
      IMAGES_CONSENT: consent,
    },
    imageTexts: { ...texts, RATE_LIMIT_CARDS: "0" },
    port: 0,
    hear: (line) => void logged.push(readLine(line)),
    ...given,
  });
  onTestFinished(edge.stop);
  const bucket = (await edge.miniflare.getR2Bucket("IMAGES", "trading-oms-images")) as unknown as R2Binding;
  const shower = (await edge.miniflare.getWorker("trading-oms-images")) as unknown as Shower;
  const show = async (link: string) => {
    const answer = await shower.fetch(link);
    // An unread body keeps the runtime from stopping.
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, type: answer.headers.get("content-type"), bytes };
  };
  const send = (images: Readonly<Record<string, Uint8Array>>) => untilRead(() => sendOnce(images));
  const sendOnce = async (images: Readonly<Record<string, Uint8Array>>) => {
    const sent = Object.entries(images).map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]);
    const answer = await fetch(`${edge.url}/api/v2/chat/api/id-card`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(sent)),
    });
    const body = (await answer.json()) as {
      readonly data?: Readonly<Record<string, string>>;
      readonly imageUrls?: Readonly<Record<string, string>>;
    };
    return { status: answer.status, ...body };
  };
  return { edge, keys, bucket, store: openR2Images(bucket), show, send, logged };
}

/** The runtime prints lines of its own, such as closed connections. */
function readLine(line: string): Record<string, unknown> {
  return line.startsWith("{") ? JSON.parse(line) : { event: "told by the runtime", level: "info", line };
}

/** A photo with the EXIF data of a phone, location included, and the pixels of the card. */
function markPhoto(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes)
    .withExif({
      IFD0: { Make: "planted maker", DateTime: "2026:11:18 10:00:00" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "21/1 1/1 42/1" },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><planted/></x:xmpmeta>')
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** The mean difference of two pictures, both shrunk to 100 × 100 pixels. */
async function differenceOf(one: Uint8Array, other: Uint8Array): Promise<number> {
  const shrink = (bytes: Uint8Array) =>
    sharp(bytes).removeAlpha().resize(100, 100, { fit: "fill" }).raw().toBuffer();
  const [left, right] = [await shrink(one), await shrink(other)];
  return left.reduce((sum, value, at) => sum + Math.abs(value - (right[at] ?? 0)), 0) / left.length;
}

async function namesIn(store: { list(): AsyncIterable<string> }): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.list()) names.push(name);
  return names;
}

/** Drawing and reading take seconds per card, more on a shared machine. */
const timeout = 240_000;

describe("Workers that keep images in R2", { timeout }, () => {
  test("keep copies without metadata, sealed with purpose and consent, and show them by links", async () => {
    const { edge, send, show, bucket, store, keys, logged } = await startKeeping();
    const card = makeCard({ seed: 1_010, kind: "2021", severity: "phone", encoding: "jpeg" });
    const [front, back] = [await markPhoto(card.front), await markPhoto(card.back)];
    const portrait = await sharp(card.front).resize(300, 400, { fit: "fill" }).webp().toBuffer();
    const answer = await send({ frontImage: front, backImage: back, portraitImage: portrait });
    expect([answer.status, answer.data?.["idNumber"]]).toEqual([200, card.truth.idNumber]);
    expect(Object.keys(answer.imageUrls ?? {}).sort()).toEqual(["back", "front", "portrait"]);
    const copies: Buffer[] = [];
    for (const [side, original] of Object.entries({ front, back, portrait })) {
      const link = answer.imageUrls?.[side] ?? "";
      expect(link.startsWith(`${origin}/cards/`)).toBe(true);
      const { status, type, bytes: copy } = await show(link);
      expect([status, type]).toEqual([200, "image/jpeg"]);
      expect(await differenceOf(copy, original)).toBeLessThan(4);
      const { exif, xmp, icc } = await sharp(copy).metadata();
      expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
      expect(copy.includes("planted")).toBe(false);
      copies.push(copy);
    }
    const listed = [];
    for await (const each of listImages(store, keys)) listed.push(each);
    expect(listed.map(({ side }) => side)).toEqual(["back", "front", "portrait"]);
    for (const { found, deleteAtMs } of listed) {
      if (!("record" in found)) throw new Error("An image cannot be opened.");
      expect(found.record).toMatchObject({ ...words, mediaType: "image/jpeg" });
      expect(await found.isOf(card.truth.idNumber)).toBe(true);
      expect(Math.abs(deleteAtMs - Date.now() - 30 * dayMs)).toBeLessThan(600_000);
    }
    // Long enough not to occur in a ciphertext by chance.
    const parts = copies.flatMap((copy) => [copy.subarray(0, 16), copy.subarray(1_000, 1_016)]);
    for (const name of await namesIn(store)) {
      const sealed = Buffer.from((await (await bucket.get(name))?.arrayBuffer()) ?? new ArrayBuffer());
      expect(sealed.length).toBeGreaterThan(1_000);
      for (const part of [...parts, Buffer.from("doubtful"), Buffer.from("notice")])
        expect(sealed.includes(part)).toBe(false);
    }
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${card.truth.idNumber}|/cards/`));
    expect(logged.filter(({ level }) => level !== "info")).toEqual([]);
    const unasked = await fetch(`${edge.url}${new URL(answer.imageUrls?.["front"] ?? "").pathname}`);
    expect(unasked.status).toBe(404);
    // The body must be read, as above; on a busy machine it arrives after the status.
    await unasked.arrayBuffer();
  });

  test("reject links that are expired, altered or for another image, and keep no image without a card", async () => {
    const { send, show, store, keys } = await startKeeping();
    const blank = sharp({ create: { width: 1_200, height: 800, channels: 3, background: "#888" } });
    const unread = await send({ frontImage: await blank.jpeg().toBuffer() });
    expect([unread.status, unread.imageUrls, await namesIn(store)]).toEqual([200, undefined, []]);
    const { front } = makeCard({ seed: 1_010, kind: "2021", severity: "phone", encoding: "jpeg" });
    const link = (await send({ frontImage: front })).imageUrls?.["front"] ?? "";
    const times = { now: () => Date.now() - 600_001, keptMs: dayMs, linkMs: 600_000 };
    const earlier = openImageKeeper({ store, keys: async () => keys, origin, ...times, ...words });
    const over = (await earlier.keep({ images: { front: new Uint8Array(9) }, requestId: "r" })).front ?? "";
    const [expires = ""] = /\d{10}(?=&)/.exec(link) ?? [];
    const bodies = new Set<string>();
    for (const asked of [
      over,
      link.replace(expires, String(Number(expires) + 60)),
      link.replace("/front?", "/back?"),
      link.replace(/signature=./, (found) => `${found.slice(0, -1)}${found.endsWith("A") ? "B" : "A"}`),
      link.replace(/cards\/[^/]+/, new URL(over).pathname.split("/").slice(1, 3).join("/")),
      `${origin}/cards`,
    ]) {
      const { status, bytes } = await show(asked);
      expect(status).toBe(404);
      bodies.add(bytes.toString());
    }
    expect(bodies.size).toBe(1);
    expect((await show(link)).status).toBe(200);
  });

  test("remove an image when it is due, and no other", async () => {
    const { edge, show, store, keys, logged } = await startKeeping();
    const keep = async (agoMs: number) => {
      const times = { now: () => Date.now() - agoMs, keptMs: dayMs, linkMs: 2 * dayMs };
      const keeper = openImageKeeper({ store, keys: async () => keys, origin, ...times, ...words });
      return (await keeper.keep({ images: { front: new Uint8Array(9) }, requestId: "r" })).front ?? "";
    };
    const [due, young] = [await keep(dayMs + 1_000), await keep(dayMs - 3_600_000)];
    // An image that is due is not shown, even before it is removed.
    expect([(await show(due)).status, (await show(young)).status]).toEqual([404, 200]);
    await edge.sweepImages();
    expect(await namesIn(store)).toEqual([new URL(young).pathname.slice(7).replace("/", "-")]);
    await expect
      .poll(() => logged.filter(({ event }) => event === "images swept"), { timeout: 20_000 })
      .toMatchObject([{ removed: 1, failed: 0 }]);
  });

  test("stay within their share of an isolate's memory after many of the largest photos", async () => {
    // Collects garbage every 100 allocations; the next cards make enough of them.
    vi.stubEnv("MINIFLARE_WORKERD_V8_FLAGS", "--gc-global --gc-interval=100");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { edge, send } = await startKeeping({ isInspected: true });
    const small = makeCard({ seed: 1_011, kind: "2021", severity: "phone", encoding: "jpeg" });
    const enlarge = (bytes: Uint8Array) => sharp(bytes).resize(4_000, 3_000, { fit: "fill" });
    const forms = [
      (bytes: Uint8Array) => enlarge(bytes).jpeg({ quality: 92 }),
      (bytes: Uint8Array) => enlarge(bytes).jpeg({ quality: 80, progressive: true }),
    ];
    const held: number[] = [];
    for (const form of isShort ? forms : [...forms, ...forms]) {
      const frontImage = await form(small.front).toBuffer();
      const backImage = await form(small.back).toBuffer();
      const { imageUrls } = await send({ frontImage, backImage, portraitImage: small.front });
      expect(Object.keys(imageUrls ?? {})).toHaveLength(3);
      held.push(
        await heldAfter(
          () => send({ frontImage: small.front }),
          async () => measureIsolate(await edge.miniflare.getInspectorURL(), "trading-oms-cards"),
          heldBytesMax,
        ),
      );
    }
    console.log(
      `The isolate held ${held.map((bytes) => Math.round(bytes / 1e6)).join(", ")} MB after each card.`,
    );
    expect(Math.max(...held)).toBeLessThanOrEqual(heldBytesMax);
  });
});
