import { expect, test } from "vitest";
import { planServices } from "../testing/plan-services.ts";
import { openAccount } from "./accounts.ts";
import { moveCash } from "./cash.ts";
import { listNotifications, markNotificationsRead, readNotifications } from "./notifications.ts";

const key = { userId: "u-1", accountId: "A-1" };
/** The id of the first user's n-th notification. */
const id = (n: number): number => 4_194_304 + n;
const ofAnotherUser = 8_388_609;

/** A user with four notifications. */
async function planFour() {
  const { services } = planServices();
  await openAccount(services, key);
  for (const movementId of ["m-1", "m-2", "m-3", "m-4"]) {
    await moveCash(services, { key, kind: "deposit", amountVnd: 5n, movementId });
  }
  return { ...services, now: () => 9_000 };
}

async function listRead(services: Awaited<ReturnType<typeof planFour>>) {
  const listed = await listNotifications(services, "u-1", { limit: 9, offset: 0 });
  return listed.filter(({ isRead }) => isRead).map((each) => [each.id, each.updatedAtMs]);
}

test("ids are marked once, at the reader's time, and those of others are ignored", async () => {
  const services = await planFour();
  const ids = [id(3), ofAnotherUser, id(1), id(3), id(99)];
  const counted = { kind: "done", unread: 2, all: 4, newestId: id(4) };
  expect(await readNotifications(services, "u-1", { ids })).toEqual(counted);
  expect(await readNotifications({ ...services, now: () => 10_000 }, "u-1", { ids })).toEqual(counted);
  expect(await readNotifications(services, "u-1", { ids: [ofAnotherUser] })).toEqual(counted);
  expect(await listRead(services)).toEqual([
    [id(3), 9_000],
    [id(1), 9_000],
  ]);
});

test("a watermark marks all up to an id, and leaves their times as they were", async () => {
  const services = await planFour();
  await readNotifications(services, "u-1", { ids: [id(2), id(4)] });
  expect(await readNotifications(services, "u-1", { through: id(3) })).toMatchObject({
    unread: 0,
    newestId: id(4),
  });
  expect(await listRead(services)).toEqual([
    [id(4), 9_000],
    [id(3), 1_000],
    [id(2), 9_000],
    [id(1), 1_000],
  ]);
});

test("a watermark may be 0, does not move back, and ends at the newest", async () => {
  const services = await planFour();
  for (const [through, unread] of [
    [0, 4],
    [id(2), 2],
    [id(1), 2],
    [0, 2],
    [id(99), 0],
  ] as const) {
    expect(await readNotifications(services, "u-1", { through })).toMatchObject({ kind: "done", unread });
  }
  await moveCash(services, { key, kind: "deposit", amountVnd: 5n, movementId: "m-5" });
  expect(await readNotifications(services, "u-1", { through: 0 })).toMatchObject({ unread: 1, all: 5 });
});

test("a watermark of another user is refused and marks nothing", async () => {
  const services = await planFour();
  expect(await readNotifications(services, "u-1", { through: ofAnotherUser })).toEqual({
    kind: "refused",
    code: "no_such_notification",
    message: "The user u-1 has no notification 8388609.",
  });
  expect(await listRead(services)).toEqual([]);
});

test("an operator who marks all sets the watermark, and counts what was unread", async () => {
  const services = await planFour();
  await readNotifications(services, "u-1", { ids: [id(2)] });
  expect(await markNotificationsRead(services, "u-1")).toEqual({ kind: "done", count: 3 });
  expect(await markNotificationsRead(services, "u-1")).toEqual({ kind: "done", count: 0 });
  expect(await listRead(services)).toEqual([
    [id(4), 1_000],
    [id(3), 1_000],
    [id(2), 9_000],
    [id(1), 1_000],
  ]);
});
