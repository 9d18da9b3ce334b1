/** A slip in a name that decides who is let in, which prices are believed or what is kept must not go by unseen. */
const prefixes = ["AUTH_", "SIMULATED_", "IMAGES_", "CARD_READER_"];

/** Names what looks like a setting and is none. */
export function listStrangers(given: readonly string[], names: readonly string[]): string[] {
  return prefixes.flatMap((prefix) => {
    const known = names.filter((name) => name.startsWith(prefix)).join(", ");
    return given
      .filter((name) => name.startsWith(prefix) && !names.includes(name))
      .map(
        (name) => `${name} is no setting; there ${known === "" ? "is none that begins so" : `are ${known}`}.`,
      );
  });
}
