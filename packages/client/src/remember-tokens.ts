import type { TokenSource } from "./settings.ts";

/** A source of tokens that remembers what it gave, and a way to keep those out of a text. */
export type RememberedTokens = {
  readonly source: TokenSource | undefined;
  readonly hide: (text: string) => string;
};

const hidden = "[token]";
const tokenCountMax = 4;

/** A server, or a proxy before it, may quote the token in its error; whoever logs the error must not log the token. */
export function rememberTokens(original: TokenSource | undefined): RememberedTokens {
  if (original === undefined) return { source: original, hide: (text) => text };
  if (typeof original === "string")
    return { source: original, hide: (text) => text.replaceAll(original, hidden) };
  const given: string[] = [];
  return {
    source: async (reason) => {
      const token = await original(reason);
      if (token && !given.includes(token)) given.unshift(token);
      given.length = Math.min(given.length, tokenCountMax);
      return token;
    },
    hide: (text) => given.reduce((shown, token) => shown.replaceAll(token, hidden), text),
  };
}
