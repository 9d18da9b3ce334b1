import { type CardOrder, type CardTruth, makeCard } from "@trading-oms/cards";
import { isShort, sampleOf } from "@trading-oms/scratch/short-form";
import sharp from "sharp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { checkAnswer, heldAfter, keysText, startWorker, untilRead } from "./start-worker.ts";

const path = "/api/v2/chat/api/id-card";

/** Half of an isolate's memory limit. */
const heldBytesMax = 64_000_000;

type Send = (
  front: Uint8Array,
  back?: Uint8Array,
) => Promise<{ status: number; body: Record<string, unknown> }>;

async function startReader(cardTexts: Record<string, string> = { RATE_LIMIT_CARDS: "0" }) {
  const worker = await startWorker({ AUTH_JWKS: keysText }, cardTexts);
  const send: Send = (front, back) => untilRead(() => sendOnce(front, back));
  const sendOnce: Send = async (front, back) => {
    const answer = await worker.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ frontImage: inBase64(front), ...(back && { backImage: inBase64(back) }) }),
    });
    const { status } = answer;
    return { status, body: (await checkAnswer("parseIdCard", answer)) as Record<string, unknown> };
  };
  return { worker, send };
}

function inBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

const orders: CardOrder[] = (["2021", "2024"] as const).flatMap((kind) =>
  [0, 90, 180, 270].map((turn) => ({
    seed: 1_010,
    kind,
    turn,
    severity: "phone",
    encoding: ({ 0: "jpeg", 90: "png", 180: "webp", 270: "jpeg" } as const)[turn] ?? "jpeg",
  })),
);

/** The fields that QR codes and machine-readable lines hold. */
function borneOf({ placeOfOrigin: _origin, issuedBy: _issuer, ...borne }: CardTruth) {
  return { ...borne, address: borne.placeOfResidence };
}

/** Drawing and reading take seconds per card, more on a shared machine. */
const timeout = 240_000;

describe("The Worker that reads cards", { timeout }, () => {
  test("reads codes and lines of both kinds of cards at any rotation, and says what needs the full reader", async () => {
    const { send, worker } = await startReader();
    for (const order of sampleOf(orders, 4)) {
      const { front, back, truth } = makeCard(order);
      const { status, body } = await send(front, back);
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: false, data: borneOf(truth) });
      // The authority of a card of 2024 is fixed by law.
      const isByLaw = order.kind === "2024";
      expect(Object.keys(body["data"] as object)).toHaveLength(isByLaw ? 10 : 9);
      const unread = isByLaw ? "placeOfOrigin" : "placeOfOrigin and issuedBy";
      expect(body["error"]).toMatch(new RegExp(`^${unread} could not be read\\. .*print is not read here`));
    }
    expect(worker.logged.filter(({ level }) => level !== "info")).toEqual([]);
  });

  test("refuses images that exceed its memory or show no card, with the reason", async () => {
    const { send } = await startReader();
    const blank = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: "#888" } });
    const { front } = makeCard({ seed: 1_010, kind: "2021", severity: "phone", encoding: "jpeg" });
    const errorOf = async (image: Uint8Array) => (await send(image)).body["error"];
    expect(await errorOf(await blank(1_600, 1_200).jpeg().toBuffer())).toContain(
      "Front: no card was found; photograph the card alone, whole and flat.",
    );
    const detailsOf = async (front: Uint8Array, back?: Uint8Array) => {
      const { status, body } = await send(front, back);
      return [status, body["details"]];
    };
    const large = Buffer.concat([front, Buffer.alloc(6_000_001 - front.length)]);
    expect(await detailsOf(large)).toEqual([
      400,
      [{ field: "frontImage", message: "the image has more than 6,000,000 bytes; send a smaller one" }],
    ]);
    expect(await detailsOf(front, front.subarray(0, front.length / 2))).toEqual([
      400,
      [{ field: "backImage", message: "the image is damaged and cannot be decoded; send it again" }],
    ]);
    const bomb = await blank(100, 100).png().toBuffer();
    bomb.writeUInt32BE(15_000, 16);
    bomb.writeUInt32BE(15_000, 20);
    expect((await send(bomb)).status).toBe(400);
    expect((await send(new TextEncoder().encode("no image at all, but long enough"))).status).toBe(400);
    expect((await send(front.subarray(0, front.length / 2))).status).toBe(400);
    expect((await send(new Uint8Array(9_000_000))).status).toBe(413);
  });

  test("limits cards by address, and answers the doubled path alike", async () => {
    const { worker, send } = await startReader({ RATE_LIMIT_CARDS: "2" });
    const doubled = "/api/v2/chat/api/v2/chat/api/id-card";
    const headers = { "content-type": "application/json" };
    const leftMs = 60_000 - (Date.now() % 60_000);
    if (leftMs < 10_000) await new Promise((settle) => setTimeout(settle, leftMs));
    expect((await worker.fetch(doubled, { method: "POST", headers, body: "{}" })).status).toBe(400);
    expect((await send(new Uint8Array(40))).status).toBe(400);
    expect((await send(new Uint8Array(40))).status).toBe(429);
    expect((await worker.fetch(path, { method: "DELETE" })).status).toBe(405);
  });

  test("stays within its share of an isolate's memory after many of the largest photos", async () => {
    // Collects garbage every 100 allocations; the next cards make enough of them.
    vi.stubEnv("MINIFLARE_WORKERD_V8_FLAGS", "--gc-global --gc-interval=100");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { send, worker } = await startReader();
    const small = makeCard({ seed: 1_011, kind: "2021", severity: "phone", encoding: "jpeg" });
    const enlarge = (bytes: Uint8Array, width: number, height: number) =>
      sharp(bytes).resize(width, height, { fit: "fill" });
    const pairs = await Promise.all(
      [
        (bytes: Uint8Array) => enlarge(bytes, 4_000, 3_000).jpeg({ quality: 92 }),
        (bytes: Uint8Array) => enlarge(bytes, 4_000, 3_000).jpeg({ quality: 80, progressive: true }),
        (bytes: Uint8Array) => enlarge(bytes, 8_000, 5_000).jpeg({ quality: 50 }),
        (bytes: Uint8Array) => enlarge(bytes, 4_000, 3_000).webp({ quality: 80 }),
      ].map(async (form) => [await form(small.front).toBuffer(), await form(small.back).toBuffer()] as const),
    );
    const held: number[] = [];
    for (const [front, back] of isShort ? pairs : [...pairs, ...pairs]) {
      const { body } = await send(front, back);
      expect(body["data"]).toMatchObject({ idNumber: small.truth.idNumber });
      held.push(await heldAfter(() => send(small.front), worker.measureCards, heldBytesMax));
    }
    console.log(
      `The isolate held ${held.map((bytes) => Math.round(bytes / 1e6)).join(", ")} MB after each card.`,
    );
    expect(Math.max(...held)).toBeLessThanOrEqual(heldBytesMax);
  });
});
