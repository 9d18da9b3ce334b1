import { searchPath } from "./render-searches.ts";

/** An operation that is measured, and beside whom. */
export type MeasuredOperation = {
  readonly name: string;
  readonly path: string;
  /** How often it is asked in a round. */
  readonly count: number;
  readonly contenders: readonly string[];
  /** What others take of our time, and how much that has to be at least. */
  readonly ratios: readonly { readonly to: string; readonly what: string; readonly least?: number }[];
  /** The member of the body that all have to answer alike, where the whole differs from request to request. */
  readonly answered?: string;
};

const withToken = (least: number) => ({
  contenders: ["ours", "fastify-plugins", "fastify", "node"],
  ratios: [
    { to: "fastify-plugins", what: "Fastify and plugins", least },
    { to: "fastify", what: "bare Fastify" },
    { to: "node", what: "node:http by hand" },
  ],
});

/** Of the demonstration's instruments ten are found by the term of the search, whose entries are 17 kB. */
export const operations: readonly MeasuredOperation[] = [
  {
    name: "symbol search",
    path: `${searchPath}nhua`,
    count: 4_000,
    answered: "data",
    contenders: ["ours", "fastify-serializer", "fastify-stringify", "hono", "node", "node-ready"],
    ratios: [
      { to: "fastify-serializer", what: "Fastify's serializer" },
      { to: "fastify-stringify", what: "Fastify with stringify", least: 2 },
      { to: "hono", what: "plain Hono" },
      { to: "node", what: "node:http by hand" },
      { to: "node-ready", what: "node:http with the answer at hand" },
    ],
  },
  { name: "margin ratio", path: "/api/v1/diagnostics/margin-ratios/FPT", count: 8_000, ...withToken(1.5) },
  { name: "notifications, 2", path: "/api/v1/notifications?limit=2", count: 4_000, ...withToken(1.2) },
  { name: "notifications, 50", path: "/api/v1/notifications", count: 1_000, ...withToken(1.2) },
];
