import { expect, test } from "vitest";
import { checkAnswer } from "../testing/check-answer.ts";
import { listInstruments } from "../testing/list-instruments.ts";
import { planServer } from "../testing/plan-server.ts";

const path = "/api/v1/diagnostics/margin-ratios/FPT";

test("503: while the store is unavailable, a valid request gets 503 and an invalid one 400", async () => {
  const server = await planServer({ refreshBook: async () => false });
  const headers = { authorization: `Bearer ${await server.tokenOf("u-1")}` };
  const { status, body } = await checkAnswer("getMarginRatio", await server.fetch(path, { headers }));
  expect([status, body["error"]]).toEqual([503, "unavailable"]);
  expect((await server.fetch(path)).status).toBe(401);
  expect((await server.fetch("/api/v1/notifications?limit=0", { headers })).status).toBe(400);
});

test("serves an operation from data refreshed immediately before", async () => {
  const server = await planServer({
    refreshBook: async () => {
      await listInstruments(server.services, "FPT");
      return server.book.refresh();
    },
  });
  const headers = { authorization: `Bearer ${await server.tokenOf("u-1")}` };
  expect((await server.fetch(path, { headers })).status).toBe(200);
});
