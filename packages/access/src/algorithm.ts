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

/** How a token may be signed: with a private key, and checked with its public half. */
export type Algorithm = (typeof algorithms)[number];

/** What is taken where no setting says otherwise; keys and signatures of both are short. */
export const defaultAlgorithms: readonly Algorithm[] = ["ES256", "EdDSA"];

/** Whether a name is that of an algorithm. */
export function isAlgorithm(name: unknown): name is Algorithm {
  return algorithms.some((algorithm) => algorithm === name);
}

/** The names of all algorithms, for a person who has to choose. */
export function listAlgorithms(): string {
  return algorithms.join(", ");
}
