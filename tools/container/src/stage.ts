/** A step of a stage, in the order of the file. */
export type Step =
  | { readonly kind: "run"; readonly command: string }
  /** Copies from another stage, or from the repository where none is named. */
  | {
      readonly kind: "copy";
      readonly from: string | undefined;
      readonly source: string;
      readonly target: string;
    }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "variable"; readonly name: string; readonly value: string };

/** A stage of a container file: what it does, and what is said of whoever runs it. */
export type Stage = {
  readonly name: string;
  readonly base: string;
  readonly steps: readonly Step[];
  readonly user: string | undefined;
  readonly volumes: readonly string[];
  readonly command: readonly string[] | undefined;
  readonly healthCommand: readonly string[] | undefined;
};
