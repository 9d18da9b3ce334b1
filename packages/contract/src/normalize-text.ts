/**
 * Brings a text to Unicode NFC and takes the spaces off its ends.
 * Control characters stay, line ends and tabs among them, so that they are refused rather than overlooked.
 */
export function normalizeText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/^\p{Zs}+/u, "")
    .replace(trailingSpaces, "");
}

const trailingSpaces = /(?<!\p{Zs})\p{Zs}+$/u;
