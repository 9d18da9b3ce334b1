import type { Row } from "../sql/rows.ts";
import { StoreFault } from "../store-fault.ts";
import type { D1Binding, D1Result, D1Statement } from "./database.ts";

/** Which D1 is meant by whoever is no Worker, and by whose leave it is asked. */
export type D1Access = {
  /** Where its interface begins, such as `https://api.cloudflare.com/client/v4`. */
  readonly apiUrl: string;
  readonly accountId: string;
  readonly databaseId: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  /** How long an answer may take; 30,000. */
  readonly answerMsMax?: number;
};

type Bound = readonly (string | number | null)[];
type Ask = (statements: readonly ApiStatement[]) => Promise<D1Result[]>;

/** Connects to a D1 by its interface over HTTP, as if it were bound; nothing is asked before it is used. */
export function connectD1(access: D1Access): D1Binding {
  const ask: Ask = (statements) => askD1(access, statements);
  return {
    prepare: (sql) => new ApiStatement(ask, sql, []),
    // Whoever prepares a statement here has it from here.
    batch: (statements) => ask(statements as ApiStatement[]),
  };
}

class ApiStatement implements D1Statement {
  readonly sql: string;
  readonly bound: Bound;
  readonly #ask: Ask;

  constructor(ask: Ask, sql: string, bound: Bound) {
    this.#ask = ask;
    this.sql = sql;
    this.bound = bound;
  }

  bind(...values: Bound): D1Statement {
    return new ApiStatement(this.#ask, this.sql, values);
  }

  async all(): Promise<D1Result> {
    const [result] = await this.#ask([this]);
    return result ?? { results: [] };
  }
}

async function askD1(
  { apiUrl, accountId, databaseId, token, fetch, answerMsMax = 30_000 }: D1Access,
  statements: readonly ApiStatement[],
): Promise<D1Result[]> {
  const asked = statements.map(({ sql, bound }) => ({ sql, params: bound }));
  const place = `accounts/${encodeURIComponent(accountId)}/d1/database/${encodeURIComponent(databaseId)}/query`;
  const answer = await fetch(`${apiUrl}/${place}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(asked.length === 1 ? asked[0] : { batch: asked }),
    // The token is for nobody else.
    redirect: "error",
    signal: AbortSignal.timeout(answerMsMax),
  }).catch((failure: unknown) => {
    throw new StoreFault("unreachable", "The interface of D1 can't be reached.", failure);
  });
  refuseStatus(answer.status);
  const body = (await answer.json().catch(() => undefined)) as Answer | undefined;
  const results = body?.success === true && Array.isArray(body.result) ? body.result : undefined;
  if (results?.length !== statements.length || results.some(({ success }) => success === false)) {
    const reasons = body?.errors?.map(({ message }) => message).join(" ") || `status ${answer.status}`;
    const message = `D1 has not done what it was asked: ${reasons}`;
    // What is no answer of D1 comes from something on the way to it.
    throw answer.status >= 500 && body === undefined
      ? new StoreFault("unreachable", message)
      : new Error(message);
  }
  return results.map((each) => ({ results: each.results ?? [] }));
}

/** As much of an answer as is read. */
type Answer = {
  readonly success?: boolean;
  readonly errors?: readonly { readonly message?: string }[];
  readonly result?: readonly { readonly success?: boolean; readonly results?: readonly Row[] }[];
};

function refuseStatus(status: number): void {
  if ([401, 403].includes(status)) {
    throw new StoreFault("unreachable", "D1 does not take the token, or not for this account.");
  }
  if (status === 404) throw new StoreFault("unreachable", "There is no such D1 database in this account.");
  if (status === 429) throw new StoreFault("busy", "D1 is asked too often; ask it less.");
}
