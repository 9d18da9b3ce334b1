import { moveCash, openAccount } from "@trading-oms/brokerage";
import { type PlannedServer, planServer, testNowMs } from "./plan-server.ts";

/**
 * A server whose users `demo` and `demo-2` have three notifications each, a millisecond apart: 4194305 to 4194307, and
 * 8388609 to 8388611.
 */
export async function planNotifications(): Promise<PlannedServer> {
  const server = await planServer();
  const { services, clock } = server;
  for (const [userId, accountId] of [
    ["demo", "888C000017"],
    ["demo-2", "888C000452"],
  ] as const) {
    await openAccount(services, { userId, accountId });
    for (const [index, amountVnd] of [30_000_000n, 20_000_000n, 5_000_000n].entries()) {
      clock.nowMs = testNowMs + index;
      const kind = index < 2 ? "deposit" : "withdrawal";
      const movementId = `TX-${accountId}-${index}`;
      await moveCash(services, { key: { userId, accountId }, kind, amountVnd, movementId });
    }
  }
  return server;
}
