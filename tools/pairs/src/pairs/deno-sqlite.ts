import { type OnRuntime, startOnRuntime } from "../start-on-runtime.ts";

/** Deno, with SQLite in a file by its own `node:sqlite`. */
export const denoSqlite: {
  readonly name: string;
  readonly start: (seed: { readonly dataFolder: string }) => Promise<OnRuntime>;
} = {
  name: "deno-sqlite",
  start: ({ dataFolder }) => startOnRuntime("deno", dataFolder),
};
