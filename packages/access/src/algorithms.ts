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

/** Algorithms as a setting names them, or what is wrong with it. */
export type ReadAlgorithms =
  | { readonly kind: "algorithms"; readonly algorithms: readonly Algorithm[] }
  | { readonly kind: "refused"; readonly message: string };

/** Reads the setting of algorithms, such as `ES256, RS256`. */
export function readAlgorithms(text: string): ReadAlgorithms {
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  if (names.length === 0) return refuse(`No algorithm is named: write some of ${listAlgorithms()}.`);
  const stranger = names.find((name) => !isAlgorithm(name));
  if (stranger !== undefined) return refuse(explain(stranger));
  return { kind: "algorithms", algorithms: names.filter(isAlgorithm) };
}

function explain(name: string): string {
  const choice = `write some of ${listAlgorithms()}.`;
  if (/^none$/i.test(name)) return `"${name}" would take tokens that nobody signed: ${choice}`;
  if (/^hs/i.test(name)) {
    return `"${name}" signs with what it is checked with, so that whoever checks could sign: ${choice}`;
  }
  return `There is no algorithm "${name}": ${choice}`;
}

function refuse(message: string): ReadAlgorithms {
  return { kind: "refused", message };
}
