import { Ajv2020 } from "ajv/dist/2020.js";

/** A user of the deployment, with a token that is good for the whole run. */
export type PlannedUser = {
  readonly token: string;
  /** How many notifications the user has at least. */
  readonly notificationCount?: number;
  /** That one of the newest 100 notifications tells of a deposit or a withdrawal. */
  readonly movedCash?: boolean;
  /** A position whose covered amount the suite may set to 0 and to `raised`, in whole VND. */
  readonly position?: { readonly accountId: string; readonly symbol: string; readonly raised: number };
  /** A position that is called, and the amount that ends the call; the suite sets it. */
  readonly called?: CalledPosition;
};

/** A position below its call rate; the figures are those of its account once `needed` is covered. */
export type CalledPosition = {
  readonly accountId: string;
  readonly symbol: string;
  readonly needed: number;
  readonly figures?: { readonly maintenanceMargin: number; readonly tradingPower: number };
};

/** The figures of operation 4 for what may be asked. */
export type PlannedRatio = {
  readonly symbol: string;
  readonly marginRatio: number;
  readonly marginCallRate: number;
  readonly forceCloseRate: number;
  readonly productGroup: string;
};

/** A term and the symbols that it has to find first, in this order. */
export type PlannedSearch = { readonly term: string; readonly symbols: readonly string[] };

/** What a deployment offers to be judged by. Whatever is left out leaves claims unasked. */
export type Plan = {
  readonly user?: PlannedUser;
  readonly otherUser?: PlannedUser;
  /** Tokens that are to be refused, each for one reason. */
  readonly refusedTokens?: Readonly<Record<string, string>>;
  /** A listed symbol that has a company name. */
  readonly symbol?: string;
  /** An alias of a listed contract, such as VN30F1M. */
  readonly alias?: string;
  /** A product code, such as VN30F. */
  readonly product?: string;
  /** The name of a product group, such as STO. */
  readonly group?: string;
  readonly ratios?: readonly PlannedRatio[];
  readonly searches?: readonly PlannedSearch[];
  /** Photographs of a card of nobody, in Base64, and its number. */
  readonly card?: { readonly front: string; readonly back?: string; readonly idNumber?: string };
  /** An origin whose pages may call the deployment. */
  readonly origin?: string;
  /** That it keeps our own ways as well, which the document leaves open. */
  readonly house?: boolean;
};

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
