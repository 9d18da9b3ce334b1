import { judgeKeysUrl, readAlgorithms } from "@trading-oms/access";
import type { Form } from "./form.ts";
import { listOf } from "./list-of.ts";

/** Says what is wrong with a value of a form, as the end of a sentence that begins with its name. */
export function judgeForm(form: Form, value: string): string | undefined {
  switch (form.kind) {
    case "text":
      return undefined;
    case "integer":
      return isIntegerWithin(value, form)
        ? undefined
        : `has to be a whole number from ${form.min} to ${form.max}, not ${JSON.stringify(value)}.`;
    case "one-of":
      return form.values.includes(value)
        ? undefined
        : `has to be one of ${form.values.join(", ")}, not ${JSON.stringify(value)}.`;
    case "keys-url": {
      const wrong = value === "" ? undefined : judgeKeysUrl(value);
      return wrong && `is refused: ${wrong}`;
    }
    case "algorithms": {
      const read = readAlgorithms(value);
      return read.kind === "refused" ? `is refused: ${read.message}` : undefined;
    }
    case "origins":
      return judgeOrigins(value);
  }
}

function isIntegerWithin(
  value: string,
  { min, max }: { readonly min: number; readonly max: number },
): boolean {
  return /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max;
}

function judgeOrigins(value: string): string | undefined {
  const wrong = listOf(value).find((origin) => URL.parse(origin)?.origin !== origin);
  if (wrong === undefined) return undefined;
  return `has to list origins such as https://app.example.com, without a path; ${JSON.stringify(wrong)} is none.`;
}
