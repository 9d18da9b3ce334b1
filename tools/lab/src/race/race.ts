import type { Services } from "@trading-oms/brokerage";
import { signTokens } from "@trading-oms/scratch";
import { type Dice, makeDiceOf, pick } from "../harness/dice.ts";
import { checkReach } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { inLanes } from "../harness/lanes.ts";
import { startServerProcess, stopInPeace } from "../harness/server.ts";
import { type Connection, openKeptConnection } from "../harness/wire.ts";
import type { HistoryEvent } from "../model/history.ts";
import { checkLinearHistory } from "../model/linear-history.ts";
import {
  checkAnsweredFigures,
  checkKeys,
  checkLooks,
  evaluateStatuses,
  readCoverAnswer,
  type SentCover,
} from "../model/orders.ts";
import {
  type CoverToSend,
  type LeftAccounts,
  listRacedPositions,
  lookAtCovers,
  openRacedAccounts,
  type RacedPosition,
  readRacedAccounts,
  sendCover,
} from "./covers.ts";

const clientCount = 50;

/** Lets clients cover the same positions through two servers, repeats every key, and checks the results. */
export async function race(
  services: Services,
  environment: Readonly<Record<string, string>>,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Promise<Verdict> {
  const positions = listRacedPositions();
  await openRacedAccounts(services, positions);
  const tokens = await signTokens(
    environment,
    positions.map(({ userId }) => userId),
  );
  // One after the other: the first may have to create the keys that both trust.
  const servers = [await startServerProcess(environment), await startServerProcess(environment)];
  const shared: Shared = { positions, tokens, spentKeys: [], sent: [], history: [] };
  const racers = Array.from({ length: clientCount }, (_, index): Racer => {
    const connections = servers.map(({ port }) => openKeptConnection(port));
    return { ...shared, name: `c${index}`, connections, dice: makeDiceOf(seed, index) };
  });
  const endMs = performance.now() + seconds * 1_000;
  await Promise.all(racers.map((racer) => coverUntil(racer, endMs)));
  const racedCount = shared.sent.length;
  // An old key must still count as used.
  const idle = [...racers];
  await inLanes(clientCount, [...shared.spentKeys], async (spent) => {
    const racer = idle.pop() as Racer;
    await repeat(racer, pick(racer.dice, racer.connections), spent);
    idle.push(racer);
  });
  const looks: SentCover[] = [];
  await lookAtCovers(services, positions, async (position, amountVnd) => {
    const token = tokens.get(position.userId) ?? "";
    for (const connection of racers[0]?.connections ?? []) {
      const requestId = `look.${looks.length}`;
      const look = { position, amountVnd, key: undefined, token, isForeign: false, requestId };
      looks.push(await sendCover(connection, look, []));
    }
  });
  for (const { connections } of racers) for (const { close } of connections) close();
  const faults = (await Promise.all(servers.map(stopInPeace))).flat();
  const { line, faults: found } = checkRace(shared, looks, await readRacedAccounts(services, positions));
  return {
    line: `${Math.round(racedCount / seconds)} orders a second; ${line}`,
    faults: [...faults, ...found],
  };
}

/** A key in use, with the body of its first request. */
type SpentKey = {
  readonly key: string;
  readonly position: RacedPosition;
  readonly amountVnd: number;
  timesSent: number;
};

/** State shared by all clients. */
type Shared = {
  readonly positions: readonly RacedPosition[];
  readonly tokens: ReadonlyMap<string, string>;
  readonly spentKeys: SpentKey[];
  readonly sent: SentCover[];
  readonly history: HistoryEvent[];
};

/** A client with a connection to each server. */
type Racer = Shared & {
  readonly name: string;
  readonly connections: readonly Connection[];
  readonly dice: Dice;
};

/**
 * Step of the amounts in VND. The first two amounts are below the needed one; the last exceed what a position may take.
 */
const stepVnd = 250_000;
const stepCount = 53;

/** Draws an amount, sometimes one that a rule refuses. */
export function drawAmountVnd(dice: Dice): number {
  return dice(stepCount) * stepVnd;
}

/**
 * Covers random positions until a moment: without keys, with new keys, with used keys, and with tokens of other users.
 */
async function coverUntil(racer: Racer, endMs: number): Promise<void> {
  const { dice, connections, spentKeys, name } = racer;
  for (let count = 0; performance.now() < endMs; count += 1) {
    const connection = pick(dice, connections);
    const position = pick(dice, racer.positions);
    const amountVnd = drawAmountVnd(dice);
    const choice = dice(20);
    const plain = { position, amountVnd, key: undefined, requestId: `${name}.${count}` };
    if (choice === 0) await send(racer, connection, { ...plain, isForeign: true });
    else if (choice < 6) {
      const spent: SpentKey = { key: `${name}-key-${count}`, position, amountVnd, timesSent: 0 };
      spentKeys.push(spent);
      // Some orders go to both servers at once, as from a client that does not wait, sometimes with different bodies.
      if (choice < 4) await repeat(racer, connection, spent);
      else await Promise.all(connections.map((each) => repeat(racer, each, spent)));
    } else if (choice < 10 && spentKeys.length > 0) await repeat(racer, connection, pick(dice, spentKeys));
    else await send(racer, connection, plain);
  }
}

/** Sends an order under its key, for the first time or again, sometimes with another body. */
function repeat(racer: Racer, connection: Connection, spent: SpentKey): Promise<void> {
  const { key, position } = spent;
  spent.timesSent += 1;
  const amountVnd = racer.dice(5) === 0 ? spent.amountVnd + 1 : spent.amountVnd;
  return send(racer, connection, { position, amountVnd, key, requestId: `${key}.${spent.timesSent}` });
}

async function send(
  { tokens, positions, dice, sent, history }: Racer,
  connection: Connection,
  order: Omit<CoverToSend, "token" | "isForeign"> & { readonly isForeign?: boolean },
): Promise<void> {
  const { isForeign = false } = order;
  const { userId } = order.position;
  const others = isForeign ? positions.filter((each) => each.userId !== userId) : [order.position];
  const token = tokens.get(pick(dice, others).userId) ?? "";
  sent.push(await sendCover(connection, { ...order, isForeign, token }, history));
}

/** Checks a race by orders, answers and the store. A race without events is a fault: it proves nothing. */
function checkRace(
  { sent, spentKeys, history }: Shared,
  looks: readonly SentCover[],
  { accounts, faults }: LeftAccounts,
): Verdict {
  const statusCount = (wanted: number): number => sent.filter(({ status }) => status === wanted).length;
  const reached = {
    changes: accounts.reduce((sum, { entries }) => sum + entries.length, 0),
    "refusals by a rule": sent.filter((each) => readCoverAnswer(each)?.status === "failed").length,
    "keys with another body": statusCount(400),
    "orders by others": statusCount(404),
    repeats: sent.filter(({ key }) => key !== undefined).length - spentKeys.length,
  };
  const summary = Object.entries(reached).map(([name, count]) => `${count} ${name}`);
  return {
    line: `${sent.length} orders through two servers: ${summary.join(", ")}, ${statusCount(503)} × 503`,
    faults: [
      ...faults,
      ...evaluateStatuses(sent),
      ...checkKeys(sent),
      ...checkLinearHistory(history, sent, accounts),
      ...checkAnsweredFigures(sent, accounts),
      ...checkLooks(looks, accounts),
      ...checkReach(reached),
    ],
  };
}
