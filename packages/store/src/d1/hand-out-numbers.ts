import { numberOf } from "../read-row.ts";
import type { D1Binding } from "./d1-binding.ts";
import { runStatement } from "./run-statements.ts";

const numbersInBlock = 32;

/**
 * Hands out the numbers of new users, from blocks that nobody else has.
 *
 * Whoever finds none left claims a block and waits for nobody: on Workers a request may end before the answer to its
 * claim, and whoever shared it would wait for ever. What is left of such blocks is handed out later.
 */
export function handOutNumbers(binding: D1Binding): () => Promise<number> {
  const free: number[] = [];
  return async () => {
    const number = free.pop();
    if (number !== undefined) return number;
    const sql = `update number_block set next_number = next_number + ${numbersInBlock} where id = 1 returning next_number`;
    const [row = {}] = await runStatement(binding, sql);
    const next = numberOf(row, "next_number");
    for (let each = next - 1; each > next - numbersInBlock; each -= 1) free.push(each);
    return next - numbersInBlock;
  };
}
