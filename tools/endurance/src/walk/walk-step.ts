/** Something that a walk-through has its reader paste, and what the reader then sees. */
export type WalkStep = {
  /** Where its command begins in the walk-through. */
  readonly line: number;
  readonly command: string;
  /** Whether the answer may take a moment, because a server does something of its own accord first. */
  readonly isSoon: boolean;
  /** Without one, nothing is printed. */
  readonly answer: ShownAnswer | undefined;
};

/** An answer as it is shown, with an ellipsis wherever it differs from walk to walk. */
export type ShownAnswer =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "text"; readonly text: string };
