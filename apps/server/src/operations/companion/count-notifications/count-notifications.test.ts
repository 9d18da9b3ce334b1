import { expect, test } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { planNotifications } from "../../../testing/plan-notifications.ts";
import type { PlannedServer } from "../../../testing/plan-server.ts";

const path = "/companion/v0/notifications/count";

async function count(server: PlannedServer, userId: string) {
  const authorization = `Bearer ${await server.tokenOf(userId)}`;
  return checkAnswer(
    "companion.countNotifications",
    await server.fetch(path, { headers: { authorization } }),
  );
}

test("200: has the unread and all notifications of the user, and the newest id", async () => {
  const { status, headers, body } = await count(await planNotifications(), "demo");
  expect(status).toBe(200);
  expect(body).toEqual({ unread: 3, all: 3, newestId: 4_194_307 });
  expect(headers.get("cache-control")).toBe("private, no-store");
});

test("200: is all 0 before the first notification", async () => {
  expect((await count(await planNotifications(), "demo-9")).body).toEqual({ unread: 0, all: 0, newestId: 0 });
});

test("200: counts what another process marked as read", async () => {
  const server = await planNotifications();
  const beside = await server.openBeside();
  await beside.markRead({ userId: "demo", ids: [4_194_306], atMs: 5 });
  expect((await count(server, "demo")).body).toMatchObject({ unread: 2 });
  await beside.markReadThrough({ userId: "demo", through: 4_194_306, atMs: 5 });
  expect((await count(server, "demo")).body).toMatchObject({ unread: 1 });
  expect((await count(server, "demo-2")).body).toMatchObject({ unread: 3 });
});

test("401: needs a token", async () => {
  const { fetch } = await planNotifications();
  const { status, body } = await checkAnswer("companion.countNotifications", await fetch(path));
  expect([status, body["error"]]).toEqual([401, expect.objectContaining({ id: "token_missing" })]);
});

test("405: counts by GET alone", async () => {
  const server = await planNotifications();
  const posted = await server.fetch(path, { method: "POST" });
  expect((await checkAnswer("companion.countNotifications", posted)).status).toBe(405);
});
