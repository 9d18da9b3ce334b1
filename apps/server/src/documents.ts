/** How a body is packed for its way; `identity` is the body as it is. */
export type DocumentEncoding = "br" | "gzip" | "identity";

/** A document as one encoding has it. */
export type DocumentForm = {
  readonly encoding: DocumentEncoding;
  /** A strong validator of just these bytes, quotes included. */
  readonly etag: string;
  readonly byteCount: number;
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
};

/** A document that is served as it was built. */
export type ServedDocument = {
  /** What it is and, where it is a page, what it may do; everything else may do nothing. */
  readonly headers: Readonly<Record<string, string>>;
  /** `identity`, and before it what is smaller, if anything is. */
  readonly forms: readonly DocumentForm[];
};

/** Everything that is served beside the operations, by its path, such as `/openapi.json` or `/docs`. */
export type Documents = ReadonlyMap<string, ServedDocument>;
