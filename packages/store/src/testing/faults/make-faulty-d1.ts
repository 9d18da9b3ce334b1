import type { D1Binding, D1Statement } from "../../d1/database.ts";
import { createFaultPoint } from "../fault-point.ts";

/** A binding that executes its n-th call and then fails, as if the response were lost. */
export function makeLossyD1(
  database: D1Binding,
  loseAt: number,
): { readonly binding: D1Binding; readonly hasFired: () => boolean } {
  const { hit, hasFired } = createFaultPoint(loseAt);
  const lose = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    await answer;
    hit();
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
    hasFired,
  };
}

/** A binding that fails with D1's message for a lost connection while it is interrupted. */
export function makeInterruptibleD1(database: D1Binding): {
  readonly binding: D1Binding;
  readonly interrupt: () => void;
  readonly resume: () => void;
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
    interrupt: () => {
      isAway = true;
    },
    resume: () => {
      isAway = false;
    },
  };
}

/** A binding whose n-th statement fails, alone or within a batch. */
export function makeFaultyD1(
  database: D1Binding,
  failAt: number,
): { readonly binding: D1Binding; readonly hasFired: () => boolean } {
  const { hit, hasFired } = createFaultPoint(failAt);
  const originals = new WeakMap<D1Statement, D1Statement>();
  const wrap = (original: D1Statement): D1Statement => {
    const wrapped: D1Statement = {
      bind: (...values) => wrap(original.bind(...values)),
      all: async () => {
        hit();
        return original.all();
      },
    };
    originals.set(wrapped, original);
    return wrapped;
  };
  /** Replaces the failing statement by an invalid one and sends the batch, so that D1 itself rolls it back. */
  const replace = (statement: D1Statement): D1Statement => {
    try {
      hit();
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
    hasFired,
  };
}
