import { checkKeysUrl, checkRoleClaim, readAlgorithms } from "@trading-oms/access";

/** The form of a setting that all runtimes share. */
export type Form =
  | { readonly kind: "text" }
  | { readonly kind: "integer"; readonly min: number; readonly max: number }
  | { readonly kind: "one-of"; readonly values: readonly string[] }
  | { readonly kind: "keys-url" }
  | { readonly kind: "algorithms" }
  | { readonly kind: "role-claim" }
  | { readonly kind: "origins" };

/** Describes the fault of a value, as the rest of a sentence after its name. */
export function checkForm(form: Form, value: string): string | undefined {
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
      const wrong = value === "" ? undefined : checkKeysUrl(value);
      return wrong && `is refused: ${wrong}`;
    }
    case "algorithms": {
      const read = readAlgorithms(value);
      return read.kind === "refused" ? `is refused: ${read.message}` : undefined;
    }
    case "role-claim":
      return checkRoleClaim(value);
    case "origins":
      return checkOrigins(value);
  }
}

function isIntegerWithin(
  value: string,
  { min, max }: { readonly min: number; readonly max: number },
): boolean {
  return /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max;
}

function checkOrigins(value: string): string | undefined {
  const wrong = listOf(value).find((origin) => URL.parse(origin)?.origin !== origin);
  if (wrong === undefined) return undefined;
  return `has to list origins such as https://app.example.com, without a path; ${JSON.stringify(wrong)} is none.`;
}

/** Splits a comma-separated value. */
export function listOf(value: string): string[] {
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/**
 * Prefixes for which unknown names are faults, because a typo could change who has access, which prices count or what
 * is stored.
 */
const prefixes = ["AUTH_", "SIMULATED_", "IMAGES_", "CARD_READER_"];

/** Reports unknown names with these prefixes. */
export function listUnknownNames(given: readonly string[], names: readonly string[]): string[] {
  return prefixes.flatMap((prefix) => {
    const known = names.filter((name) => name.startsWith(prefix)).join(", ");
    return given
      .filter((name) => name.startsWith(prefix) && !names.includes(name))
      .map(
        (name) => `${name} is no setting; there ${known === "" ? "is none that begins so" : `are ${known}`}.`,
      );
  });
}

/**
 * Describes the fault of a public base URL. Links over http:// could be intercepted, so it is only allowed for this
 * machine.
 */
export function checkPublicUrl(value: string): string | undefined {
  const url = URL.parse(value);
  const isPlain = url !== null && url.href === `${url.origin}${url.pathname}`;
  const isOwn = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url?.hostname ?? "");
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isOwn);
  return value === "" || (isPlain && isSafe)
    ? undefined
    : "has to be an address such as https://api.example.com, without a user, a query or a fragment; http:// is taken for this machine alone.";
}
