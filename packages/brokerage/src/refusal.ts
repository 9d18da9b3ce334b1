/** Why something was not done, as far as it was to be expected. */
export type RefusalCode =
  | "account-open-already"
  | "account-of-somebody-else"
  | "no-such-account"
  | "no-such-position"
  | "no-such-instrument"
  | "no-such-notification"
  | "name-not-valid"
  | "amount-not-valid"
  | "amounts-too-large"
  | "quantity-not-valid"
  | "price-not-valid"
  | "rates-not-valid"
  | "date-not-valid"
  | "above-trading-power"
  | "needed-for-calls"
  | "opposite-position"
  | "movement-id-used"
  | "idempotency-key-reused"
  | "too-many-notifications"
  | "too-busy";

/** A refusal changes nothing; its message names what is wrong and how to mend it. */
export type Refusal = { readonly kind: "refused"; readonly code: RefusalCode; readonly message: string };

/** Refuses, in words for a person. */
export function refuse(code: RefusalCode, message: string): Refusal {
  return { kind: "refused", code, message };
}
