/** A request as it goes over the wire: nothing of it is encoded, ordered or completed on the way. */
export type Asked = {
  readonly method: string;
  /** The path with its query, as it stands in the first line of the request. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A text goes out in UTF-8, bytes as they are. */
  readonly body: string | Uint8Array | undefined;
};

/** An answer as it came over the wire. */
export type Answer = {
  readonly asked: Asked;
  readonly status: number;
  /** The values of each header by its name in lower case, in the order in which they came. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly bytes: Uint8Array;
  readonly text: string;
};
