const prefix = "AUTH_";

/** Names what looks like a setting and is none: a slip in a name that decides who is let in must not go by unseen. */
export function listStrangers(given: readonly string[], names: readonly string[]): string[] {
  const known = names.filter((name) => name.startsWith(prefix)).join(", ");
  return given
    .filter((name) => name.startsWith(prefix) && !names.includes(name))
    .map((name) => `${name} is no setting; there are ${known}.`);
}
