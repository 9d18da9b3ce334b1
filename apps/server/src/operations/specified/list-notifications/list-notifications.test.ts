import { markNotificationsRead } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { planNotifications } from "../../../testing/plan-notifications.ts";
import { type PlannedServer, testNowMs } from "../../../testing/plan-server.ts";

const path = "/api/v1/notifications";

async function ask(server: PlannedServer, query: string, userId = "demo") {
  const authorization = `Bearer ${await server.tokenOf(userId)}`;
  return server.fetch(`${path}${query}`, { headers: { authorization } });
}

test("200: lists the newest first, with both spellings of each name", async () => {
  const { status, body } = await checkAnswer(
    "listNotifications",
    await ask(await planNotifications(), "?limit=1"),
  );
  expect(status).toBe(200);
  expect(body).toEqual({
    notifications: [
      {
        id: 4_194_307,
        user_id: "demo",
        userId: "demo",
        account_id: "888C000017",
        accountId: "888C000017",
        type: "Withdraw",
        topic: "accounts/888C000017/cash",
        message_id: "Withdraw/888C000017/TX-888C000017-2",
        messageID: "Withdraw/888C000017/TX-888C000017-2",
        data: {
          accountId: "888C000017",
          amount: 5_000_000,
          account: { totalEquity: 45_000_000, maintenanceMargin: 0, tradingPower: 45_000_000 },
        },
        read: false,
        created_at: testNowMs + 2,
        createdAt: testNowMs + 2,
        updated_at: testNowMs + 2,
        updatedAt: testNowMs + 2,
      },
    ],
    limit: 1,
    offset: 0,
  });
});

test("200: shows what another process marked as read", async () => {
  const server = await planNotifications();
  const { body: before } = await checkAnswer("listNotifications", await ask(server, ""));
  const beside = await server.openBeside();
  const [, second] = before.notifications;
  await markNotificationsRead({ store: beside, now: () => testNowMs + 5_000 }, "demo", [
    Number(second?.["id"]),
  ]);
  const updatedMs = testNowMs + 5_000;
  const { body } = await checkAnswer("listNotifications", await ask(server, ""));
  expect(body.notifications).toEqual([
    before.notifications[0],
    { ...second, read: true, updated_at: updatedMs, updatedAt: updatedMs },
    before.notifications[2],
  ]);
});

test("200: by default returns up to 50 from the newest, and reports limit and offset", async () => {
  const { body } = await checkAnswer("listNotifications", await ask(await planNotifications(), ""));
  expect(body).toMatchObject({ limit: 50, offset: 0 });
  expect(body.notifications.map(({ type }) => type)).toEqual(["Withdraw", "Deposit", "Deposit"]);
});

test.each([
  ["?offset=2", 1, 50, 2],
  ["?offset=3", 0, 50, 3],
  ["?limit=100&offset=9007199254740991", 0, 100, 9_007_199_254_740_991],
  ["?offset=1&limit=1&other=x&other=y", 1, 1, 1],
  ["??limit=2&limit=1", 1, 1, 0],
])("200: %s skips the newest, and a page beyond the end is empty", async (query, count, limit, offset) => {
  const { status, body } = await checkAnswer(
    "listNotifications",
    await ask(await planNotifications(), query),
  );
  expect(status).toBe(200);
  expect(body.notifications).toHaveLength(count);
  expect(body).toMatchObject({ limit, offset });
});

test("200: returns only the user's own notifications, possibly none", async () => {
  const server = await planNotifications();
  const { body } = await checkAnswer("listNotifications", await ask(server, "", "demo-2"));
  const accounts = body.notifications.map(({ accountId }) => accountId);
  expect(new Set(accounts)).toEqual(new Set(["888C000452"]));
  const emptyPage = await checkAnswer("listNotifications", await ask(server, "", "demo-9"));
  expect(emptyPage.body).toEqual({ notifications: [], limit: 50, offset: 0 });
});

const forms = [
  "",
  "0",
  "-1",
  "101",
  "1.0",
  "1e1",
  "+5",
  "05",
  "0x10",
  "%205",
  "five",
  "NaN",
  "٣",
  "9007199254740992",
];

test.each(forms.filter((form) => form !== "9007199254740992"))("400: rejects limit=%s", async (form) => {
  const answer = await checkAnswer(
    "listNotifications",
    await ask(await planNotifications(), `?limit=${form}`),
  );
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    details: [{ field: "limit", message: "has to be a whole number from 1 to 100 in plain decimal digits" }],
  });
});

test.each(forms.filter((form) => form !== "0" && form !== "101"))("400: rejects offset=%s", async (form) => {
  const answer = await checkAnswer(
    "listNotifications",
    await ask(await planNotifications(), `?offset=${form}`),
  );
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    details: [
      {
        field: "offset",
        message: "has to be a whole number from 0 to 9007199254740991 in plain decimal digits",
      },
    ],
  });
});

test("400: reports a parameter sent twice and all other faults together", async () => {
  const query = "?limit=5&limit=5&offset=-1";
  const answer = await checkAnswer("listNotifications", await ask(await planNotifications(), query));
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    error: "invalid_request",
    message: "The request is not valid: limit, offset.",
    details: [
      { field: "limit", message: "was sent 2 times; send it once" },
      {
        field: "offset",
        message: "has to be a whole number from 0 to 9007199254740991 in plain decimal digits",
      },
    ],
    status: 400,
  });
});
