/** What the bodies of errors have in common, once their shapes are gone. */
export type ErrorWords = {
  readonly message: string | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
};

/** Reads an error of any of the agreed shapes, and makes the best of any other; it never throws. */
export function readErrorBody(body: unknown, hide: (text: string) => string): ErrorWords {
  // Plain text is a message, but a page of a proxy is none, and neither is a novel.
  const plain = typeof body === "string" && body.length <= 500 && !/^\s*</.test(body) ? body.trim() : "";
  const { message, error, detail, details, title, errors, type, ui, requestid, traceid } = membersOf(body);
  const nested = membersOf(error);
  const flow = membersOf(ui);
  const fields = new Map<string, string[]>();
  const tell = (field: unknown, messages: unknown): void => {
    if (!isText(field)) return;
    for (const text of textsOf(messages))
      fields.set(hide(field), [...(fields.get(hide(field)) ?? []), hide(text)]);
  };
  for (const each of [errors, details]) {
    if (Array.isArray(each)) {
      for (const entry of each.map(membersOf))
        tell(entry["field"] ?? entry["name"] ?? entry["path"], [entry]);
    } else if (isObject(each)) {
      for (const [field, messages] of Object.entries(each)) tell(field, messages);
    }
  }
  for (const node of Array.isArray(flow["nodes"]) ? flow["nodes"].map(membersOf) : []) {
    tell(membersOf(node["attributes"])["name"], node["messages"]);
  }
  const first = (...candidates: readonly unknown[]): string | undefined => {
    const text = candidates.find(isText);
    return text && hide(text);
  };
  return {
    message: first(
      plain,
      message,
      nested["message"],
      nested["reason"],
      detail,
      details,
      title,
      ...textsOf(flow["messages"]),
      error,
    ),
    // The type of a flow says what kind of flow it is, not what is wrong.
    code: first(error, nested["id"], nested["status"], ui || type === "about:blank" ? undefined : type),
    requestId: first(requestid, traceid),
    fieldErrors: Object.fromEntries(fields),
  };
}

/** Servers of several makes write these members in several cases. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value) || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
}

/** The texts of a text, of a list of texts, or of a list of objects that carry theirs under one of these names. */
function textsOf(messages: unknown): string[] {
  return (Array.isArray(messages) ? messages : [messages])
    .map((each) => {
      const { text, message, reason, detail } = membersOf(each);
      return isObject(each) ? [text, message, reason, detail].find(isText) : each;
    })
    .filter(isText);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
