import { setTimeout as wait } from "node:timers/promises";
import {
  moveCash,
  openAccount,
  type Services,
  setPosition,
  setPrice,
  setRates,
} from "@trading-oms/brokerage";
import { signTokens } from "@trading-oms/scratch";
import { need, readAllNotifications } from "../harness/accounts.ts";
import { measureUntil } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { startServerProcess, stopInPeace } from "../harness/server.ts";
import { type Connection, openKeptConnection } from "../harness/wire.ts";
import { readCoverAnswer } from "../model/orders.ts";
import { sendCover } from "./covers.ts";

/** A position of one owner, and a connection to each of two servers that read the store at different times. */
type LateWorld = {
  readonly services: Services;
  readonly lower: (connection: Connection) => Promise<"success" | "failed">;
  /** Sets the covered amount, and returns the answered trading power. */
  readonly cover: (connection: Connection, amountVnd: number) => Promise<number>;
  readonly connections: readonly [Connection, Connection];
  readonly faults: string[];
};

const position = { userId: "racer-1", accountId: "RACE-1-1", symbol: "R1" };
const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 200_000n };
const judgedMsMax = 20_000;

/** Runs rounds on 1,000 shares entered at 25,000, half of it posted, through two servers on one store. */
async function withTwoServers(
  services: Services,
  environment: Readonly<Record<string, string>>,
  run: (world: LateWorld) => Promise<string>,
): Promise<Verdict> {
  const { userId, accountId, symbol } = position;
  need(await openAccount(services, { userId, accountId }));
  need(await moveCash(services, { key: position, kind: "deposit", amountVnd: 21_000_000n }));
  need(await setRates(services, { level: "symbol", name: symbol, rates }));
  need(await setPosition(services, position, { quantity: 1_000n, price: 25_000_000n }));
  const token = (await signTokens(environment, [userId])).get(userId) ?? "";
  const servers = [await startServerProcess(environment), await startServerProcess(environment)] as const;
  const [one, other] = servers;
  const connections = [openKeptConnection(one.port), openKeptConnection(other.port)] as const;
  const faults: string[] = [];
  let count = 0;
  const ask = async (connection: Connection, amountVnd: number) => {
    count += 1;
    const order = {
      position,
      amountVnd,
      key: undefined,
      requestId: `late.${count}`,
      token,
      isForeign: false,
    };
    const sent = await sendCover(connection, order);
    const answer = readCoverAnswer(sent);
    if (answer === undefined) throw new Error(`A cover was answered by ${sent.status}: ${sent.body}`);
    return answer;
  };
  const line = await run({
    services,
    connections,
    faults,
    lower: async (connection) => (await ask(connection, 0)).status,
    cover: async (connection, amountVnd) => (await ask(connection, amountVnd)).tradingPower,
  });
  for (const { close } of connections) close();
  for (const server of servers) faults.push(...(await stopInPeace(server)));
  return { line, faults };
}

/**
 * Raises the call rate from 0.3 to 0.4, awaits the call, and lowers the cover at both servers at once. The one that has not
 * read the new rates must refuse too, and the rise causes one notification.
 */
export function lowerAtOlderRates(
  services: Services,
  environment: Readonly<Record<string, string>>,
  { rises }: { readonly rises: number },
): Promise<Verdict> {
  const setCallRate = async (marginCallRate: bigint): Promise<void> =>
    need(
      await setRates(services, {
        level: "symbol",
        name: "R1",
        rates: { ...rates, marginCallRate },
        isConfirmed: true,
      }),
    );
  return withTwoServers(services, environment, async ({ connections, lower, cover, faults }) => {
    let acceptedCount = 0;
    await setCallRate(300_000n);
    need(await setPrice(services, { isConfirmed: true, symbol: "R1", price: 20_000_000n }));
    const isCalled = async (): Promise<boolean> =>
      (await services.store.readAccount(position))?.episodes.some(({ isOpen }) => isOpen) === true;
    const awaitCalled = async (isWanted: boolean, rise: number): Promise<void> => {
      const isSo = async () => (await isCalled()) === isWanted;
      const tookMs = await measureUntil(isSo, { sinceMs: performance.now(), elapsedMsMax: judgedMsMax });
      if (tookMs === undefined) faults.push(`rise ${rise}: ${isWanted ? "no call" : "no end of the call"}`);
    };
    for (let rise = 1; rise <= rises; rise += 1) {
      await cover(connections[0], 400_000);
      await setCallRate(400_000n);
      await awaitCalled(true, rise);
      const answers = await Promise.all(connections.map(lower));
      if (answers.includes("success")) acceptedCount += 1;
      // A call that was ended by older rates would be opened again by now.
      await wait(300);
      const { length: toldCount } = await readAllNotifications(services, [position.userId]);
      // The deposit is a notification too.
      if (acceptedCount === 0 && toldCount !== rise + 1)
        faults.push(`rise ${rise} was told ${toldCount - rise} times`);
      await setCallRate(300_000n);
      await awaitCalled(false, rise);
    }
    if (acceptedCount > 0) faults.push(`${acceptedCount} of ${rises} covers were lowered on older rates`);
    return `${rises} rises of a rate while its owner lowers the cover at two servers`;
  });
}
