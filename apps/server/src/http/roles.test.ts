/** Holds the order of 401, 403, 404 and 405, on documents whose operations ask for a role. */
import { createRoute, type RouteHandler, z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import { type PlannedServer, planServer } from "../testing/plan-server.ts";
import type { AppEnv } from "./request-context.ts";
import { type ServedContract, serveContract } from "./served-contract.ts";

const answers = {
  200: {
    description: "Who calls.",
    content: {
      "application/json": { schema: z.object({ userId: z.string(), role: z.string().optional() }) },
    },
  },
};

const listThings = createRoute({
  method: "get",
  path: "/desk/v0/things/{id}",
  security: [{ bearer: ["viewer"] }],
  request: { params: z.object({ id: z.string().max(8) }) },
  responses: answers,
});

const setThing = createRoute({
  method: "patch",
  path: "/desk/v0/things",
  security: [{ bearer: ["operator"] }],
  request: { body: { content: { "application/json": { schema: z.object({ reason: z.string() }) } } } },
  responses: answers,
});

const openThing = createRoute({ method: "get", path: "/desk/v0/open", security: [], responses: answers });

const head = { openapi: "3.1.1", info: { title: "Desk", version: "0.1.0" } };

/** A document of which every operation asks for a role. */
const desk = serve({ listThings, setThing });

/** The same with an operation for everybody. */
const mixed = serve({ listThings, setThing, openThing });

function serve(routes: Parameters<typeof serveContract>[0]["routes"]): ServedContract {
  const answerCaller: RouteHandler<typeof listThings, AppEnv> = (c) =>
    c.json({ userId: c.get("userId"), role: c.get("role") }, 200);
  const handlers = Object.fromEntries(Object.keys(routes).map((id) => [id, () => answerCaller]));
  const contract = { operationPrefix: "desk.", documentHead: head, securitySchemes: {}, routes };
  return serveContract(contract, handlers as never, ["/desk/v0/"]);
}

/** Asks with the role claim, or without a token. */
async function ask(
  { fetch, tokenOf }: PlannedServer,
  [method, path]: readonly [method: string, path: string],
  token: { readonly role: unknown } | undefined,
): Promise<Response> {
  const headers = token && { authorization: `Bearer ${await tokenOf("u-1", 60_000, token.role)}` };
  return fetch(path, { method, ...(headers && { headers }) });
}

const known = [
  ["GET", "/desk/v0/things/a"],
  ["HEAD", "/desk/v0/things/a"],
  ["PATCH", "/desk/v0/things"],
] as const;
const otherMethods = [
  ["DELETE", "/desk/v0/things/a"],
  ["POST", "/desk/v0/things"],
  ["PROPFIND", "/desk/v0/things"],
] as const;
const unknown = [
  ["GET", "/desk/v0/nothing"],
  ["POST", "/desk/v0/things/a/b/c"],
  ["GET", "/desk/v0/"],
  ["GET", "/desk/v0"],
  ["PUT", "/desk/v0/%E0%A4"],
] as const;
const everywhere = [...known, ...otherMethods, ...unknown];

describe("a document whose operations all ask for a role", () => {
  test("answers 401 to everybody without a valid token, alike for every path and method", async () => {
    const server = await planServer({}, [desk]);
    const told = await tellAnswers(server, undefined);
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([401]));
    expectAlike(told);
    const expired = { authorization: `Bearer ${await server.tokenOf("u-1", -1_000, "operator")}` };
    for (const [method, path] of everywhere) {
      expect((await server.fetch(path, { method, headers: expired })).status).toBe(401);
    }
  });

  test.for([
    [undefined],
    [""],
    [7],
    [true],
    ["admin"],
    ["Operator"],
    ["viewer operator"],
    [{ operator: true }],
    [{ roles: ["operator"] }],
    [["admin", 1, null, ["operator"], { role: "operator" }]],
    [Array.from({ length: 1_000 }, () => "x")],
  ])("answers 403 to the role claim %j, alike for every path and method", async ([role]) => {
    const server = await planServer({}, [desk]);
    const told = await tellAnswers(server, { role });
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([403]));
    expectAlike(told);
    expect(JSON.parse(told[0]?.text ?? "")).toEqual({
      error: "forbidden",
      message: expect.any(String),
      status: 403,
    });
  });

  test("lets a viewer read and an operator do both, and tells the handler who calls", async () => {
    const server = await planServer({}, [desk]);
    for (const role of ["viewer", "operator", ["trader", "viewer"]]) {
      const read = await ask(server, ["GET", "/desk/v0/things/a"], { role });
      expect(read.status).toBe(200);
      expect(await read.json()).toEqual({ userId: "u-1", role: role === "operator" ? "operator" : "viewer" });
    }
    expect((await ask(server, ["PATCH", "/desk/v0/things"], { role: "viewer" })).status).toBe(403);
    const authorization = `Bearer ${await server.tokenOf("u-1", 60_000, "operator")}`;
    const headers = { authorization, "content-type": "application/json" };
    const init = { method: "PATCH", headers, body: JSON.stringify({ reason: "asked for" }) };
    expect((await server.fetch("/desk/v0/things", init)).status).toBe(200);
    expect((await server.fetch("/desk/v0/things", { ...init, body: "{" })).status).toBe(400);
  });

  test("answers 404, 405 and 400 to those with a role", async () => {
    const server = await planServer({}, [desk]);
    for (const role of ["viewer", "operator"]) {
      for (const asked of unknown) expect((await ask(server, asked, { role })).status).toBe(404);
      for (const asked of otherMethods) expect((await ask(server, asked, { role })).status).toBe(405);
    }
    const long = await ask(server, ["GET", "/desk/v0/things/123456789"], { role: "viewer" });
    expect(long.status).toBe(400);
  });

  test("answers OPTIONS to everybody, and paths elsewhere as ever", async () => {
    const server = await planServer({ corsOrigins: new Set(["https://desk.example"]) }, [desk]);
    const preflight = await server.fetch("/desk/v0/things", {
      method: "OPTIONS",
      headers: { origin: "https://desk.example", "access-control-request-method": "PATCH" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      204,
      "https://desk.example",
    ]);
    expect((await ask(server, ["OPTIONS", "/desk/v0/nothing"], undefined)).status).toBe(404);
    expect((await ask(server, ["GET", "/desk/v1/nothing"], undefined)).status).toBe(404);
    expect((await ask(server, ["GET", "/healthz"], undefined)).status).toBe(200);
  });

  test("reads no body before token and role", async () => {
    const server = await planServer({}, [desk]);
    for (const path of ["/desk/v0/things", "/desk/v0/nothing"]) {
      for (const token of [
        undefined,
        await server.tokenOf("u-1"),
        await server.tokenOf("u-1", 60_000, [7]),
      ]) {
        let pulled = 0;
        const body = new ReadableStream(
          {
            pull: () => {
              pulled += 1;
              throw new Error("The body was read.");
            },
          },
          { highWaterMark: 0 },
        );
        const headers = {
          "content-type": "application/json",
          ...(token && { authorization: `Bearer ${token}` }),
        };
        const init: RequestInit & { readonly duplex: "half" } = {
          method: "PATCH",
          headers,
          body,
          duplex: "half",
        };
        const request = new Request(`http://localhost${path}`, init);
        const { status } = await server.answer(request);
        expect([status, pulled, request.bodyUsed]).toEqual([token === undefined ? 401 : 403, 0, false]);
      }
    }
  });

  test("counts a refused caller by no limit, and an allowed one by its user", async () => {
    const taken: string[] = [];
    const take = (who: string) => {
      taken.push(who);
      return { isAllowed: true, limit: 9, remaining: 8, windowS: 60, resetS: 60 };
    };
    const counted = { ...listThings, "x-limit": "user" };
    const server = await planServer({ limiters: { user: { take } } }, [serve({ listThings: counted })]);
    for (const role of [undefined, "viewer"]) await ask(server, ["GET", "/desk/v0/things/a"], { role });
    expect(taken).toEqual(["u-1"]);
  });
});

test("a document with an operation for everybody hides no path, and its operations keep their roles", async () => {
  const server = await planServer({}, [mixed]);
  const statuses = [];
  for (const asked of [...known, ...otherMethods, ...unknown, ["GET", "/desk/v0/open"] as const]) {
    statuses.push((await ask(server, asked, undefined)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 405, 405, 405, 404, 404, 404, 404, 404, 200]);
});

type Told = {
  readonly method: string;
  readonly status: number;
  readonly headers: string;
  readonly text: string;
};

async function tellAnswers(
  server: PlannedServer,
  token: { readonly role: unknown } | undefined,
): Promise<Told[]> {
  const told: Told[] = [];
  for (const [method, path] of everywhere) {
    const response = await ask(server, [method, path], token);
    const kept = [...response.headers].filter(([name]) => !/^(x-request-id|traceparent)$/.test(name));
    told.push({
      method,
      status: response.status,
      headers: JSON.stringify(kept),
      text: await response.text(),
    });
  }
  return told;
}

/** Expects the same headers everywhere, and the same body except for HEAD, which has none. */
function expectAlike(told: readonly Told[]): void {
  expect(new Set(told.map(({ headers }) => headers)).size).toBe(1);
  expect(new Set(told.filter(({ method }) => method !== "HEAD").map(({ text }) => text)).size).toBe(1);
}

test("a document that asks for a role that does not exist is not served", async () => {
  const misspelt = createRoute({
    method: "get",
    path: "/desk/v0/misspelt",
    security: [{ bearer: ["viewers"] }],
    responses: answers,
  });
  const starting = async () => planServer({}, [serve({ misspelt })]);
  await expect(starting()).rejects.toThrow("viewers is no role");
});
