import { openAccount, takeTurns } from "@trading-oms/brokerage";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { coverForEver } from "./cover-for-ever.ts";
import { hashText } from "./hash-text.ts";
import { holdForEver } from "./hold-for-ever.ts";
import { insist } from "./insist.ts";
import { moveForEver } from "./move-for-ever.ts";
import type { Writing } from "./writing.ts";

/**
 * Moves cash on a store until it is killed, one writer an account and two accounts a user; on every other account it
 * changes a position as well, and on every other user's accounts it covers one.
 */
const [place = "", seedText = "1", writerCount = "8"] = process.argv.slice(2);
const isOnServer = place.startsWith("postgres");
const store = isOnServer ? await openPostgresqlStore({ url: place }) : await openSqliteStore({ path: place });

let state = Number(seedText);
const writing: Writing = {
  services: {
    store,
    now: () => Date.now(),
    makeId: () => `TX-${random()}`,
    hash: hashText,
    inTurn: takeTurns(() => performance.now()),
  },
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
    const idPrefix = `${process.pid}-${seedText}`;
    const work: Promise<never>[] = [moveForEver(writing, key, idPrefix)];
    if (writer % 2 === 1) work.push(holdForEver(writing, key));
    if (writer % 4 >= 2) work.push(coverForEver(writing, key, idPrefix));
    await Promise.all(work);
  }),
);

/** A small generator with a seed; only the order of things hangs on it. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state >>> 8;
}
