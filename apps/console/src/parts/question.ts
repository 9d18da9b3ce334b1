/** A question before an act: what was meant when it was put stays what is sent, until it is withdrawn or put anew. */

/** What an act would do now. */
export type Intent<Body> = {
  /** What the person has entered; another entry withdraws the question. */
  readonly entered: string;
  /** What the answer of the person depends on; when it changes, the question is put anew. */
  readonly seen: string;
  /** What is sent. */
  readonly body: Body;
};

export type Question<Body> = {
  /** The key under which the service carries it out once. */
  readonly key: string;
  readonly intent: Intent<Body>;
  /** Why it is put again: an answer was lost, or what the person saw has changed. */
  readonly again?: "uncertain" | "moved";
};

/** What becomes of a question when something else is meant now; undefined withdraws it. */
export function followIntent<Body>(
  question: Question<Body>,
  now: Intent<Body>,
  makeKey: () => string,
): Question<Body> | undefined {
  // The act may have been carried out, so only the same body under the same key is safe.
  if (question.again === "uncertain") return question;
  if (question.intent.entered !== now.entered) return undefined;
  return question.intent.seen === now.seen ? question : { key: makeKey(), intent: now, again: "moved" };
}
