import pg from "pg";

/** Locks the account table in a transaction, as a schema change does. Reads wait as well. */
export async function lockTable(url: string): Promise<{ readonly release: () => Promise<void> }> {
  return lock(url, (client) => client.query("lock table account in access exclusive mode"));
}

/** Locks the accounts of these users in a transaction that stays open until `release`. */
export async function lockAccounts(
  url: string,
  userIds: readonly string[],
): Promise<{ readonly release: () => Promise<void> }> {
  const text = "select 1 from account where user_id = any($1) order by user_id for update";
  return lock(url, (client) => client.query(text, [userIds]));
}

async function lock(
  url: string,
  run: (client: pg.Client) => Promise<unknown>,
): Promise<{ readonly release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  await run(client);
  return { release: () => client.end() };
}
