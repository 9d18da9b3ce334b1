/** What the bodies of errors have in common, once their shapes are gone. */
export type ErrorWords = {
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
};

type Members = Readonly<Record<string, unknown>>;

/** Reads an error of any of the agreed shapes, and makes the best of any other; it never throws. */
export function readErrorBody(body: unknown, hide: (text: string) => string): ErrorWords {
  const { message, code, requestId, fieldMessages } = readWords(body);
  const fieldErrors = new Map<string, string[]>();
  for (const [field, text] of fieldMessages) {
    fieldErrors.set(hide(field), [...(fieldErrors.get(hide(field)) ?? []), hide(text)]);
  }
  return {
    message: message && hide(message),
    code: code && hide(code),
    requestId: requestId && hide(requestId),
    fieldErrors: Object.fromEntries(fieldErrors),
  };
}

type Words = Omit<ErrorWords, "fieldErrors"> & { readonly fieldMessages: readonly FieldMessage[] };

function readWords(body: unknown): Words {
  if (typeof body === "string") return { message: plainMessage(body), fieldMessages: [] };
  if (!isMembers(body)) return { fieldMessages: [] };
  const members = byLowerCase(body);
  const nested = isMembers(members["error"]) ? byLowerCase(members["error"]) : {};
  const flow = isMembers(members["ui"]) ? byLowerCase(members["ui"]) : {};
  return {
    message: firstText(
      members["message"],
      nested["message"],
      nested["reason"],
      members["detail"],
      members["details"],
      members["title"],
      ...messagesOf(flow["messages"]),
      members["error"],
    ),
    code: firstText(members["error"], nested["id"], nested["status"], problemType(members["type"], flow)),
    requestId: firstText(members["requestid"], members["traceid"]),
    fieldMessages: [
      ...entriesOf(members["errors"]),
      ...entriesOf(members["details"]),
      ...nodesOf(flow["nodes"]),
    ],
  };
}

/** Servers of several makes write these members in several cases. */
function byLowerCase(members: Members): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name.toLowerCase(), value]));
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstText(...candidates: readonly unknown[]): string | undefined {
  return candidates.find((each): each is string => typeof each === "string" && each.trim() !== "");
}

/** A page of a proxy is no message, and neither is a novel. */
function plainMessage(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === "" || trimmed.startsWith("<") || trimmed.length > 500 ? undefined : trimmed;
}

/** The type of a flow says what kind of flow it is, not what is wrong. */
function problemType(type: unknown, flow: Members): string | undefined {
  return Object.keys(flow).length > 0 || type === "about:blank" ? undefined : firstText(type);
}

type FieldMessage = readonly [field: string, message: string];

/** Fields with their messages, from a map of them or from a list of objects that name their field. */
function entriesOf(errors: unknown): FieldMessage[] {
  if (Array.isArray(errors)) {
    return errors.filter(isMembers).flatMap((entry): FieldMessage[] => {
      const members = byLowerCase(entry);
      const field = firstText(members["field"], members["name"], members["path"]);
      const message = firstText(members["message"], members["reason"], members["detail"]);
      return field === undefined || message === undefined ? [] : [[field, message]];
    });
  }
  if (!isMembers(errors)) return [];
  return Object.entries(errors).flatMap(([field, messages]) =>
    messagesOf(messages).map((message): FieldMessage => [field, message]),
  );
}

/** The nodes of a self-service flow carry their messages with them. */
function nodesOf(nodes: unknown): FieldMessage[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.filter(isMembers).flatMap((node) => {
    const attributes = isMembers(node["attributes"]) ? node["attributes"] : {};
    const field = firstText(attributes["name"]);
    return field === undefined
      ? []
      : messagesOf(node["messages"]).map((message): FieldMessage => [field, message]);
  });
}

function messagesOf(messages: unknown): string[] {
  const list = Array.isArray(messages) ? messages : [messages];
  return list.flatMap((each) => {
    const text = isMembers(each) ? firstText(each["text"], each["message"]) : firstText(each);
    return text === undefined ? [] : [text];
  });
}
