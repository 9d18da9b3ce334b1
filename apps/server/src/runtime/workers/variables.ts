import { defaultAlgorithms, defaultAudience, defaultIssuer } from "@trading-oms/access";
import type { Form } from "../form.ts";

/** Every text that the Worker reads, as a variable or a secret of its configuration; an empty one counts as absent. */
export const variables = [
  /** Where the keys of the token issuer are, over https. */
  { name: "AUTH_JWKS_URL", fallback: "", form: { kind: "keys-url" } },
  /** The issuer's keys themselves, in place of their address. */
  { name: "AUTH_JWKS", fallback: "", form: { kind: "text" } },
  { name: "AUTH_ISSUER", fallback: defaultIssuer, form: { kind: "text" } },
  { name: "AUTH_AUDIENCE", fallback: defaultAudience, form: { kind: "text" } },
  { name: "AUTH_ALGORITHMS", fallback: defaultAlgorithms.join(", "), form: { kind: "algorithms" } },
  { name: "CORS_ORIGINS", fallback: "", form: { kind: "origins" } },
  /** Requests a minute and user, counted by each isolate; 0 counts nothing. */
  { name: "RATE_LIMIT_USER", fallback: "600", form: { kind: "integer", min: 0, max: 1_000_000 } },
  /** Symbol searches a minute and network address, counted by each isolate; 0 counts nothing. */
  { name: "RATE_LIMIT_ADDRESS", fallback: "600", form: { kind: "integer", min: 0, max: 1_000_000 } },
  { name: "LOG_LEVEL", fallback: "info", form: { kind: "one-of", values: ["error", "warn", "info"] } },
] as const satisfies readonly { readonly name: string; readonly fallback: string; readonly form: Form }[];

/** The name of a text that the Worker reads. */
export type VariableName = (typeof variables)[number]["name"];
