/** Why keys can't be had, in words that never change. */
export type KeysFaultCode =
  | "host-status"
  | "host-late"
  | "host-unreachable"
  | "answer-too-large"
  | "no-usable-key"
  | "keys-empty"
  | "file-absent"
  | "file-faulty";

/** Keys that can't be had. Code and status are for a log that tells no messages. */
export class KeysFault extends Error {
  override readonly name = "KeysFault";
  readonly code: KeysFaultCode;
  /** What the host answered instead of 200. */
  readonly status: number | undefined;

  constructor(
    code: KeysFaultCode,
    message: string,
    { status, ...options }: ErrorOptions & { readonly status?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
  }
}
