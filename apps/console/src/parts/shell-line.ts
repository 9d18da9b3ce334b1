/** Lines for a shell, in which no argument is more than an argument, whatever it holds. */

type Value = string | number | undefined;

/** Without these, which a terminal obeys or an eye does not see, a line is what it looks like. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A command of `oms`; options that are undefined are left out. Undefined where it cannot be shown safely. */
export function omsLine(
  words: readonly string[],
  options: Readonly<Record<string, Value>> = {},
): string | undefined {
  const given = Object.entries(options).flatMap(([name, value]) =>
    // oms takes a value that begins like an option only after an equals sign.
    value === undefined
      ? []
      : String(value).startsWith("-")
        ? [`--${name}=${value}`]
        : [`--${name}`, String(value)],
  );
  // An operand that begins like an option would be one.
  return words.some((word) => word.startsWith("-")) ? undefined : joined(["oms", ...words, ...given]);
}

/** A line that asks for a path of an origin; each value in the path is encoded. */
export function curlLineOf(
  origin: string,
  path: TemplateStringsArray,
  values: readonly (string | number)[],
): string | undefined {
  if (values.some((value) => unseen.test(String(value)))) return undefined;
  const line = joined([`${origin}${String.raw({ raw: path }, ...values.map(encodeURIComponent))}`]);
  return line && `curl -H "Authorization: Bearer $TOKEN" ${line}`;
}

function joined(words: readonly string[]): string | undefined {
  return words.some((word) => unseen.test(word)) ? undefined : words.map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w.=:/@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
