import { moveCash, openAccount } from "@trading-oms/brokerage";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";

/**
 * Deposits and withdraws on a store until it is killed, several writers at once, and prints each movement after it was
 * acknowledged. Each movement is tried twice under one id, as a client would that lost the answer.
 */
const [place = "", seedText = "1", writerCount = "8"] = process.argv.slice(2);
const store = place.startsWith("postgres")
  ? await openPostgresqlStore({ url: place })
  : await openSqliteStore({ path: place });
process.stdout.write("ready\n");

let state = Number(seedText);
const services = { store, now: () => Date.now(), makeId: () => `TX-${random()}` };
await Promise.all(Array.from({ length: Number(writerCount) }, (_, writer) => moveForEver(`A-${writer}`)));

async function moveForEver(accountId: string): Promise<void> {
  const key = { userId: `u-${accountId}`, accountId };
  await openAccount(services, key);
  for (let count = 0; ; count += 1) {
    const kind = random() % 3 === 0 ? "withdrawal" : "deposit";
    const amountVnd = BigInt(1 + (random() % 1_000));
    const movementId = `${process.pid}-${seedText}-${accountId}-${count}`;
    const movement = { key, kind, amountVnd, movementId } as const;
    const settled = await moveCash(services, movement);
    if (settled.kind === "refused") continue;
    process.stdout.write(`${accountId} ${movementId} ${kind} ${amountVnd}\n`);
    if (random() % 4 === 0) await moveCash(services, movement);
  }
}

/** A small generator with a seed; only the order of things hangs on it. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state >>> 8;
}
