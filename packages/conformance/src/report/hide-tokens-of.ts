import type { Plan } from "../plan.ts";

const partLengthMin = 16;

/**
 * Makes what takes the tokens of a plan out of a text, of whatever form they are: whole, part by part as forgeries carry them,
 * and where a report cut them off.
 */
export function hideTokensOf({ user, otherUser, refusedTokens = {} }: Plan): (text: string) => string {
  const whole = [user?.token ?? "", otherUser?.token ?? "", ...Object.values(refusedTokens)].filter(
    (token) => token !== "",
  );
  const parts = whole.flatMap((token) => token.split(".")).filter((part) => part.length >= partLengthMin);
  const secrets = [...new Set([...whole, ...parts])].toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((left, secret) => hideCut(left.replaceAll(secret, "…"), secret), text);
}

/** A text that ends in the beginning of a secret was cut within it. */
function hideCut(text: string, secret: string): string {
  if (!text.endsWith("…")) return text;
  const shown = text.slice(0, -1);
  for (let length = secret.length - 1; length >= 4; length -= 1) {
    if (shown.endsWith(secret.slice(0, length))) return `${shown.slice(0, -length)}…`;
  }
  return text;
}
