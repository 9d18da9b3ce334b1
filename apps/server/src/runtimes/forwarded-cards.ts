/** Headers of a card that a Worker forwards to a server on Node: the shared secret, and the rate limit key of its sender. */
export const forwardedHeaders = { secret: "x-card-reader-secret", sender: "x-card-sender" } as const;

/** Returns what is wrong with a secret, to follow its name in a message; undefined if it is valid. */
export function checkReaderSecret(value: string): string | undefined {
  return /^[!-~]{32,256}$/.test(value)
    ? undefined
    : "has to have 32 to 256 characters of ASCII without spaces, such as openssl rand -hex 32 makes.";
}
