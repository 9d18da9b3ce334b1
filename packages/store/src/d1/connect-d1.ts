import type { Row } from "../sql/table.ts";
import { StoreFault } from "../store-fault.ts";
import type { D1Binding, D1Result, D1Statement } from "./database.ts";

/** The database and the credentials for Cloudflare's HTTP API. */
export type D1Access = {
  /** The base URL of the API, for example `https://api.cloudflare.com/client/v4`. */
  readonly apiUrl: string;
  readonly accountId: string;
  readonly databaseId: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  /** The longest wait for a response; 30,000 by default. */
  readonly answerMsMax?: number;
};

/** A statement as the API takes it. */
type ApiQuery = { readonly sql: string; readonly params: readonly (string | number | null)[] };

type ApiStatement = D1Statement & { readonly query: ApiQuery };

/** Creates a binding that uses D1's HTTP API, for programs outside Workers. It sends nothing before the first statement. */
export function connectD1(access: D1Access): D1Binding {
  const statementOf = (query: ApiQuery): ApiStatement => ({
    query,
    bind: (...params) => statementOf({ ...query, params }),
    all: async () => (await sendToD1(access, [query]))[0] ?? { results: [] },
  });
  return {
    prepare: (sql) => statementOf({ sql, params: [] }),
    // All statements of this binding come from `prepare` above.
    batch: (statements) =>
      sendToD1(
        access,
        (statements as ApiStatement[]).map(({ query }) => query),
      ),
  };
}

async function sendToD1(
  { apiUrl, accountId, databaseId, token, fetch, answerMsMax = 30_000 }: D1Access,
  queries: readonly ApiQuery[],
): Promise<D1Result[]> {
  const path = `accounts/${encodeURIComponent(accountId)}/d1/database/${encodeURIComponent(databaseId)}/query`;
  const response = await fetch(`${apiUrl}/${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(queries.length === 1 ? queries[0] : { batch: queries }),
    // A redirect could send the token to another host.
    redirect: "error",
    signal: AbortSignal.timeout(answerMsMax),
  }).catch((failure: unknown) => {
    throw new StoreFault("unreachable", "The API of D1 can't be reached.", failure);
  });
  rejectStatus(response.status);
  const body = (await response.json().catch(() => undefined)) as ResponseBody | undefined;
  const results = body?.success === true && Array.isArray(body.result) ? body.result : undefined;
  if (results?.length !== queries.length || results.some(({ success }) => success === false)) {
    const reasons = body?.errors?.map(({ message }) => message).join(" ") || `status ${response.status}`;
    const message = `D1 did not execute the statements: ${reasons}`;
    // A body that is not JSON comes from a gateway in front of D1.
    throw response.status >= 500 && body === undefined
      ? new StoreFault("unreachable", message)
      : new Error(message);
  }
  return results.map((each) => ({ results: each.results ?? [] }));
}

type ResponseBody = {
  readonly success?: boolean;
  readonly errors?: readonly { readonly message?: string }[];
  readonly result?: readonly { readonly success?: boolean; readonly results?: readonly Row[] }[];
};

function rejectStatus(status: number): void {
  if ([401, 403].includes(status)) {
    throw new StoreFault("unreachable", "D1 rejects the token, or it has no access to this account.");
  }
  if (status === 404) throw new StoreFault("unreachable", "There is no such D1 database in this account.");
  if (status === 429) throw new StoreFault("busy", "D1 receives too many requests; send fewer.");
}
