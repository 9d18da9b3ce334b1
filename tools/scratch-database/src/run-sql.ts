import pg from "pg";

/** Runs statements on a connection of their own. */
export async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((failure: unknown) => refuseConnection(url, failure));
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** The address may hold a password, so only the host is named. */
function refuseConnection(url: string, failure: unknown): never {
  const code = failure instanceof Error && "code" in failure ? ` (${String(failure.code)})` : "";
  throw new Error(`No PostgreSQL lets us in at ${new URL(url).host}${code}; name one by TEST_DATABASE_URL.`);
}
