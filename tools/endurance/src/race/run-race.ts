import type { Services } from "@trading-oms/brokerage";
import { makeDice } from "../make-dice.ts";
import { runOms } from "../run-oms.ts";
import { type ServerProcess, startServerProcess } from "../start-server-process.ts";
import { coverUntil, type Racer, repeat, type SpentKey } from "./cover-until.ts";
import { listRacedPositions } from "./list-raced-positions.ts";
import { type Lane, openLane } from "./open-lane.ts";
import { openRacedAccounts } from "./open-raced-accounts.ts";
import type { RacedPosition } from "./raced-position.ts";
import type { SentCover } from "./sent-cover.ts";

/** How long is raced, and what chance hangs on. */
export type RaceSettings = { readonly seconds: number; readonly seed: number };

/** What came of a race: all that was sent, how long it took, and what servers did that they should not have. */
export type Race = {
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
