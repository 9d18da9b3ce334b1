/** What the bodies of errors have in common, once their shapes are gone. */
export type ErrorWords = {
  readonly message: string;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
};

/** Reads an error of any of the agreed shapes, and makes the best of any other; it never throws. */
export function readErrorBody(body: unknown, { status, ok, headers }: Response): ErrorWords {
  // Plain text is a message, but a page of a proxy is none, and neither is a novel.
  const [plain] = /^[^<].{0,500}$/s.exec((!ok && firstOf(body)) || "") ?? [];
  const { message, error, detail, details, title, errors, type, ui, requestid, traceid } = membersOf(body);
  const nested = membersOf(error);
  const flow = membersOf(ui);
  const fields: Record<string, string[]> = Object.create(null);
  for (const each of [errors, details, flow["nodes"]]) {
    for (const [key, entry] of Object.entries(each instanceof Object ? each : {})) {
      const { field, attributes, messages } = membersOf(entry);
      const named = Array.isArray(each) ? firstOf(field, membersOf(attributes)["name"]) : key;
      if (named) fields[named] = [...(fields[named] ?? []), ...textsOf(messages ?? entry)];
    }
  }
  return {
    message:
      firstOf(
        plain,
        message,
        nested["message"],
        nested["reason"],
        detail,
        details,
        title,
        textsOf(flow["messages"])[0],
        error,
      ) ?? `The service answered ${status}.`,
    // The type of a flow says what kind of flow it is, not what is wrong.
    code: ok ? undefined : firstOf(error, nested["id"], ui ?? type),
    requestId: firstOf(headers.get("X-Request-Id"), requestid, traceid),
    fieldErrors: { ...fields },
  };
}

/** Servers of several makes write these members in several cases. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  const members = value instanceof Object ? value : {};
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name.toLowerCase(), member]));
}

/** The texts of a text, of a list of texts, or of a list of objects that carry theirs under one of these names. */
function textsOf(messages: unknown): string[] {
  return [messages].flat().flatMap((each) => {
    const { text, message } = membersOf(each);
    return firstOf(each, text, message) ?? [];
  });
}

function firstOf(...candidates: readonly unknown[]): string | undefined {
  return candidates.find((each): each is string => typeof each === "string" && each.trim() !== "")?.trim();
}
