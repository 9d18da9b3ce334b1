/** What each pattern of the document allows, in words, for the messages of the contract. A pattern is known by its beginning. */
const wordsByStart: readonly (readonly [start: string, words: string])[] = [
  [
    String.raw`^[^\x00-\x1F\x7F-\x9F]+$`,
    "anything but control characters, such as tabs and line breaks, is allowed",
  ],
  // The pattern of labels, which lists dozens of characters by number.
  [
    String.raw`^[^\x00-\x20\x7F-\xA0\xAD`,
    "visible characters are allowed, and neither spaces nor control or format characters",
  ],
  // The pattern of reasons and notes.
  [
    String.raw`^[^\x00-\x1F\x7F-\x9F\xAD`,
    "visible characters on one line are allowed, and neither control characters, direction marks nor characters that show nothing",
  ],
  [String.raw`^[\x21-\x7E]+$`, "visible ASCII characters are allowed, and no spaces"],
  ["^[A-Za-z0-9._-]+$", "letters from A to Z and a to z, digits, dots, underscores and hyphens are allowed"],
  ["^[A-Za-z0-9+/]+={0,2}$", "Base64 has letters, digits, + and /, and at most two = at its end"],
];

/** The message of a text that a pattern refuses. It shows no regular expression; without words it says only that. */
export function describePattern(pattern: unknown): string {
  const words = wordsByStart.find(([start]) => String(pattern).startsWith(start))?.[1];
  const fault = "has characters that are not allowed here";
  return words === undefined ? fault : `${fault}; ${words}`;
}
