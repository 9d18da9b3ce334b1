/** Headers of a forwarded card: the shared secret, and the rate limit key of its sender. */
export const forwardedHeaders = { secret: "x-card-reader-secret", sender: "x-card-sender" } as const;

/** Describes the fault of a secret. */
export function judgeReaderSecret(value: string): string | undefined {
  return /^[!-~]{32,256}$/.test(value)
    ? undefined
    : "has to have 32 to 256 characters of ASCII without blanks, such as openssl rand -hex 32 makes.";
}
