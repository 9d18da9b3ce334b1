/** Why something failed, in the language of the page. */
import type { ApiError } from "@trading-oms/client";
import { rewriteAmounts } from "./format.ts";
import { language, texts } from "./text.ts";
import { describeFieldVi } from "./vi-fields.ts";

/** Says why a question, or an act, failed; the service's own words only where the page has none. */
export function describeFailure(
  { kind, status, message, fieldErrors }: ApiError,
  asked: "question" | "act" = "question",
): string {
  const { common, act } = texts.value;
  if (status === 403) return act.viewerOnly;
  if (status === 404 && asked === "act") return act.gone;
  const fields = Object.entries(fieldErrors).map(([field, messages]) =>
    language.value === "vi" ? describeFieldVi(field, messages) : `${field}: ${messages.join(", ")}.`,
  );
  return [common.failures[kind] ?? rewriteAmounts(message), ...fields].join(" ");
}
