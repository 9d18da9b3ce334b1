import type { DocumentEncoding, Documents } from "./documents.ts";

/** A document as the build lists it; the tag of a form is the digest of its bytes, and the name of their file. */
export type ListedDocument = {
  readonly pathname: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly forms: readonly {
    readonly encoding: DocumentEncoding;
    readonly tag: string;
    readonly byteCount: number;
  }[];
};

/** Makes the documents of their list; bodies are fetched when they are asked for, from where the runtime has them. */
export function openDocuments(
  listed: readonly ListedDocument[],
  readBody: (tag: string) => Promise<Uint8Array<ArrayBuffer>>,
): Documents {
  return new Map(
    listed.map(({ pathname, headers, forms }) => [
      pathname,
      {
        headers,
        forms: forms.map(({ encoding, tag, byteCount }) => ({
          encoding,
          etag: `"${tag}"`,
          byteCount,
          read: () => readBody(tag),
        })),
      },
    ]),
  );
}
