import { expect, test } from "vitest";
import { makeImageKey } from "./image-keys.ts";
import { listImages, removeCard } from "./list-images.ts";
import { partsOf, planKeeper, testNowMs } from "./testing/plan-keeper.ts";

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const front = encode("the front of a card, at least so much of it that a search would find it");
const card = { images: { front, back: encode("its back") }, requestId: "order-7", idNumber: "001204000017" };

test("what is kept is shown to whoever has its link, each side by its own", async () => {
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

test("a link ends with its last millisecond", async () => {
  const { keeper, clock } = await planKeeper();
  const link = partsOf((await keeper.keep(card)).front);
  clock.nowMs = testNowMs + 599_999;
  expect(await keeper.find(link)).toMatchObject({ kind: "image" });
  clock.nowMs = testNowMs + 600_000;
  expect(await keeper.find(link)).toEqual({ kind: "not-there" });
});

test("a link that was altered in any part, or guessed, leads nowhere", async () => {
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
  for (const each of altered) expect([each, await keeper.find(each)]).toEqual([each, { kind: "not-there" }]);
  expect(await keeper.find(link)).toMatchObject({ kind: "image" });
});

test("one signature has one spelling only", async () => {
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

test("nothing of image, number, purpose or consent can be read where it is kept, and two that are the same look nothing alike", async () => {
  const { keeper, held, ring } = await planKeeper();
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
  const [secret = ""] = ring.keys.map((key) => Buffer.from(key.secret).toString("latin1"));
  expect(all.join()).not.toContain(secret);
  const [one, , other] = [...held.values()].map((bytes) => Buffer.from(bytes).toString("hex"));
  // Format and key are the same for both, and behind them there are 32 bytes of salt.
  expect(one?.slice(0, 32)).toBe(other?.slice(0, 32));
  expect(one?.slice(32, 96)).not.toBe(other?.slice(32, 96));
  expect(one?.slice(96, 160)).not.toBe(other?.slice(96, 160));
});

test("an image whose bytes were changed, cut or put under another name is not shown", async () => {
  const { keeper, held } = await planKeeper();
  const links = await keeper.keep(card);
  const [backName = "", frontName = ""] = [...held.keys()].sort();
  const whole = held.get(frontName) ?? front;
  const spoilt = [0, 8, 16, 47, 48, whole.length - 1].map((at) => whole.with(at, (whole[at] ?? 0) ^ 1));
  for (const bytes of [
    ...spoilt,
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

test("an image is gone at its time, though nobody has swept, and no link or other name makes it last", async () => {
  const { keeper, clock, held } = await planKeeper({ linkMs: 10 * 86_400_000 });
  const link = partsOf((await keeper.keep(card)).front);
  clock.nowMs = testNowMs + 86_399_999;
  expect(await keeper.find(link)).toMatchObject({ kind: "image" });
  clock.nowMs = testNowMs + 86_400_000;
  expect(await keeper.find(link)).toEqual({ kind: "not-there" });
  expect(held.size).toBe(2);
});

test("consent, purpose, time and request are recorded with each image, and whose it is for whoever knows the number", async () => {
  const { keeper, store, ring } = await planKeeper();
  await keeper.keep(card);
  await keeper.keep({ images: { front }, requestId: "order-8" });
  const listed = await Array.fromAsync(listImages(store, ring.keys));
  const records = listed.map(({ side, deleteAtMs, found }) => ({
    side,
    deleteAtMs,
    ...("record" in found ? found.record : {}),
  }));
  const recorded = {
    mediaType: "image/jpeg",
    keptAtMs: testNowMs,
    deleteAtMs: testNowMs + 86_400_000,
    purpose: "opening an account",
    consent: "terms of November 2026",
  };
  const ofOrder7 = { ...recorded, requestId: "order-7", subject: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect(
    records.toSorted((one, other) => (one.requestId + one.side < other.requestId + other.side ? -1 : 1)),
  ).toEqual([
    { ...ofOrder7, side: "back" },
    { ...ofOrder7, side: "front" },
    { ...recorded, side: "front", requestId: "order-8", subject: null },
  ]);
  expect(JSON.stringify(records)).not.toContain("001204000017");
  const areOf = async (number: string) =>
    Promise.all(listed.map(({ found }) => ("isOf" in found ? found.isOf(number) : false)));
  expect((await areOf("001204000017")).filter(Boolean).length).toBe(2);
  expect((await areOf("001204000018")).filter(Boolean).length).toBe(0);
});

test("a newer key seals once every machine can have it, and the older one goes on opening what it sealed", async () => {
  const { keeper, ring, store, clock } = await planKeeper();
  const older = ring.keys;
  const before = await keeper.keep(card);
  const newer = await makeImageKey(() => testNowMs);
  ring.keys = [...ring.keys, newer];
  clock.nowMs = testNowMs + 599_999;
  const meanwhile = await keeper.keep(card);
  ring.keys = [newer];
  // Ten minutes long it seals nothing, so that machines without it show whatever comes.
  expect(await keeper.find(partsOf(meanwhile.front))).toEqual({ kind: "not-there" });
  await removeCard(store, partsOf(meanwhile.front).cardId);
  ring.keys = [...older, newer];
  clock.nowMs = testNowMs + 600_000;
  const after = await keeper.keep(card);
  clock.nowMs = testNowMs + 1;
  expect(await keeper.find(partsOf(before.front))).toMatchObject({ kind: "image" });
  expect(await keeper.find(partsOf(after.front))).toMatchObject({ kind: "image" });
  const listed = await Array.fromAsync(listImages(store, ring.keys));
  const keyIds = listed.map(({ found }) => ("keyId" in found ? found.keyId : ""));
  expect(keyIds.toSorted()).toEqual(ring.keys.flatMap(({ id }) => [id, id]).toSorted());
});

test("what a key sealed that was taken away is never shown again, neither by old links nor to operators", async () => {
  const { keeper, ring, store } = await planKeeper();
  const before = await keeper.keep(card);
  ring.keys = [await makeImageKey(() => testNowMs)];
  // A link of the key that was taken away is none any more.
  expect(await keeper.find(partsOf(before.front))).toEqual({ kind: "not-there" });
  const listed = await Array.fromAsync(listImages(store, ring.keys));
  expect(listed.map(({ found }) => found)).toEqual([{ fault: "key-unknown" }, { fault: "key-unknown" }]);
});

test("no key is asked for to see that a link is over, or is none", async () => {
  const planned = await planKeeper();
  const link = partsOf((await planned.keeper.keep(card)).front);
  const keys = () => Promise.reject(new Error("The file of keys was read."));
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
    expect([each, await keeper.find(each)]).toEqual([each, { kind: "not-there" }]);
  }
  clock.nowMs = testNowMs + 600_000;
  expect(await keeper.find(link)).toEqual({ kind: "not-there" });
});

test("all images of a card are removed when they are asked to be, and none of another", async () => {
  const { keeper, store, held } = await planKeeper();
  const [one, other] = [await keeper.keep(card), await keeper.keep(card)];
  await removeCard(store, partsOf(one.front).cardId);
  expect(held.size).toBe(2);
  expect(await keeper.find(partsOf(one.front))).toEqual({ kind: "not-there" });
  expect(await keeper.find(partsOf(other.front))).toMatchObject({ kind: "image" });
});
