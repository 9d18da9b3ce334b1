import { runSql } from "@trading-oms/scratch";
import { commitStatement } from "@trading-oms/store/postgresql";
import { changeOf } from "./change-of.ts";
import { fillStatement } from "./fill-statement.ts";
import { startPgbench } from "./start-pgbench.ts";

/** Changes accounts by PostgreSQL's own bench, with the statement of the store; the changes a second. */
export async function runPgbench(
  url: string,
  clients: number,
  durationMs: number,
  folder: string,
): Promise<number> {
  for (let writer = 0; writer < clients; writer += 1) {
    await runSql(url, fillStatement(commitStatement(changeOf(writer, 0), writer + 1)));
  }
  const change = fillStatement(commitStatement(changeOf(0, 1), 1), inPgbench);
  const script = `${change.replaceAll("\n", " ")};\n\\set version :version + 1\n`;
  return startPgbench({ url, clients, durationMs, folder, version: 1, script });
}

/** What stands in the place of a value that differs from change to change. */
function inPgbench(place: number): string | undefined {
  const places: Readonly<Record<number, string>> = {
    1: "('user-' || :client_id::text)",
    2: "('account-' || :client_id::text)",
    3: ":version::bigint",
    5: ":version::bigint",
    6: "('0b8e0c3e-6a0e-4c39-9a52-' || :client_id::text || '-' || :version::text)",
    16: "array[:version::bigint]",
    19: "array[:version::bigint]",
  };
  return places[place];
}
