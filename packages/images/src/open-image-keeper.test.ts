import { expect, test } from "vitest";
import { makeImageKey } from "./image-keys.ts";
import { listImages, removeCard } from "./list-images.ts";
import { partsOf, planKeeper, testNowMs } from "./testing/plan-keeper.ts";

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const front = encode("the front of a card, at least so much of it that a search would find it");
const card = { images: { front, back: encode("its back") }, requestId: "order-7", idNumber: "001204000017" };

test("returns each side of a card for its own link", async () => {
  const { keeper } = await planKeeper();
  const links = await keeper.keep(card);
  expect(links.front).toMatch(
    /^https:\/\/images\.example\.com\/cards\/1795057200-[0-9a-f]{32}\/front\?expires=1794971400&signature=[\w-]{43}$/,
  );
  expect(Object.keys(links)).toEqual(["front", "back"]);
  expect(await keeper.find(partsOf(links.front))).toEqual({
    kind: "image",
    mediaType: "image/jpeg",
    image: front,
  });
  expect(await keeper.find(partsOf(links.back))).toMatchObject({ image: card.images.back });
});

test("a link is valid until its last millisecond", async () => {
  const { keeper, clock } = await planKeeper();
  const link = partsOf((await keeper.keep(card)).front);
  clock.nowMs = testNowMs + 599_999;
  expect(await keeper.find(link)).toMatchObject({ kind: "image" });
  clock.nowMs = testNowMs + 600_000;
  expect(await keeper.find(link)).toEqual({ kind: "not-found" });
});

test("refuses links that were altered in any part or guessed", async () => {
  const { keeper } = await planKeeper();
  const [one, other] = [await keeper.keep(card), await keeper.keep(card)];
  const link = partsOf(one.front);
  const { signature = "", expires = "", cardId } = link;
  const turn = (text: string, at: number): string =>
    `${text.slice(0, at)}${text[at] === "a" ? "b" : "a"}${text.slice(at + 1)}`;
  const altered = [
    { ...link, cardId: partsOf(other.front).cardId },
    { ...link, cardId: turn(cardId, 42) },
    { ...link, cardId: cardId.toUpperCase() },
    { ...link, cardId: "../../etc/passwd" },
    { ...link, side: "back" },
    { ...link, side: "toString" },
    { ...link, expires: String(Number(expires) + 1) },
    { ...link, expires: ` ${expires}` },
    { ...link, expires: `${expires}.0` },
    { ...link, expires: undefined },
    { ...link, expires: "9999999999", signature: "A".repeat(43) },
    { ...link, signature: undefined },
    { ...link, signature: "" },
    { ...link, signature: `${signature}=` },
    { ...link, signature: `${signature}A` },
    ...Array.from({ length: 43 }, (_, at) => ({ ...link, signature: turn(signature, at) })),
    { ...link, signature: partsOf(one.back).signature },
  ];
  for (const each of altered) expect([each, await keeper.find(each)]).toEqual([each, { kind: "not-found" }]);
  expect(await keeper.find(link)).toMatchObject({ kind: "image" });
});

test("accepts only one spelling of a signature", async () => {
  const { keeper } = await planKeeper();
  const link = partsOf((await keeper.keep(card)).front);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const good = [];
  for (const last of alphabet) {
    const found = await keeper.find({ ...link, signature: `${link.signature?.slice(0, 42)}${last}` });
    if (found.kind === "image") good.push(last);
  }
  expect(good).toEqual([link.signature?.at(-1)]);
});

test("stored bytes reveal no image, number, purpose or consent, and equal images are stored as different bytes", async () => {
  const { keeper, held, keyFile } = await planKeeper();
  await keeper.keep(card);
  await keeper.keep(card);
  const all = [...held].map(([name, bytes]) => name + Buffer.from(bytes).toString("latin1"));
  expect(all.length).toBe(4);
  const planted = [
    "the front",
    "a card",
    "its back",
    "001204000017",
    "opening",
    "November",
    "order-7",
    "jpeg",
    "portrait",
  ];
  for (const each of all) for (const text of planted) expect(each).not.toContain(text);
  const [secret = ""] = keyFile.keys.map((key) => Buffer.from(key.secret).toString("latin1"));
  expect(all.join()).not.toContain(secret);
  const [one, , other] = [...held.values()].map((bytes) => Buffer.from(bytes).toString("hex"));
  // Both begin with the same format and key id, 16 bytes; 32 bytes of salt follow.
  expect(one?.slice(0, 32)).toBe(other?.slice(0, 32));
  expect(one?.slice(32, 96)).not.toBe(other?.slice(32, 96));
  expect(one?.slice(96, 160)).not.toBe(other?.slice(96, 160));
});

test("does not show an image whose bytes were changed, cut or renamed", async () => {
  const { keeper, held } = await planKeeper();
  const links = await keeper.keep(card);
  const [backName = "", frontName = ""] = [...held.keys()].sort();
  const whole = held.get(frontName) ?? front;
  const corrupted = [0, 8, 16, 47, 48, whole.length - 1].map((at) => whole.with(at, (whole[at] ?? 0) ^ 1));
  for (const bytes of [
    ...corrupted,
    whole.slice(0, -1),
    whole.slice(0, 48),
    whole.slice(0, 20),
    new Uint8Array(),
  ]) {
    held.set(frontName, bytes);
    expect(await keeper.find(partsOf(links.front))).toMatchObject({ kind: "not-opened" });
  }
  held.set(frontName, held.get(backName) ?? front);
  expect(await keeper.find(partsOf(links.front))).toEqual({ kind: "not-opened", fault: "broken" });
});

test("does not show an image past its deletion time, even unswept and with a longer link", async () => {
  const { keeper, clock, held } = await planKeeper({ linkMs: 10 * 86_400_000 });
  const link = partsOf((await keeper.keep(card)).front);
  clock.nowMs = testNowMs + 86_399_999;
  expect(await keeper.find(link)).toMatchObject({ kind: "image" });
  clock.nowMs = testNowMs + 86_400_000;
  expect(await keeper.find(link)).toEqual({ kind: "not-found" });
  expect(held.size).toBe(2);
});

test("records consent, purpose, time and request with each image, and finds the images of a card number", async () => {
  const { keeper, store, keyFile } = await planKeeper();
  await keeper.keep(card);
  await keeper.keep({ images: { front }, requestId: "order-8" });
  const listed = await Array.fromAsync(listImages(store, keyFile.keys));
  const records = listed.map(({ side, deleteAtMs, found }) => ({
    side,
    deleteAtMs,
    ...("record" in found ? found.record : {}),
  }));
  const record = {
    mediaType: "image/jpeg",
    keptAtMs: testNowMs,
    deleteAtMs: testNowMs + 86_400_000,
    purpose: "opening an account",
    consent: "terms of November 2026",
  };
  const ofOrder7 = { ...record, requestId: "order-7", subject: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect(
    records.toSorted((one, other) => (one.requestId + one.side < other.requestId + other.side ? -1 : 1)),
  ).toEqual([
    { ...ofOrder7, side: "back" },
    { ...ofOrder7, side: "front" },
    { ...record, side: "front", requestId: "order-8", subject: null },
  ]);
  expect(JSON.stringify(records)).not.toContain("001204000017");
  const ownedBy = async (number: string) =>
    Promise.all(listed.map(({ found }) => ("isOf" in found ? found.isOf(number) : false)));
  expect((await ownedBy("001204000017")).filter(Boolean).length).toBe(2);
  expect((await ownedBy("001204000018")).filter(Boolean).length).toBe(0);
});

test("a new key seals after ten minutes, and the old key still opens its images", async () => {
  const { keeper, keyFile, store, clock } = await planKeeper();
  const older = keyFile.keys;
  const before = await keeper.keep(card);
  const newer = await makeImageKey(() => testNowMs);
  keyFile.keys = [...keyFile.keys, newer];
  clock.nowMs = testNowMs + 599_999;
  const between = await keeper.keep(card);
  keyFile.keys = [newer];
  // In its first ten minutes the new key seals nothing, so machines without it can show every image.
  expect(await keeper.find(partsOf(between.front))).toEqual({ kind: "not-found" });
  await removeCard(store, partsOf(between.front).cardId);
  keyFile.keys = [...older, newer];
  clock.nowMs = testNowMs + 600_000;
  const after = await keeper.keep(card);
  clock.nowMs = testNowMs + 1;
  expect(await keeper.find(partsOf(before.front))).toMatchObject({ kind: "image" });
  expect(await keeper.find(partsOf(after.front))).toMatchObject({ kind: "image" });
  const listed = await Array.fromAsync(listImages(store, keyFile.keys));
  const keyIds = listed.map(({ found }) => ("keyId" in found ? found.keyId : ""));
  expect(keyIds.toSorted()).toEqual(keyFile.keys.flatMap(({ id }) => [id, id]).toSorted());
});

test("images of a removed key are shown neither for old links nor to operators", async () => {
  const { keeper, keyFile, store } = await planKeeper();
  const before = await keeper.keep(card);
  keyFile.keys = [await makeImageKey(() => testNowMs)];
  // Links of a removed key are invalid.
  expect(await keeper.find(partsOf(before.front))).toEqual({ kind: "not-found" });
  const listed = await Array.fromAsync(listImages(store, keyFile.keys));
  expect(listed.map(({ found }) => found)).toEqual([{ fault: "key_unknown" }, { fault: "key_unknown" }]);
});

test("refuses malformed and expired links without reading the keys", async () => {
  const planned = await planKeeper();
  const link = partsOf((await planned.keeper.keep(card)).front);
  const keys = () => Promise.reject(new Error("The key file was read."));
  const { keeper, clock } = await planKeeper({ keys });
  for (const each of [
    { ...link, side: "both" },
    { ...link, cardId: "1" },
    { ...link, cardId: link.cardId.replace(/^\d+/, "0000000001") },
    { ...link, expires: undefined },
    { ...link, expires: "1" },
    { ...link, signature: undefined },
    { ...link, signature: "guessed" },
  ]) {
    expect([each, await keeper.find(each)]).toEqual([each, { kind: "not-found" }]);
  }
  clock.nowMs = testNowMs + 600_000;
  expect(await keeper.find(link)).toEqual({ kind: "not-found" });
});

test("removeCard removes all images of a card and none of another", async () => {
  const { keeper, store, held } = await planKeeper();
  const [one, other] = [await keeper.keep(card), await keeper.keep(card)];
  await removeCard(store, partsOf(one.front).cardId);
  expect(held.size).toBe(2);
  expect(await keeper.find(partsOf(one.front))).toEqual({ kind: "not-found" });
  expect(await keeper.find(partsOf(other.front))).toMatchObject({ kind: "image" });
});
