import type { D1Binding, D1Statement } from "../d1/database.ts";
import { countTo } from "./count-to.ts";

/** A way to a database whose n-th call is answered, and the answer lost. */
export function makeLossyD1(
  database: D1Binding,
  loseAt: number,
): { readonly binding: D1Binding; readonly hasStruck: () => boolean } {
  const { strike, hasStruck } = countTo(loseAt);
  const lose = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    await answer;
    strike();
    return answer;
  };
  const wrap = (statement: D1Statement): D1Statement => ({
    ...statement,
    bind: (...values) => wrap(statement.bind(...values)),
    all: () => lose(statement.all()),
  });
  return {
    binding: {
      prepare: (sql) => wrap(database.prepare(sql)),
      batch: (statements) => lose(database.batch(statements)),
    },
    hasStruck,
  };
}

/** A way to a database that can be lost, as D1 words it, and found again. */
export function makeUnsteadyD1(database: D1Binding): {
  readonly binding: D1Binding;
  readonly goAway: () => void;
  readonly comeBack: () => void;
} {
  let isAway = false;
  const wrap = (statement: D1Statement): D1Statement => ({
    ...statement,
    bind: (...values) => wrap(statement.bind(...values)),
    all: async () => (isAway ? lose() : statement.all()),
  });
  const lose = (): never => {
    throw new Error("D1_ERROR: Network connection lost.");
  };
  return {
    binding: {
      prepare: (sql) => wrap(database.prepare(sql)),
      batch: async (statements) => (isAway ? lose() : database.batch(statements)),
    },
    goAway: () => {
      isAway = true;
    },
    comeBack: () => {
      isAway = false;
    },
  };
}

/** A way to a database whose n-th statement fails, alone or within its batch, as a broken one would have it. */
export function makeFaultyD1(
  database: D1Binding,
  failAt: number,
): { readonly binding: D1Binding; readonly hasStruck: () => boolean } {
  const { strike, hasStruck } = countTo(failAt);
  const originals = new WeakMap<D1Statement, D1Statement>();
  const wrap = (original: D1Statement): D1Statement => {
    const wrapped: D1Statement = {
      bind: (...values) => wrap(original.bind(...values)),
      all: async () => {
        strike();
        return original.all();
      },
    };
    originals.set(wrapped, original);
    return wrapped;
  };
  /** The rest of a batch is sent, so that it is D1 that undoes it. */
  const replace = (statement: D1Statement): D1Statement => {
    try {
      strike();
      return originals.get(statement) ?? statement;
    } catch {
      return database.prepare("select 1 from a_table_that_is_not_there");
    }
  };
  return {
    binding: {
      prepare: (sql) => wrap(database.prepare(sql)),
      batch: (statements) => database.batch(statements.map(replace)),
    },
    hasStruck,
  };
}
