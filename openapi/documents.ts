/** The registry of the OpenAPI documents in this folder. Whatever reads, generates, checks or serves one iterates over it. */

/** A document, and what its tools and the server need to know about it. */
export type DocumentEntry = {
  /**
   * Names its folders: `examples/<name>` and `published/<name>` here, handlers in `apps/server/src/operations/<name>`,
   * claims in `packages/conformance/src/claims/<name>`.
   */
  readonly name: string;
  /** Its file in this folder. It is served under the same name, and as JSON. */
  readonly file: `${string}.yaml`;
  /** Who calls its operations. */
  readonly audience: string;
  /** The entry of `@trading-oms/types` and `@trading-oms/contract` that holds it. */
  readonly packageEntry: "." | `./${string}`;
  /** What logs, metrics, limits and claims put before its operation ids, so that ids may repeat between documents. */
  readonly operationPrefix: "" | `${string}.`;
  /** How each of its paths begins. */
  readonly pathPrefixes: readonly string[];
  /** The first words of its operation ids. */
  readonly verbs: readonly string[];
  readonly statuses: {
    /** What every operation declares. */
    readonly each: readonly string[];
    /** What an operation may declare besides. */
    readonly some: readonly string[];
  };
  /** Whether every deployment serves it; else only servers where the desk is on. */
  readonly isServedEverywhere: boolean;
  /** The media types that every error response has. */
  readonly errorMediaTypes: readonly string[];
  /** Whether we decide what it holds. Then every object in it is typed, and what is always sent is required. */
  readonly isOurs: boolean;
  /** Whether released copies are kept in `published/<name>` and each change is held against the latest. */
  readonly isFrozen: boolean;
};

/** Every document. The first is the specified one. */
export const documents: readonly [DocumentEntry, ...DocumentEntry[]] = [
  {
    name: "specified",
    file: "openapi.yaml",
    audience: "apps and partners",
    packageEntry: ".",
    operationPrefix: "",
    pathPrefixes: ["/api/v1/", "/api/v2/"],
    verbs: ["create", "delete", "get", "list", "parse", "search", "set"],
    statuses: { each: ["200", "400", "401", "404", "500", "default"], some: ["304"] },
    isServedEverywhere: true,
    errorMediaTypes: ["application/json", "application/problem+json", "text/plain"],
    isOurs: false,
    isFrozen: true,
  },
  {
    name: "companion",
    file: "companion.yaml",
    audience: "the same apps",
    packageEntry: "./companion",
    operationPrefix: "companion.",
    pathPrefixes: ["/companion/v0/"],
    verbs: ["count", "explain", "get", "list", "preview", "read", "stream"],
    statuses: { each: ["200", "429", "500", "default"], some: ["304", "400", "401", "403", "404", "501"] },
    isServedEverywhere: true,
    errorMediaTypes: ["application/json"],
    isOurs: true,
    isFrozen: true,
  },
  {
    name: "operator",
    file: "operator.yaml",
    audience: "the margin desk's operators",
    packageEntry: "./operator",
    operationPrefix: "operator.",
    pathPrefixes: ["/operator/v0/"],
    verbs: ["add", "adjust", "find", "get", "list", "move", "release", "remove", "set", "shock", "verify"],
    statuses: { each: ["200", "401", "403", "429", "500", "default"], some: ["304", "400", "404"] },
    isServedEverywhere: false,
    errorMediaTypes: ["application/json"],
    isOurs: true,
    isFrozen: true,
  },
];
