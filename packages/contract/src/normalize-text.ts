/**
 * Converts a string to Unicode NFC and trims spaces at both ends.
 * Control characters, including tabs and line breaks, stay, so that validation rejects them.
 */
export function normalizeText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/^\p{Zs}+/u, "")
    .replace(trailingSpaces, "");
}

// The lookbehind keeps the match linear: it can only start at the first space of a run.
const trailingSpaces = /(?<!\p{Zs})\p{Zs}+$/u;
