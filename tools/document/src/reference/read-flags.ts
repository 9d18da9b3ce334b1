/** What stands on a command line: the values of the flags that were given, whether help is asked for, and faults. */
export type FlagReading = {
  readonly values: ReadonlyMap<string, string>;
  readonly help: boolean;
  readonly faults: readonly string[];
};

/** Reads `--name value` and `--name=value` for the named flags, and `--help`. */
export function readFlags(words: readonly string[], names: readonly string[]): FlagReading {
  const values = new Map<string, string>();
  const faults: string[] = [];
  let help = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    // Package managers differ in whether they pass on the "--" that ends their own flags.
    if (word === "--") continue;
    if (word === "--help" || word === "-h") {
      help = true;
      continue;
    }
    const { name, inline } = splitFlag(word);
    const following = words[index + 1];
    const value = inline ?? (following?.startsWith("--") ? undefined : following);
    if (inline === undefined && value !== undefined && word.startsWith("--")) index += 1;
    if (!names.includes(name)) faults.push(`${word} is not known here; --help lists what is.`);
    else if (value === undefined || value === "") faults.push(`--${name} needs a value.`);
    else if (values.has(name)) faults.push(`--${name} is given twice.`);
    else values.set(name, value);
  }
  return { values, help, faults };
}

function splitFlag(word: string): { readonly name: string; readonly inline: string | undefined } {
  if (!word.startsWith("--")) return { name: "", inline: undefined };
  const equals = word.indexOf("=");
  if (equals < 0) return { name: word.slice(2), inline: undefined };
  return { name: word.slice(2, equals), inline: word.slice(equals + 1) };
}
