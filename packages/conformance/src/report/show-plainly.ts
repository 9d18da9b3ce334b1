/** Takes out of a text what a terminal would obey: control characters, and those that turn the direction of writing. */
export function showPlainly(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}
