import type { Pointer } from "../walk-document.ts";

/** Thrown where the document asks for something that the generator has no exact counterpart for. */
export class RefusedDocument extends Error {
  readonly pointer: Pointer;

  constructor(pointer: Pointer, message: string) {
    super(message);
    this.name = "RefusedDocument";
    this.pointer = pointer;
  }
}
