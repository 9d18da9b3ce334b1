import { Ajv2020 } from "ajv/dist/2020.js";

/** A user of the deployment. The token must be valid for the whole run. */
export type PlannedUser = {
  readonly token: string;
  /** The minimum number of notifications that the user has. */
  readonly notificationCount?: number;
  /** Whether one of the newest 100 notifications is a deposit or a withdrawal. */
  readonly movedCash?: boolean;
  /** A position without a margin call. The suite sets its covered amount to 0 and to `raised`, in whole VND. */
  readonly position?: { readonly accountId: string; readonly symbol: string; readonly raised: number };
  /** A position with a margin call. The suite sets its covered amount. */
  readonly called?: CalledPosition;
};

/** A position below its margin call rate. */
export type CalledPosition = {
  readonly accountId: string;
  readonly symbol: string;
  /** The covered amount that ends the call, in whole VND. */
  readonly needed: number;
  /** The figures of the account when `needed` is covered. */
  readonly figures?: { readonly maintenanceMargin: number; readonly tradingPower: number };
};

/** The expected answer of operation 4 for a symbol, an alias or a product code. */
export type PlannedRatio = {
  readonly symbol: string;
  readonly marginRatio: number;
  readonly marginCallRate: number;
  readonly forceCloseRate: number;
  readonly productGroup: string;
};

/** A search term, and the symbols that it must find first, in this order. */
export type PlannedSearch = { readonly term: string; readonly symbols: readonly string[] };

/** The test data of a deployment. Claims that need an omitted member are not asked. */
export type Plan = {
  /** The user whose accounts are read and changed. */
  readonly user?: PlannedUser;
  /** Another user, with other accounts. */
  readonly otherUser?: PlannedUser;
  /** Somebody whose token carries the role `viewer`, where the operator's document is served. */
  readonly viewer?: { readonly token: string };
  /** Somebody whose token carries the role `operator`. The suite changes covers and cash of `user.position`. */
  readonly operator?: { readonly token: string };
  /** Tokens that must be rejected, by the reason. */
  readonly refusedTokens?: Readonly<Record<string, string>>;
  /** A listed symbol that has a company name. */
  readonly symbol?: string;
  /** An alias of a listed contract, such as VN30F1M. */
  readonly alias?: string;
  /** A product code, such as VN30F. */
  readonly product?: string;
  /** The name of a product group, such as STO. */
  readonly group?: string;
  /** Expected answers of operation 4. */
  readonly ratios?: readonly PlannedRatio[];
  /** Expected results of searches. */
  readonly searches?: readonly PlannedSearch[];
  /** Photographs of an invented card in Base64, and its number. */
  readonly card?: { readonly front: string; readonly back?: string; readonly idNumber?: string };
  /** An origin whose pages may call the deployment. */
  readonly origin?: string;
  /** Whether to check behaviour of our own server that the document leaves open. */
  readonly house?: boolean;
};

/** A valid plan, or all faults of an invalid one. */
export type PlanReading = { readonly plan: Plan } | { readonly faults: readonly string[] };

const text = { type: "string", minLength: 1 };
const amount = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const count = { type: "integer", minimum: 0 };
const rate = { type: "number", minimum: 0, maximum: 1 };
const rates = { marginRatio: rate, marginCallRate: rate, forceCloseRate: rate };

const user = closedObject(
  { token: text },
  {
    notificationCount: count,
    movedCash: { type: "boolean" },
    position: closedObject({ accountId: text, symbol: text, raised: { ...amount, minimum: 1 } }),
    called: closedObject(
      { accountId: text, symbol: text, needed: { ...amount, minimum: 1 } },
      {
        figures: closedObject({ maintenanceMargin: { type: "integer" }, tradingPower: { type: "integer" } }),
      },
    ),
  },
);

const schema = closedObject(
  {},
  {
    user,
    otherUser: user,
    viewer: closedObject({ token: text }),
    operator: closedObject({ token: text }),
    refusedTokens: { type: "object", additionalProperties: text, minProperties: 1 },
    symbol: text,
    alias: text,
    product: text,
    group: text,
    ratios: someOf(closedObject({ symbol: text, ...rates, productGroup: text })),
    searches: someOf(closedObject({ term: text, symbols: { type: "array", items: text } })),
    card: closedObject({ front: text }, { back: text, idNumber: text }),
    origin: text,
    house: { type: "boolean" },
  },
);

/** Parses and validates a plan. */
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

/** The JSON Schema of a list that is not empty. */
function someOf(items: object) {
  return { type: "array", minItems: 1, items };
}

/** The JSON Schema of a closed object. A function declaration, because the constants above use it before this line. */
function closedObject(
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
