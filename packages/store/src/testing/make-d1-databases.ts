import { Miniflare } from "miniflare";
import type { D1Binding, D1Result, D1Statement } from "../d1/database.ts";

/** Local D1 databases in Miniflare. */
export type D1Databases = {
  /** An empty database. */
  readonly next: () => D1Binding;
  readonly dispose: () => Promise<void>;
};

/** A Worker that executes statements on its own D1 bindings, with one request per call for speed. */
const script = `export default {
  async fetch(request, databases) {
    const { name, isBatch, statements } = await request.json();
    const database = databases[name];
    try {
      const prepared = statements.map(({ sql, values }) => database.prepare(sql).bind(...values));
      return Response.json(isBatch ? await database.batch(prepared) : [await prepared[0].all()]);
    } catch (failure) {
      return new Response(String(failure), { status: 500 });
    }
  },
};`;

/** Starts Miniflare with a fixed number of databases, each for one use. */
export function makeD1Databases(): D1Databases {
  const names = Array.from({ length: 320 }, (_, index) => `DATABASE_${index}`);
  const miniflare = new Miniflare({ modules: true, script, d1Databases: names });
  const ask = async (
    name: string,
    isBatch: boolean,
    statements: readonly D1Statement[],
  ): Promise<D1Result[]> => {
    const body = JSON.stringify({ name, isBatch, statements });
    const response = await miniflare.dispatchFetch("http://workers.test/", { method: "POST", body });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as D1Result[];
  };
  const prepare = (name: string, sql: string, ...values: (string | number | null)[]) => {
    const statement = {
      sql,
      values,
      bind: (...bound: typeof values): D1Statement => prepare(name, sql, ...bound),
      all: async () => (await ask(name, false, [statement]))[0] ?? { results: [] },
    };
    return statement;
  };
  return {
    next: () => {
      const name = names.shift();
      if (name === undefined) throw new Error("All databases are used up; make more of them.");
      return { prepare: (sql) => prepare(name, sql), batch: (statements) => ask(name, true, statements) };
    },
    dispose: () => miniflare.dispose(),
  };
}
