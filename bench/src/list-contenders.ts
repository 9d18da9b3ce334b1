/** A client that is measured; `own` is ours, and the only one that has budgets to keep. */
export type Contender = {
  readonly label: string;
  /** The folder of its programs in `programs`, and of what is generated for them. */
  readonly folder: string;
  /** Whether its declarations pass the compiler where a program has them checked as well. */
  readonly declarationsHold: boolean;
};

/** The client of ours, and those that somebody would make of the same document instead. */
export function listContenders(): Contender[] {
  return [
    { label: "@trading-oms/client", folder: "own", declarationsHold: true },
    { label: "openapi-fetch", folder: "openapi-fetch", declarationsHold: true },
    { label: "hey-api", folder: "hey-api", declarationsHold: true },
    { label: "orval", folder: "orval", declarationsHold: true },
    { label: "Hono RPC", folder: "hono-rpc", declarationsHold: false },
    { label: "swagger-typescript-api", folder: "swagger-typescript-api", declarationsHold: true },
  ];
}
