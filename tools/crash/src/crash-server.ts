import pg from "pg";

/**
 * Kills one process of a PostgreSQL on this machine with SIGKILL. The server then ends all others, whoever they work
 * for, and starts anew from what it has on disk. Tells how many connections the database had.
 */
export async function crashServer(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
     order by pid <> pg_backend_pid() desc`,
  );
  // Our own connection is there as well, so there is always one; that it ends shows that the server has noticed.
  const ended = new Promise<void>((settle) => client.once("end", () => settle()));
  process.kill(rows[0].pid, "SIGKILL");
  await ended;
  return rows.length - 1;
}
