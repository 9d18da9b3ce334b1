/** Holds who may use the operations of the operator's document, for every operation that it has. */
import { reservedUserId } from "@trading-oms/brokerage";
import { documents, listOperations, readMeasure } from "@trading-oms/spec";
import { expect, test } from "vitest";
import { planOperated } from "../../testing/ask-operator.ts";
import { type PlannedServer, planServer } from "../../testing/plan-server.ts";

const entry = documents.find(({ name }) => name === "operator");
if (entry === undefined) throw new Error("There is no document for operators.");
const { document } = await readMeasure(entry);

/** Every operation, with `x` for each parameter of its path. */
const places = listOperations(document).map(({ method, path, fields }) => ({
  method: method.toUpperCase(),
  path: path.replaceAll(/\{[^}]+\}/g, "x"),
  role: Object.values((fields["security"] as readonly Record<string, string[]>[])[0] ?? {}).flat()[0],
}));

const unknown = ["/operator/v0/nothing", "/operator/v0/accounts/x/y/z", "/operator/v0/", "/operator/v0"].map(
  (path) => ({ method: "GET", path }),
);

async function ask(
  server: PlannedServer,
  { method, path }: { readonly method: string; readonly path: string },
  token: string | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await server.fetch(path, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: response.status, text: await response.text() };
}

test("there are nineteen operations, each for viewers or for operators", () => {
  expect(places.map(({ role }) => role).toSorted()).toEqual([
    ...Array.from({ length: 8 }, () => "operator"),
    ...Array.from({ length: 11 }, () => "viewer"),
  ]);
});

test.each([
  ["without a token", 401, undefined],
  ["without a role", 403, []],
  ["with a role that there is not", 403, "admin"],
] as const)("a caller %s is told the same everywhere: %i", async (_who, status, role) => {
  const server = await planOperated();
  const token = role === undefined ? undefined : await server.tokenOf("demo", undefined, role);
  const told = [];
  for (const place of [...places, ...unknown]) told.push(await ask(server, place, token));
  expect(new Set(told.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(told[0]?.status).toBe(status);
});

test.each(places)("$method $path is open to the role $role", async ({ role, ...place }) => {
  const server = await planOperated();
  const statusOf = async (given: string) =>
    (await ask(server, place, await server.tokenOf("desk-1", undefined, given))).status;
  const [viewer, operator] = [await statusOf("viewer"), await statusOf("operator")];
  expect([401, 403]).not.toContain(operator);
  if (role === "operator") expect(viewer).toBe(403);
  else expect([401, 403]).not.toContain(viewer);
});

test("where the desk is off, all of it is a 404, also to operators", async () => {
  const server = await planServer();
  const token = await server.tokenOf("desk-1", undefined, "operator");
  for (const place of [...places, ...unknown]) {
    expect((await ask(server, place, token)).status).toBe(404);
    expect((await ask(server, place, undefined)).status).toBe(404);
  }
});

test("a token that names the owner of the reserved chains is refused", async () => {
  const server = await planOperated();
  const token = await server.tokenOf(reservedUserId, undefined, "operator");
  for (const path of ["/operator/v0/audits/rates", "/companion/v0/accounts"]) {
    expect((await ask(server, { method: "GET", path }, token)).status).toBe(401);
  }
});
