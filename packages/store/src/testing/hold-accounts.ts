import pg from "pg";

/** Holds the accounts of these users as a transaction does that does not end, until it is let go. */
export async function holdAccounts(
  url: string,
  userIds: readonly string[],
): Promise<{ readonly letGo: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  await client.query("select 1 from account where user_id = any($1) order by user_id for update", [userIds]);
  return { letGo: () => client.end() };
}
