/** The forms of settings that Workers read. Those of the others are in node/settings/forms.ts. */
import { type Algorithm, checkKeysUrl, checkRoleClaim, readAlgorithms } from "@trading-oms/access";
import { checkReaderSecret } from "./forwarded-cards.ts";

export type Form<Value> = (given: string) => Value | Wrong;

/** What is wrong with a value, as the rest of a sentence after its name. */
export class Wrong {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** The form of texts of which a check finds nothing wrong. */
export function checked(check: (given: string) => string | undefined): Form<string> {
  return (given) => {
    const why = check(given);
    return why === undefined ? given : new Wrong(why);
  };
}

export const text: Form<string> = (given) => given;

export function whole(min: number, max: number): Form<number> {
  return (given) =>
    /^\d{1,10}$/.test(given) && Number(given) >= min && Number(given) <= max
      ? Number(given)
      : new Wrong(`has to be a whole number from ${min} to ${max}, not ${JSON.stringify(given)}.`);
}

/** Whole numbers; 0 sets no limit. */
export function limit(max: number): Form<number | undefined> {
  const read = whole(0, max);
  return (given) => read(given) || undefined;
}

export function oneOf<const Value extends string>(...values: readonly Value[]): Form<Value> {
  return (given) =>
    values.find((value) => value === given) ??
    new Wrong(`has to be one of ${values.join(", ")}, not ${JSON.stringify(given)}.`);
}

export const keysUrl: Form<string> = checked((given) => {
  const why = checkKeysUrl(given);
  return why && `is refused: ${why}`;
});

export const algorithms: Form<readonly Algorithm[]> = (given) => {
  const read = readAlgorithms(given);
  return read.kind === "refused" ? new Wrong(`is refused: ${read.message}`) : read.algorithms;
};

export const roleClaim: Form<string> = checked(checkRoleClaim);
export const readerSecret: Form<string> = checked(checkReaderSecret);

/** Origins separated by commas. */
export const origins: Form<ReadonlySet<string>> = (given) => {
  const listed = listOf(given);
  const wrong = listed.find((origin) => URL.parse(origin)?.origin !== origin);
  return wrong === undefined
    ? new Set(listed)
    : new Wrong(
        `has to list origins such as https://app.example.com, without a path; ${JSON.stringify(wrong)} is none.`,
      );
};

function listOf(value: string): string[] {
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Public base URLs. Links over http:// could be intercepted, so it is only allowed for this machine. */
export const publicUrl: Form<string> = checked((given) => {
  const url = URL.parse(given);
  const isPlain = url !== null && url.href === `${url.origin}${url.pathname}`;
  const isOwn = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url?.hostname ?? "");
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isOwn);
  return isPlain && isSafe
    ? undefined
    : "has to be an address such as https://api.example.com, without a user, a query or a fragment; http:// is taken for this machine alone.";
});
