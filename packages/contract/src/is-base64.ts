/**
 * Whether a text is Base64 with its padding, which Node's decoder would not tell: it skips what it does not know.
 * The characters are the pattern's business; this is about the length and where the padding stands.
 */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const padding = text.indexOf("=");
  if (padding === -1) return onlyAlphabet.test(text);
  return (
    padding >= text.length - 2 &&
    /^={1,2}$/.test(text.slice(padding)) &&
    onlyAlphabet.test(text.slice(0, padding))
  );
}

const onlyAlphabet = /^[A-Za-z0-9+/]*$/;
