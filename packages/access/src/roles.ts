/** What a token allows beyond its user's own accounts. Each role includes those before it. */
const roles = ["viewer", "operator"] as const;

/** A role that a token may carry. */
export type Role = (typeof roles)[number];

/** The claim that carries the role if AUTH_ROLE_CLAIM is not set. */
export const defaultRoleClaim = "roles";

/** Whether a text names a role, in exactly this spelling. */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}

export function listRoles(): string {
  return roles.join(", ");
}

/** Whether a role, or none, allows what asks for a role. A role that does not exist is never included. */
export function includesRole(held: Role | undefined, asked: string): boolean {
  return held !== undefined && isRole(asked) && roles.indexOf(held) >= roles.indexOf(asked);
}

/** The highest role in the value of a claim, a text or a list of texts. Everything else in it grants nothing. */
export function readRole(claim: unknown): Role | undefined {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return roles.findLast((role) => values.includes(role));
}

/** Claims with a meaning of their own. A user may choose what some of them hold. */
const otherClaims: ReadonlySet<string> = new Set(["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]);

const lengthMax = 255;

/** Returns what is wrong with the name of the claim that carries the role, as the rest of a sentence, or undefined. */
export function checkRoleClaim(name: string): string | undefined {
  if (name === "" || name.length > lengthMax || /\p{Cc}/u.test(name)) {
    return `is refused: name a claim with 1 to ${lengthMax} characters, without control characters.`;
  }
  return otherClaims.has(name)
    ? `is refused: ${name} has another meaning; name a claim for roles.`
    : undefined;
}
