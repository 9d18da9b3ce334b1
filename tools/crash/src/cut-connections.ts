import pg from "pg";

/** Ends every session on a database but the own, in the middle of what it does, and tells how many there were. */
export async function cutConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  // A server that crashes cuts this one as well; the query fails then, and says it.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0].count;
  } finally {
    await client.end();
  }
}
