/** Answers by their paths, as they were once given: the headers that say what they are, and the body. */
export type FixedAnswers = Readonly<
  Record<string, { readonly headers: Readonly<Record<string, string>>; readonly body: string }>
>;
