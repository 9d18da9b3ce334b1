import { openPostgresqlStore } from "@trading-oms/store";
import type { NamedStatement } from "@trading-oms/store/postgresql";
import { fillStatement } from "../store/fill-statement.ts";
import { startPgbench } from "../store/start-pgbench.ts";
import { idempotencyKeyOf, keyOf } from "./cover-order-of.ts";
import { openCoverAccounts, openCoverServices } from "./open-cover-services.ts";
import { commitPlaces, isCommit, recordCover } from "./record-cover.ts";

/** Has PostgreSQL's own bench ask what the store asks for a cover; the covers a second. */
export async function runPgbenchCovers(
  url: string,
  clients: number,
  durationMs: number,
  folder: string,
): Promise<number> {
  const store = await openPostgresqlStore({ url });
  const services = await openCoverServices(store);
  await openCoverAccounts(services, clients + 1);
  const recorded = await recordCover(services, clients);
  await store.close();
  const asked = recorded.statements.map((statement) =>
    fillStatement(statement, (place) => inPgbench(statement, place, clients)).replaceAll("\n", " "),
  );
  const script = [...asked, "\\set version :version + 1"].join(";\n");
  return startPgbench({ url, clients, durationMs, folder, version: recorded.version, script });
}

/** What stands in the place of a value that differs from client to client, or from cover to cover. */
function inPgbench(statement: NamedStatement, place: number, recordedWriter: number): string | undefined {
  const value = statement.values[place - 1];
  const { userId, accountId } = keyOf(recordedWriter);
  if (value === userId) return "('user-' || :client_id::text)";
  if (value === accountId) return "('account-' || :client_id::text)";
  if (value === idempotencyKeyOf(recordedWriter, 1)) {
    return "('0b8e0c3e-6a0e-4c39-9a52-' || :client_id::text || '-' || :version::text)";
  }
  if (!isCommit(statement)) return undefined;
  if (place === commitPlaces.version) return ":version::bigint";
  return place === commitPlaces.covered ? "array[1000000 + :version::bigint % 2 * 1000000]" : undefined;
}
