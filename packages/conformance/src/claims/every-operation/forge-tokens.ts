/** Ways to change a token that is good, without its key. */
export const forgeTokens: Readonly<Record<string, (token: string) => string>> = {
  "its algorithm is none": (token) => [encode({ alg: "none", typ: "JWT" }), partOf(token, 1), ""].join("."),
  "its algorithm is none in capitals": (token) =>
    [encode({ alg: "NONE" }), partOf(token, 1), partOf(token, 2)].join("."),
  "its algorithm is symmetric": (token) =>
    [encode({ alg: "HS256", typ: "JWT" }), partOf(token, 1), partOf(token, 2)].join("."),
  "its claims were changed": (token) =>
    [partOf(token, 0), encode({ ...decode(partOf(token, 1)), sub: "root" }), partOf(token, 2)].join("."),
  "its signature is missing": (token) => [partOf(token, 0), partOf(token, 1), ""].join("."),
  "its signature was changed": (token) =>
    [partOf(token, 0), partOf(token, 1), turn(partOf(token, 2))].join("."),
  "it has two parts": (token) => [partOf(token, 0), partOf(token, 1)].join("."),
  "it has four parts": (token) => `${token}.x`,
};

function partOf(token: string, index: number): string {
  return token.split(".")[index] ?? "";
}

function encode(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decode(part: string): object {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (each) =>
      each.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return {};
  }
}

/** Reversed, a signature has its length and its letters, and is that of nothing. */
function turn(signature: string): string {
  return [...signature].reverse().join("");
}
