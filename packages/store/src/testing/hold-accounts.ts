import pg from "pg";

/** Holds all accounts as a change of the schema does, which lets nobody read them either. */
export async function holdTable(url: string): Promise<{ readonly letGo: () => Promise<void> }> {
  return hold(url, (client) => client.query("lock table account in access exclusive mode"));
}

/** Holds the accounts of these users as a transaction does that does not end, until it is let go. */
export async function holdAccounts(
  url: string,
  userIds: readonly string[],
): Promise<{ readonly letGo: () => Promise<void> }> {
  const text = "select 1 from account where user_id = any($1) order by user_id for update";
  return hold(url, (client) => client.query(text, [userIds]));
}

async function hold(
  url: string,
  take: (client: pg.Client) => Promise<unknown>,
): Promise<{ readonly letGo: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  await take(client);
  return { letGo: () => client.end() };
}
