/** Headers by which a Worker hands a card to the server that reads it: what both share, and whom the card counts against. */
export const forwardedHeaders = { secret: "x-card-reader-secret", sender: "x-card-sender" } as const;

/** Says what is wrong with the secret that both share. */
export function judgeReaderSecret(value: string): string | undefined {
  return /^[!-~]{32,256}$/.test(value)
    ? undefined
    : "has to have 32 to 256 characters of ASCII without blanks, such as openssl rand -hex 32 makes.";
}
