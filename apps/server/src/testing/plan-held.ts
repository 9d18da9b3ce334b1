import { moveCash, openAccount, setPosition, setPrice, setRates } from "@trading-oms/brokerage";
import { checkAnswer, type JudgedAnswer } from "./check-answer.ts";
import { listInstruments } from "./list-instruments.ts";
import { type PlannedServer, planServer } from "./plan-server.ts";

/** The account of the first worked example. */
export const heldKey = { userId: "demo", accountId: "888C000017" };

/** Opens a test server with the first worked example, in the evening: 1,000 FPT bought at 100,000, now at 80,000, equity 80,000,000. */
export async function planHeld(...given: Parameters<typeof planServer>): Promise<PlannedServer> {
  const server = await planServer(...given);
  const { services, clock } = server;
  clock.nowMs = Date.parse("2026-11-16T20:00:00+07:00");
  await listInstruments(services, "FPT", "41I1GB000");
  await openAccount(services, heldKey);
  await openAccount(services, { userId: "demo-2", accountId: "888C000452" });
  await moveCash(services, { key: heldKey, kind: "deposit", amountVnd: 80_000_000n, movementId: "TX-1" });
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  await setRates(services, { level: "symbol", name: "FPT", rates });
  await setPosition(services, { ...heldKey, symbol: "FPT" }, { quantity: 1_000n, price: 100_000_000n });
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
  await server.market.poll();
  return server;
}

/** A request to operation 3. */
type SentCover = {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly userId?: string;
};

/** Sends a cover to operation 3, and validates the answer against the document. */
export async function sendCover(
  server: PlannedServer,
  { body, headers, userId = "demo" }: SentCover,
): Promise<JudgedAnswer> {
  const response = await server.fetch("/api/v1/users/covered-margin-call", {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${await server.tokenOf(userId)}`,
      "content-type": "application/json",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return checkAnswer("setCoveredMarginCall", response);
}

/** The body of a cover for the worked example. */
export function orderOf(amount: unknown): object {
  return { accountId: "888C000017", symbol: "FPT", amount };
}
