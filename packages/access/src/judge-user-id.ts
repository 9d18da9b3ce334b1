const lengthMax = 255;

/** Says what is wrong with the name of a user, which a token carries as its subject; gives nothing where it may stand. */
export function judgeUserId(text: string): string | undefined {
  if (text === "") return "The user is empty: name one.";
  if (text.length > lengthMax) {
    return `The user has ${text.length} characters: it may have ${lengthMax} at most.`;
  }
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) {
    return "The user holds a control character or half of one: name one of letters, digits and marks.";
  }
  return undefined;
}
