import { expect, test } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { planNotifications } from "../../../testing/plan-notifications.ts";
import { type PlannedServer, testNowMs } from "../../../testing/plan-server.ts";

const path = "/companion/v0/notifications/read";
const [first, second, third] = [4_194_305, 4_194_306, 4_194_307];
const ofOther = 8_388_609;

async function send(server: PlannedServer, body: string, userId = "demo", type = "application/json") {
  const headers = { authorization: `Bearer ${await server.tokenOf(userId)}`, "content-type": type };
  const answer = await server.fetch(path, { method: "POST", headers, body });
  return checkAnswer("companion.readNotifications", answer);
}

async function read(server: PlannedServer, body: object, userId?: string) {
  return send(server, JSON.stringify(body), userId);
}

/** The notifications of the user as operation 5 shows them, oldest first: whether they are read, and since when. */
async function list(server: PlannedServer, userId = "demo") {
  const authorization = `Bearer ${await server.tokenOf(userId)}`;
  const answer = await server.fetch("/api/v1/notifications", { headers: { authorization } });
  const { body } = await checkAnswer("listNotifications", answer);
  return body.notifications
    .map((each) => [each["read"], Number(each["updated_at"]) - testNowMs])
    .toReversed();
}

test("200: marks ids at the present time, once, and ignores those of others", async () => {
  const server = await planNotifications();
  for (const nowMs of [testNowMs + 9, testNowMs + 10]) {
    server.clock.nowMs = nowMs;
    const { status, headers, body } = await read(server, { ids: [third, ofOther, first, 1, third] });
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(body).toEqual({ unread: 1, all: 3, newestId: third });
  }
  expect(await list(server)).toEqual([
    [true, 9],
    [false, 1],
    [true, 9],
  ]);
  expect(await list(server, "demo-2")).toEqual([
    [false, 0],
    [false, 1],
    [false, 2],
  ]);
});

test("200: marks all up to one, and leaves their times as they were", async () => {
  const server = await planNotifications();
  server.clock.nowMs = testNowMs + 9;
  for (const through of [second, first, 0]) {
    expect((await read(server, { through })).body).toEqual({ unread: 1, all: 3, newestId: third });
  }
  expect(await list(server)).toEqual([
    [true, 0],
    [true, 1],
    [false, 2],
  ]);
});

test("200: takes one beyond the newest for the newest", async () => {
  const server = await planNotifications();
  expect((await read(server, { through: third + 100 })).body).toMatchObject({ unread: 0, newestId: third });
});

test("200: takes 0 from a user without notifications, and ids that are nobody's", async () => {
  const server = await planNotifications();
  const none = { unread: 0, all: 0, newestId: 0 };
  expect((await read(server, { through: 0 }, "demo-9")).body).toEqual(none);
  expect((await read(server, { ids: [first] }, "demo-9")).body).toEqual(none);
});

test("200: takes 500 ids", async () => {
  expect((await send(await planNotifications(), idsOf(500))).body).toMatchObject({ unread: 0 });
});

test.each([
  ["of another user", ofOther, "demo"],
  ["of nobody", 1, "demo"],
  ["that is as large as possible", Number.MAX_SAFE_INTEGER, "demo"],
  ["of another user, from one without notifications", ofOther, "demo-9"],
])("400: rejects a watermark %s and marks nothing", async (_, through, userId) => {
  const server = await planNotifications();
  const { status, body } = await read(server, { through }, userId);
  expect(status).toBe(400);
  expect(body).toEqual({
    error: "invalid_request",
    message: "The request is not valid: through.",
    details: [{ field: "through", message: "has to be the id of one of your notifications" }],
    status: 400,
  });
  expect((await list(server)).some(([isRead]) => isRead)).toBe(false);
});

const oneOf = "has to have exactly one of ids, through";
const idsOf = (count: number): string =>
  JSON.stringify({ ids: Array.from({ length: count }, (_, index) => first + index) });

test.each([
  [501, "ids", "has to have at most 500 items"],
  [900, "body", "has more than 564 members and elements; send no member that is not known"],
])("400: rejects %i ids", async (count, field, message) => {
  const { status, body } = await send(await planNotifications(), idsOf(count));
  expect([status, body["error"], body["details"]]).toEqual([400, "invalid_request", [{ field, message }]]);
});

test.each([
  ["{}", "body", oneOf],
  ['{"ids":[1],"through":1}', "body", oneOf],
  ['{"id":1}', "id", "is not known here"],
  ['{"ids":[1],"all":true}', "all", "is not known here"],
  ['{"through":1,"all":true}', "all", "is not known here"],
  ["[]", "body", "has to be an object"],
  ["null", "body", "has to be an object"],
  ['{"ids":[]}', "ids", "has to have 1 items or more"],
  ['{"ids":5}', "ids", "has to be an array"],
  ['{"ids":null}', "ids", "has to be an array"],
  ['{"ids":["4194305"]}', "ids.0", "has to be a number"],
  ['{"ids":[4194305,-1]}', "ids.1", "has to be 1 or more"],
  ['{"ids":[0]}', "ids.0", "has to be 1 or more"],
  ['{"ids":[1.5]}', "ids.0", "has to be a whole number"],
  ['{"ids":[9007199254740992]}', "ids.0", "has to be 9007199254740991 or less"],
  ['{"ids":[9007199254740993]}', "ids", "has more digits than a number holds exactly"],
  ['{"through":"4194305"}', "through", "has to be a number"],
  ['{"through":null}', "through", "has to be a number"],
  ['{"through":-1}', "through", "has to be 0 or more"],
  ['{"through":0.5}', "through", "has to be a whole number"],
  ['{"through":9007199254740992}', "through", "has to be 9007199254740991 or less"],
  ['{"through":1,"through":1}', "through", "stands twice; write it once"],
  ["ids", "body", "has to be JSON in UTF-8"],
])("400: rejects %s", async (sent, field, message) => {
  const { status, body } = await send(await planNotifications(), sent);
  expect([status, body["error"], body["details"]]).toEqual([400, "invalid_request", [{ field, message }]]);
});

test("401, 405, 413 and 415 are as the document has them", async () => {
  const server = await planNotifications();
  const statusOf = async (init: RequestInit) =>
    (await checkAnswer("companion.readNotifications", await server.fetch(path, init))).status;
  expect(await statusOf({ method: "POST", body: "{}" })).toBe(401);
  expect(await statusOf({})).toBe(405);
  expect((await send(server, `"${"x".repeat(20_000)}"`)).status).toBe(413);
  expect((await send(server, "{}", "demo", "text/plain")).status).toBe(415);
});
