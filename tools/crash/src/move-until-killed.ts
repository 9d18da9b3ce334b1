import { openAccount } from "@trading-oms/brokerage";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { holdForEver } from "./hold-for-ever.ts";
import { insist } from "./insist.ts";
import { moveForEver } from "./move-for-ever.ts";
import type { Writing } from "./writing.ts";

/**
 * Moves cash on a store until it is killed, one writer an account and two accounts a user, and on every other account
 * a position as well.
 */
const [place = "", seedText = "1", writerCount = "8"] = process.argv.slice(2);
const isOnServer = place.startsWith("postgres");
const store = isOnServer ? await openPostgresqlStore({ url: place }) : await openSqliteStore({ path: place });

let state = Number(seedText);
const writing: Writing = {
  services: { store, now: () => Date.now(), makeId: () => `TX-${random()}` },
  random,
  tell: (line) => {
    process.stdout.write(`${line}\n`);
  },
  triesMax: isOnServer ? 50 : 1,
};
writing.tell("ready");
await Promise.all(
  Array.from({ length: Number(writerCount) }, async (_, writer) => {
    const key = { userId: `u-${Math.floor(writer / 2)}`, accountId: `A-${writer}` };
    await insist(() => openAccount(writing.services, key), writing.triesMax);
    const moving = moveForEver(writing, key, `${process.pid}-${seedText}`);
    await (writer % 2 === 0 ? moving : Promise.all([moving, holdForEver(writing, key)]));
  }),
);

/** A small generator with a seed; only the order of things hangs on it. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state >>> 8;
}
