import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findAccountKey, moveCash } from "@trading-oms/brokerage";
import { makeCard } from "@trading-oms/cards";
import type { Plan } from "@trading-oms/conformance";
import { runOms } from "@trading-oms/scratch";
import { openSqliteStore } from "@trading-oms/store";
import { makeServices, need } from "../harness/accounts.ts";
import { allowedOrigin, type Seed } from "./pairs.ts";

const dayMs = 86_400_000;

/**
 * The days of a run, to be listed as days without trading. Prices of a seed are never renewed, and in a session no
 * cover is lowered on an old price: a claim that holds in the evening would break in the morning.
 */
export function quietDays(atMs: number): string[] {
  return [0, 1, 2].map((days) => new Date(atMs + days * dayMs).toISOString().slice(0, 10));
}

/**
 * Makes a number of deposits of different amounts, each with a notification. One CLI process per deposit would take
 * half a minute.
 */
async function depositOften(databaseFile: string, accountId: string, count: number): Promise<void> {
  const store = await openSqliteStore({ path: databaseFile });
  try {
    const services = makeServices(store);
    const key = await findAccountKey(services, accountId);
    if ("kind" in key) throw new Error(key.message);
    for (let index = 1; index <= count; index += 1) {
      const amountVnd = BigInt(index * 1_000);
      need(await moveCash(services, { key, kind: "deposit", amountVnd, movementId: `SEED-${index}` }));
    }
  } finally {
    await store.close();
  }
}

/** The seed of a run and the plan of what to ask a deployment with it. */
export type SeedAndPlan = { readonly seed: Seed; readonly plan: Plan };

/** Additional deposits, so that the demonstration's user has more than one page of notifications. */
const depositCount = 60;
/** The notifications of the demonstration's user: 65 cash movements and a margin call. */
const demoNotificationCount = 66;

const busy = "888C000018";

/**
 * Makes a seed with the operator's command line: the demonstration, rates of each level, days without trading, and many
 * notifications.
 */
export async function makeSeed(folder: string): Promise<SeedAndPlan> {
  const dataFolder = join(folder, "data");
  await mkdir(dataFolder, { recursive: true });
  const settings = { DATA_DIR: dataFolder };
  await runOms(settings, "db", "migrate");
  await runOms(settings, "demo", "load");
  await runOms(settings, "holidays", "set", ...quietDays(Date.now()));
  const rates = join(folder, "rates.csv");
  const header = "level,name,marginRatio,marginCallRate,forceCloseRate";
  await writeFile(rates, `${header}\nsymbol,HPG,0.55,0.35,0.25\n`);
  await runOms(settings, "rates", "import", rates);
  await depositOften(join(dataFolder, "oms.sqlite"), busy, depositCount);
  const refusedTokens = {
    expired: await makeToken(settings, "demo", "1s"),
    ofAnotherAudience: await makeToken({ ...settings, AUTH_AUDIENCE: "somebody-else" }, "demo", "1d"),
    ofAnotherIssuer: await makeToken({ ...settings, AUTH_ISSUER: "somebody-else" }, "demo", "1d"),
    ofAnotherKey: await makeToken({ DATA_DIR: join(folder, "foreign") }, "demo", "1d"),
  };
  const user = await makeToken(settings, "demo", "1d");
  const otherUser = await makeToken(settings, "demo-2", "1d");
  const viewer = { token: await makeToken(settings, "desk-1", "1d", "viewer") };
  const operator = { token: await makeToken(settings, "desk-2", "1d", "operator") };
  const backupFile = join(folder, "seed.backup.gz");
  await runOms(settings, "db", "backup", backupFile);
  const jwks = await runOms(settings, "keys", "list", "--public");
  const future = await findFuture(settings);
  // The token with a short lifetime must have expired when it is sent.
  await wait(1_500);
  return {
    seed: { dataFolder, backupFile, jwks },
    plan: { ...planOf(user, otherUser, future), viewer, operator, refusedTokens },
  };
}

async function makeToken(
  settings: Readonly<Record<string, string>>,
  user: string,
  duration: string,
  role?: "viewer" | "operator",
): Promise<string> {
  const words = role === undefined ? [] : ["--role", role];
  return (await runOms(settings, "token", "--user", user, "--ttl", duration, ...words)).trim();
}

/** The contract of the second user, which depends on the day. */
async function findFuture(settings: Readonly<Record<string, string>>): Promise<string> {
  const listed = await runOms(settings, "positions", "list", "888C000027", "--json");
  const symbol = /"symbol":\s*"([^"]+)"/.exec(listed)?.[1];
  if (symbol === undefined) throw new Error("The demonstration has no future for its second user.");
  return symbol;
}

function planOf(user: string, otherUser: string, future: string): Plan {
  const card = makeCard({ seed: 11, kind: "2021", severity: "clean", encoding: "jpeg" });
  return {
    user: {
      token: user,
      notificationCount: demoNotificationCount + depositCount,
      movedCash: true,
      position: { accountId: busy, symbol: "VCB", raised: 1_000_000 },
      // 1,000 FPT bought at 100,000 and marked at 80,000, with rates 0.5 / 0.4 / 0.3.
      called: {
        accountId: "888C000017",
        symbol: "FPT",
        needed: 2_000_000,
        figures: { maintenanceMargin: 42_000_000, tradingPower: 18_000_000 },
      },
    },
    otherUser: { token: otherUser, position: { accountId: "888C000027", symbol: future, raised: 1 } },
    symbol: "FPT",
    alias: "VN30F1M",
    product: "VN30F",
    group: "STO",
    origin: allowedOrigin,
    house: true,
    ratios: [
      ratioOf("FPT", [0.5, 0.4, 0.3], "STO"),
      ratioOf("HPG", [0.55, 0.35, 0.25], "STO"),
      ratioOf("SHS", [0.6, 0.45, 0.35], "STX"),
      ratioOf("ACV", [0.7, 0.5, 0.4], "UPX"),
      ratioOf("VN30F", [0.05, 0.03, 0.02], "DVX"),
      ratioOf("VN30F1M", [0.05, 0.03, 0.02], "DVX"),
      ratioOf(future, [0.05, 0.03, 0.02], "DVX"),
    ],
    searches: [
      { term: "fpt", symbols: ["FPT"] },
      { term: "ngân hàng thương mại cổ phần ngoại thương việt nam", symbols: ["VCB"] },
    ],
    card: { front: base64Of(card.front), back: base64Of(card.back), idNumber: card.truth.idNumber },
  };
}

function ratioOf(symbol: string, rates: readonly [number, number, number], productGroup: string) {
  const [marginRatio, marginCallRate, forceCloseRate] = rates;
  return { symbol, marginRatio, marginCallRate, forceCloseRate, productGroup };
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
