import { numberOf } from "../read-row.ts";
import { explainRestore } from "./explain-restore.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { queries } from "./queries.ts";

const numbersInBlock = 32;

/** Hands out the numbers of new users, from blocks that nobody else has; whoever finds none left waits for the next. */
export function handOutNumbers(client: PostgresqlClient): () => Promise<number> {
  const free: number[] = [];
  let claiming: Promise<void> | undefined;
  return async () => {
    for (;;) {
      const number = free.shift();
      if (number !== undefined) return number;
      claiming ??= claim().finally(() => {
        claiming = undefined;
      });
      await claiming;
    }
  };

  async function claim(): Promise<void> {
    const statement = { name: "claimNumbers", text: queries.claimNumbers, values: [numbersInBlock] };
    const [row] = (await client.query(statement)).rows;
    if (row === undefined) throw explainRestore();
    const next = numberOf(row, "next_number");
    for (let each = next - numbersInBlock; each < next; each += 1) free.push(each);
  }
}
