import pg from "pg";

/** Rows by the names of their columns. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Runs statements on a connection of their own, and gives the rows of the only one or of none. */
export async function runSql(url: string, text: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((failure: unknown) => refuseConnection(url, failure));
  try {
    return (await client.query(text)).rows ?? [];
  } finally {
    await client.end();
  }
}

/** The address may hold a password, so only the host is named. */
function refuseConnection(url: string, failure: unknown): never {
  const code = failure instanceof Error && "code" in failure ? ` (${String(failure.code)})` : "";
  throw new Error(`No PostgreSQL lets us in at ${new URL(url).host}${code}; name one by TEST_DATABASE_URL.`);
}
