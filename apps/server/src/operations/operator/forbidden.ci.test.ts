/** Nothing in the answer to a caller without a role, nor in its time, tells which paths, accounts and chains there are. */
import { documents, listOperations, readMeasure } from "@trading-oms/spec";
import { expect, test } from "vitest";
import { planOperated } from "../../testing/ask-operator.ts";
import { findDifference } from "../../testing/compare-times.ts";
import { heldKey, planHeld } from "../../testing/plan-held.ts";
import type { PlannedServer } from "../../testing/plan-server.ts";
import { servedContracts } from "../documents.gen.ts";
import { operatorContract } from "../operator.gen.ts";

type Place = { readonly method: string; readonly path: string };

const entry = documents.find(({ name }) => name === "operator");
if (entry === undefined) throw new Error("There is no document for operators.");
const { document } = await readMeasure(entry);

const present = { accountId: heldKey.accountId, chain: heldKey.accountId, symbol: "FPT" };
/** As long as those that are there. */
const missing = { accountId: "888C999999", chain: "888C999999", symbol: "XXX" };

/** Every operation, about what is there and what is not, and paths that no operation has. */
const places: readonly Place[] = [
  ...listOperations(document).flatMap(({ method, path }) =>
    (path.includes("{") ? [present, missing] : [present]).map((values) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name]),
    })),
  ),
  { method: "GET", path: "/operator/v0/audits/rates" },
  { method: "DELETE", path: "/operator/v0/calls" },
  { method: "POST", path: "/operator/v0/accounts/x/y/z" },
  { method: "GET", path: "/operator/v0" },
];
const nothing: Place = { method: "GET", path: "/operator/v0/nothing" };

const partMax = 0.05;

/** Asks as a user without a role. */
async function makeAsk(server: PlannedServer): Promise<(place: Place) => Promise<Response>> {
  const headers = { authorization: `Bearer ${await server.tokenOf("demo")}` };
  return ({ method, path }) => server.fetch(path, { method, headers });
}

async function tell(response: Response) {
  const headers = [...response.headers].filter(([name]) => !/^(x-request-id|traceparent)$/.test(name));
  return { status: response.status, headers, text: await response.text() };
}

test.each(places)("$method $path is a 403 like a path that is not there, and as soon", async (place) => {
  const ask = await makeAsk(await planOperated());
  const told = await tell(await ask(place));
  expect(told.status).toBe(403);
  expect(told).toEqual(await tell(await ask(nothing)));
  const difference = await findDifference(
    () => ask(place),
    () => ask(nothing),
    partMax,
  );
  expect(Math.abs(difference)).toBeLessThanOrEqual(partMax);
});

test("a read of the store before the role is judged would be found", async () => {
  const serve: typeof operatorContract.serve = (app, services) => {
    app.use("/operator/v0/audits/*", async (_c, next) => {
      await services.store.readAccount(heldKey);
      return next();
    });
    operatorContract.serve(app, services);
  };
  const ask = await makeAsk(await planHeld({}, [...servedContracts, { ...operatorContract, serve }]));
  const chain: Place = { method: "GET", path: "/operator/v0/audits/rates" };
  expect(
    await findDifference(
      () => ask(chain),
      () => ask(nothing),
      partMax,
    ),
  ).toBeGreaterThan(partMax);
});
