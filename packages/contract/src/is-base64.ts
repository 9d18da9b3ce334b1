/**
 * Whether a string is Base64 with padding. Node's decoder cannot check this, because it skips unknown characters.
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
