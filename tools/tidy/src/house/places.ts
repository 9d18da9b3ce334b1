/** Places of the house that several rules speak of. */
export const places = {
  /** Where each runtime's wiring stands: one file a runtime, and what only that file needs. */
  compositionRoots: "apps/server/src/runtimes/",
  /** Where wire types begin and end: one file an operation. */
  operations: "apps/server/src/operations/",
  /** Where operations are put on the contract's routes. */
  app: "apps/server/src/app.ts",
  /** The one file that turns a failure into a status and a body. */
  failureTable: "apps/server/src/http/failures.ts",
  /** The world that the client reaches for where its caller hands in none. */
  clientWorld: "packages/client/src/world.ts",
  /** What brokerage asks of its adapters. */
  ports: "packages/brokerage/src/ports/",
} as const;

/** The name before every name of ours. */
export const scope = "@trading-oms/";
