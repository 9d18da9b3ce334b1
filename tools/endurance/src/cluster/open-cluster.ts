import { createHash, randomUUID } from "node:crypto";
import { importCatalog, type Services } from "@trading-oms/brokerage";
import { type ScratchNats, type ScratchPostgresql, startNats, startPostgresql } from "@trading-oms/scratch";
import { openPostgresqlStore } from "@trading-oms/store";
import { type Dice, makeDice } from "../make-dice.ts";
import { listRacedPositions } from "../race/list-raced-positions.ts";
import { openRacedAccounts } from "../race/open-raced-accounts.ts";
import type { RacedPosition } from "../race/raced-position.ts";
import { openWatchedMarket, type WatchedMarket } from "../watch/open-watched-market.ts";
import { linesOf } from "./lines-of.ts";
import { listCoveredRecords } from "./list-covered-records.ts";
import { listTradedRecords } from "./list-traded-records.ts";
import { openSlot, type Slot } from "./open-slot.ts";
import { persist } from "./persist.ts";
import { type PublishedMarket, publishMarket } from "./publish-market.ts";

/** Three servers on one PostgreSQL with a replica and one NATS, with a market that is published and positions that are watched. */
export type Cluster = {
  readonly primary: ScratchPostgresql;
  readonly replica: ScratchPostgresql;
  readonly nats: ScratchNats;
  readonly slots: readonly Slot[];
  readonly publisher: PublishedMarket;
  /** What servers and the command line are started with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly services: Services;
  readonly market: WatchedMarket;
  readonly positions: readonly RacedPosition[];
  /** What the published exchange trades. */
  readonly symbols: readonly string[];
  readonly dice: Dice;
};

const serverCount = 3;

type Ending = () => Promise<unknown>;

/** Opens a cluster, works with it, and ends all of it, whatever came of the work or of another ending. */
export async function withCluster<Result>(
  folder: string,
  seed: number,
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  const endings: Ending[] = [];
  const [done] = await Promise.allSettled([openCluster(folder, seed, endings).then(work)]);
  const failures: unknown[] = done.status === "rejected" ? [done.reason] : [];
  for (const end of endings.toReversed()) {
    await end().catch((failure: unknown) => failures.push(failure));
  }
  if (done.status === "fulfilled" && failures.length === 0) return done.value;
  throw failures.length === 1 ? failures[0] : new AggregateError(failures, failures.map(String).join("; "));
}

/** Opens part by part, and notes how each is ended as soon as it is there. */
async function openCluster(folder: string, seed: number, endings: Ending[]): Promise<Cluster> {
  const primary = await startPostgresql();
  endings.push(primary.remove);
  const replica = await primary.addReplica();
  endings.push(replica.remove);
  const nats = await startNats();
  endings.push(nats.stop);
  const store = await openPostgresqlStore({ url: primary.url });
  endings.push(() => store.close());
  const services: Services = { store: persist(store), now: () => Date.now(), makeId: randomUUID, hash };
  const environment = { DATA_DIR: folder, DATABASE_URL: primary.url };
  const traded = listTradedRecords();
  // What is published is what the catalog lists by now; prices of whatever is listed later are set by hand.
  await importCatalog(services, linesOf(traded));
  const publisher = await publishMarket(environment, nats.url, seed);
  endings.push(publisher.stop);
  const dice = makeDice(seed);
  const market = await openWatchedMarket(services, dice, [...traded, ...listCoveredRecords()]);
  const positions = listRacedPositions();
  await openRacedAccounts(services, positions);
  const slots: Slot[] = [];
  for (let index = 0; index < serverCount; index += 1) {
    const slot = await openSlot(index, {
      ...environment,
      DATABASE_READ_URL: replica.url,
      FEED: nats.url,
      FEED_SIMULATED: "on",
    });
    slots.push(slot);
    endings.push(slot.kill);
    // One after the other: the first may have to make the keys that all trust.
    await slot.start();
  }
  const symbols = traded.map(({ symbol }) => symbol);
  return {
    primary,
    replica,
    nats,
    slots,
    publisher,
    environment,
    services,
    market,
    positions,
    symbols,
    dice,
  };
}

async function hash(text: string): Promise<string> {
  return createHash("sha256").update(text).digest("hex");
}
