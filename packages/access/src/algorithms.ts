const algorithms = [
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
] as const;

/** A JWS algorithm with a private key for signing and a public key for verifying. */
export type Algorithm = (typeof algorithms)[number];

/** The algorithms accepted by default. Both have short keys and signatures. */
export const defaultAlgorithms: readonly Algorithm[] = ["ES256", "EdDSA"];

export function isAlgorithm(name: unknown): name is Algorithm {
  return algorithms.some((algorithm) => algorithm === name);
}

/** The names of all algorithms, for error messages. */
export function listAlgorithms(): string {
  return algorithms.join(", ");
}

/** The algorithms of a setting, or why it is refused. */
type ReadAlgorithms =
  | { readonly kind: "algorithms"; readonly algorithms: readonly Algorithm[] }
  | { readonly kind: "refused"; readonly message: string };

/** Reads a list of algorithms such as `ES256, RS256`, separated by commas or spaces. */
export function readAlgorithms(text: string): ReadAlgorithms {
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  if (names.length === 0) return refuse(`No algorithm is named: write some of ${listAlgorithms()}.`);
  const unknown = names.find((name) => !isAlgorithm(name));
  if (unknown !== undefined) return refuse(explain(unknown));
  return { kind: "algorithms", algorithms: names.filter(isAlgorithm) };
}

function explain(name: string): string {
  const choice = `write some of ${listAlgorithms()}.`;
  if (/^none$/i.test(name)) return `"${name}" would accept unsigned tokens: ${choice}`;
  if (/^hs/i.test(name)) {
    return `"${name}" signs and verifies with the same secret, so every verifier could sign: ${choice}`;
  }
  return `There is no algorithm "${name}": ${choice}`;
}

function refuse(message: string): ReadAlgorithms {
  return { kind: "refused", message };
}
