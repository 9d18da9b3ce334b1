import type { Services } from "@trading-oms/brokerage";
import { type Dice, makeDice } from "../ground/dice.ts";
import type { Verdict } from "../ground/lab-test.ts";
import { runOms } from "../ground/oms.ts";
import { type ServerProcess, startServerProcess } from "../ground/server.ts";
import {
  type CoverToSend,
  type Lane,
  type LeftAccounts,
  listRacedPositions,
  openLane,
  openRacedAccounts,
  type RacedPosition,
  type SentCover,
  toldCover,
} from "./covers.ts";
import { judgeAudits, judgeKeys, judgeLooks, judgeStatuses, judgeToldFigures } from "./judge.ts";

/** How long is raced, and what chance hangs on. */
export type RaceSettings = { readonly seconds: number; readonly seed: number };

/** What came of a race: all that was sent, how long it took, and what servers did that they should not have. */
type Race = {
  readonly positions: readonly RacedPosition[];
  readonly sent: readonly SentCover[];
  /** What both servers said at the end, when they were asked for what is in force already. */
  readonly looks: readonly SentCover[];
  readonly keyCount: number;
  readonly elapsedMs: number;
  readonly faults: readonly string[];
};

const clientCount = 50;

/** Lets clients cover the same positions through two servers, and afterwards sends every key once more. */
export async function runRace(
  services: Services,
  environment: Readonly<Record<string, string>>,
  { seconds, seed }: RaceSettings,
): Promise<Race> {
  const positions = listRacedPositions();
  await openRacedAccounts(services, positions);
  const tokens = await signTokens(environment, positions);
  // One after the other: the first may have to make the keys that both trust.
  const servers = [await startServerProcess(environment), await startServerProcess(environment)];
  const shared = { positions, tokens, spentKeys: [] as SpentKey[], sent: [] as SentCover[] };
  const racers: Racer[] = [];
  for (let index = 0; index < clientCount; index += 1) {
    const lanes = await Promise.all(servers.map(({ port }) => openLane(port)));
    racers.push({ ...shared, name: `c${index}`, lanes, dice: makeDice(seed + index * 7_919) });
  }
  const beganMs = performance.now();
  await Promise.all(racers.map((racer) => coverUntil(racer, beganMs + seconds * 1_000)));
  const elapsedMs = performance.now() - beganMs;
  await repeatAll(racers, shared.spentKeys);
  const looks = await lookAt(services, shared, racers[0]?.lanes ?? []);
  for (const { lanes } of racers) for (const lane of lanes) lane.close();
  const faults = await stopAll(servers);
  return { positions, sent: shared.sent, looks, keyCount: shared.spentKeys.length, elapsedMs, faults };
}

/** Gives each user a token. */
export async function signTokens(
  environment: Readonly<Record<string, string>>,
  positions: readonly RacedPosition[],
): Promise<Map<string, string>> {
  const tokens = new Map<string, string>();
  for (const userId of new Set(positions.map((each) => each.userId))) {
    tokens.set(userId, (await runOms(environment, "token", "--user", userId)).trim());
  }
  return tokens;
}

/** A key that was spent long ago is as spent as ever. */
async function repeatAll(racers: readonly Racer[], spentKeys: readonly SpentKey[]): Promise<void> {
  const waiting = spentKeys.values();
  await Promise.all(
    racers.map(async (racer) => {
      for (const spent of waiting)
        await repeat(racer, racer.lanes[racer.dice(racer.lanes.length)] as Lane, spent);
    }),
  );
}

async function lookAt(
  { store }: Services,
  { positions, tokens }: Pick<Racer, "positions" | "tokens">,
  lanes: readonly Lane[],
): Promise<SentCover[]> {
  const looks: SentCover[] = [];
  for (const position of positions) {
    const state = await store.readAccount(position);
    const held = state?.positions.find(({ symbol }) => symbol === position.symbol);
    const token = tokens.get(position.userId) ?? "";
    const look = { position, amountVnd: Number(held?.coveredVnd), key: undefined, token, isForeign: false };
    for (const lane of lanes) looks.push(await lane.send({ ...look, requestId: `look.${looks.length}` }));
  }
  return looks;
}

/** Stops servers, and says what they should not have done. */
export async function stopAll(servers: readonly ServerProcess[]): Promise<string[]> {
  const faults: string[] = [];
  for (const server of servers) {
    if ((await server.stop()).code !== 0) faults.push("a server did not stop in peace");
    if (server.complaints() !== "")
      faults.push(`a server complained: ${server.complaints().slice(0, 1_000)}`);
  }
  return faults;
}

/** A key that was sent, with the body that it was sent with first. */
type SpentKey = {
  readonly key: string;
  readonly position: RacedPosition;
  readonly amountVnd: number;
  timesSent: number;
};

/** What one client covers with; keys and what was sent are shared with the others. */
type Racer = {
  readonly name: string;
  /** One to each server. */
  readonly lanes: readonly Lane[];
  readonly positions: readonly RacedPosition[];
  readonly tokens: ReadonlyMap<string, string>;
  readonly dice: Dice;
  readonly spentKeys: SpentKey[];
  readonly sent: SentCover[];
};

/** Steps of the amounts, in VND: the first two are below need, and the last are more than a position takes. */
const stepVnd = 250_000;
const stepCount = 53;

/** Covers positions by chance until a moment: plainly, with keys, with keys of old, and with tokens of others. */
async function coverUntil(racer: Racer, endMs: number): Promise<void> {
  const { dice, lanes, spentKeys, name } = racer;
  for (let count = 0; performance.now() < endMs; count += 1) {
    const lane = pick(lanes, dice);
    const position = pick(racer.positions, dice);
    const amountVnd = dice(stepCount) * stepVnd;
    const choice = dice(20);
    const plain = { position, amountVnd, key: undefined, requestId: `${name}.${count}` };
    if (choice === 0) await send(racer, lane, { ...plain, isForeign: true });
    else if (choice < 6) {
      const spent: SpentKey = { key: `${name}-key-${count}`, position, amountVnd, timesSent: 0 };
      spentKeys.push(spent);
      // Some are sent to both servers at once, as by a client that did not wait, and some of those with two bodies.
      if (choice < 4) await repeat(racer, lane, spent);
      else await Promise.all(lanes.map((each) => repeat(racer, each, spent)));
    } else if (choice < 10 && spentKeys.length > 0) await repeat(racer, lane, pick(spentKeys, dice));
    else await send(racer, lane, plain);
  }
}

/** Sends an order under its key, the first time or again; now and then with another body than at first. */
function repeat(racer: Racer, lane: Lane, spent: SpentKey): Promise<void> {
  const { key, position } = spent;
  spent.timesSent += 1;
  const isOther = racer.dice(5) === 0;
  const amountVnd = isOther ? spent.amountVnd + 1 : spent.amountVnd;
  return send(racer, lane, { position, amountVnd, key, requestId: `${key}.${spent.timesSent}` });
}

async function send(
  { tokens, positions, dice, sent }: Racer,
  lane: Lane,
  order: Omit<CoverToSend, "token" | "isForeign"> & { readonly isForeign?: boolean },
): Promise<void> {
  const { isForeign = false } = order;
  const { userId } = order.position;
  const others = isForeign ? positions.filter((each) => each.userId !== userId) : [order.position];
  const token = tokens.get(pick(others, dice).userId) ?? "";
  sent.push(await lane.send({ ...order, isForeign, token }));
}

function pick<Each>(all: readonly Each[], dice: Dice): Each {
  const one = all[dice(all.length)];
  if (one === undefined) throw new RangeError("There is nothing to pick from.");
  return one;
}

/** Judges a race by what was sent and told, and what the store holds; a race in which nothing happened proves nothing. */
export function judgeRace(race: Race, { accounts, faults: left }: LeftAccounts): Verdict {
  const { sent, looks, keyCount, elapsedMs } = race;
  const entryCount = accounts.reduce((sum, { entries }) => sum + entries.length, 0);
  const statusCount = (wanted: number): number => sent.filter(({ status }) => status === wanted).length;
  const refusedCount = sent.filter((each) => toldCover(each)?.status === "failed").length;
  const keyedCount = sent.filter(({ key }) => key !== undefined).length;
  const faults = [
    ...race.faults,
    ...left,
    ...judgeStatuses(sent),
    ...judgeKeys(sent),
    ...judgeAudits(sent, accounts),
    ...judgeToldFigures(sent, accounts),
    ...judgeLooks(looks, accounts),
    ...judgeReach({
      changes: entryCount,
      "refusals by a rule": refusedCount,
      "keys with another body": statusCount(400),
      "orders by others": statusCount(404),
      repeats: keyedCount - keyCount,
    }),
  ];
  const line =
    `${sent.length} orders on ${race.positions.length} positions through two servers ` +
    `(${Math.round(sent.length / (elapsedMs / 1_000))}/s): ${entryCount} changes ` +
    `(${Math.round(entryCount / (elapsedMs / 1_000))}/s) in the audits, ${refusedCount} refused by a rule, ` +
    `${keyCount} keys sent ${keyedCount} times, ${statusCount(400)} × 400 for another body, ${statusCount(404)} × 404, ` +
    `${statusCount(503)} × 503`;
  return { line, faults };
}

function judgeReach(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [] : [`there were no ${name}`]));
}
