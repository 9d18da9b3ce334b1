import { Ajv2020 } from "ajv/dist/2020.js";
import type { Plan } from "./plan.ts";

/** A plan as it stands in a file, or what is wrong with it. */
export type PlanReading = { readonly plan: Plan } | { readonly faults: readonly string[] };

const text = { type: "string", minLength: 1 };
const amount = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const count = { type: "integer", minimum: 0 };
const rate = { type: "number", minimum: 0, maximum: 1 };

const user = closed(
  { token: text },
  {
    notificationCount: count,
    movedCash: { type: "boolean" },
    position: closed({ accountId: text, symbol: text, raised: { ...amount, minimum: 1 } }),
    called: closed(
      { accountId: text, symbol: text, needed: { ...amount, minimum: 1 } },
      { figures: closed({ maintenanceMargin: { type: "integer" }, tradingPower: { type: "integer" } }) },
    ),
  },
);

const schema = closed(
  {},
  {
    user,
    otherUser: user,
    refusedTokens: { type: "object", additionalProperties: text, minProperties: 1 },
    symbol: text,
    alias: text,
    product: text,
    group: text,
    ratios: {
      type: "array",
      minItems: 1,
      items: closed({
        symbol: text,
        marginRatio: rate,
        marginCallRate: rate,
        forceCloseRate: rate,
        productGroup: text,
      }),
    },
    searches: {
      type: "array",
      minItems: 1,
      items: closed({ term: text, symbols: { type: "array", items: text } }),
    },
    card: closed({ front: text }, { back: text, idNumber: text }),
    origin: text,
    house: { type: "boolean" },
  },
);

/** Reads a plan, and says everything that is wrong with it. */
export function readPlan(json: string): PlanReading {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { faults: ["is not JSON"] };
  }
  const validate = new Ajv2020({ allErrors: true }).compile<Plan>(schema);
  if (validate(value)) return { plan: value };
  return {
    faults: (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const extra = "additionalProperty" in params ? `: ${String(params["additionalProperty"])}` : "";
      return `${instancePath || "it"} ${message}${extra}`;
    }),
  };
}

/** Hoisted, since the schemas above are made of it. */
function closed(
  required: Readonly<Record<string, unknown>>,
  optional: Readonly<Record<string, unknown>> = {},
) {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}
