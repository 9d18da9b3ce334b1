import type { OutcomeKey, Store } from "@trading-oms/brokerage/ports";
import { textOf } from "../read-row.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";

const sweepText = `
with looked as (
  select user_id, idempotency_key, at from outcome where (user_id, idempotency_key) > ($1, $2)
  order by user_id, idempotency_key limit $3
), swept as (
  delete from outcome using looked where outcome.user_id = looked.user_id
    and outcome.idempotency_key = looked.idempotency_key and looked.at < $4
)
select user_id, idempotency_key from looked order by user_id, idempotency_key offset $3 - 1`;

/** Looks at outcomes in the order of their keys, and removes those of them that are of before a time. */
export async function sweepOutcomes(
  client: PostgresqlClient,
  { after, limit, beforeMs }: Parameters<Store["sweepOutcomes"]>[0],
): Promise<OutcomeKey | undefined> {
  // Without a name it is planned for its limit; a plan for any limit may read the whole table.
  const { rows } = await client.query({
    text: sweepText,
    values: [after?.userId ?? "", after?.idempotencyKey ?? "", limit, beforeMs],
  });
  const [last] = rows;
  return last && { userId: textOf(last, "user_id"), idempotencyKey: textOf(last, "idempotency_key") };
}
