/** How an input of an operation is read from a command line. */
export type OperationInput = {
  readonly in: "path" | "query" | "body";
  readonly kind: "string" | "integer" | "number" | "time" | "boolean" | "json";
  readonly about: string;
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
};

/** An operation of a document, as `pnpm generate` writes it for the command line. */
export type OperationSpec = {
  /** The name of its document. */
  readonly document: string;
  readonly words: readonly [group: string, verb: string];
  readonly summary: string;
  readonly about: string;
  readonly inputs: Readonly<Record<string, OperationInput>>;
  readonly hasBody: boolean;
  readonly hasKey: boolean;
  /** The role that a token needs; null where anybody may send the request. */
  readonly role: "viewer" | "operator" | null;
  readonly pagesBy?: "cursor" | "offset";
  /** The values of the request that is its example. */
  readonly example: Readonly<Record<string, unknown>>;
};

/** `accountId` is `ACCOUNT` in help. */
export function placeholderOf(name: string): string {
  return kebab(name).replace(/-id$/, "").toUpperCase();
}

export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** What a command line calls a field that a server refuses. */
export function optionNameOf(field: string, inputs: OperationSpec["inputs"]): string {
  const [name = ""] = field.split(".");
  if (name === "Idempotency-Key") return "--key";
  const input = inputs[name];
  if (input === undefined) return field;
  return input.in === "path" ? placeholderOf(name) : `--${kebab(name)}${field.slice(name.length)}`;
}
