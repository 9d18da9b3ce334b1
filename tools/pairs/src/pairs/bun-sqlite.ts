import { type OnRuntime, startOnRuntime } from "../start-on-runtime.ts";

/** Bun, with SQLite in a file by its own `node:sqlite`. */
export const bunSqlite: {
  readonly name: string;
  readonly start: (seed: { readonly dataFolder: string }) => Promise<OnRuntime>;
} = {
  name: "bun-sqlite",
  start: ({ dataFolder }) => startOnRuntime("bun", dataFolder),
};
