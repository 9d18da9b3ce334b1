/** Whether a text begins like a sentence and is ended like one; what stands between is for people to judge. */
export function isSentence(text: unknown): boolean {
  return typeof text === "string" && /^[\p{Lu}\d`"*#|].*[.!?]$/su.test(text.trim());
}
