/** A storage refused what it was asked; the code is its own name for why, where it gave one. */
export class StorageFault extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string | undefined) {
    super(`The storage of images answered ${status} (${code ?? "without a code"}).`);
    this.name = "StorageFault";
    this.status = status;
    this.code = code ?? `HTTP_${status}`;
  }
}
