import pg from "pg";

/** The processes of the PostgreSQL behind an address, which has to be on this machine, and the one that starts them. */
export async function listServerProcesses(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Whoever flushes for others counts as well: the writer of the log, the checkpointer, and who is only about to start.
    const { rows } = await client.query(
      `select pid from pg_stat_activity where pid <> pg_backend_pid()
       union select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int`,
    );
    return rows.map((row: { readonly pid: number }) => row.pid);
  } finally {
    await client.end();
  }
}
