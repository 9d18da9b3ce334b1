import type { Answer } from "../answer.ts";
import { BrokenClaim } from "../broken-claim.ts";

/** Expects a header to be there once and to be of a form, and gives its value. */
export function expectHeader(answer: Answer, name: string, form: RegExp): string {
  const values = answer.headers.get(name.toLowerCase()) ?? [];
  const [value = ""] = values;
  if (values.length === 1 && form.test(value)) return value;
  const came = values.length === 0 ? `no ${name}` : `${name}: ${values.join(", ")}`;
  throw new BrokenClaim(answer.asked, `${answer.status} with ${came}`, `${name} like ${form.source}`);
}
