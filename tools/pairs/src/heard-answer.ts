import type { Answer, Asked } from "@trading-oms/conformance";

/** What of an answer has to be alike on every pair; a status of 0 says that there was none. */
export type HeardAnswer = {
  /** The method and the path of the request, for a report. */
  readonly asked: string;
  readonly status: number;
  readonly contentType: string;
  /** The names of its headers in order. */
  readonly headers: readonly string[];
  /** The body of a refusal, without what is another each time. */
  readonly body: string;
};

/** How an answer travels is the affair of whoever sends it. */
const transferNames = /^(?:connection|content-length|date|keep-alive|transfer-encoding)$/;
/** Members that are another in each answer, by their names in lower case. */
const changingNames = new Set(["requestid", "traceid", "executiontime", "serviceinstance", "time"]);
const pathLengthMax = 100;

/** Takes from an answer what can be held against that of another pair. */
export function hearAnswer({ asked, status, headers, text }: Answer): HeardAnswer {
  return {
    asked: nameAsked(asked),
    status,
    contentType: headers.get("content-type")?.join(", ") ?? "none",
    headers: [...headers.keys()].filter((name) => !transferNames.test(name)).toSorted(),
    body: status >= 400 ? withoutChanging(text) : "",
  };
}

/** What stands for an answer that never came. */
export function hearNothing(asked: Asked): HeardAnswer {
  return { asked: nameAsked(asked), status: 0, contentType: "none", headers: [], body: "" };
}

function nameAsked({ method, path }: Asked): string {
  return `${method} ${path.length > pathLengthMax ? `${path.slice(0, pathLengthMax)}…` : path}`;
}

function withoutChanging(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (name, value: unknown) =>
      changingNames.has(name.toLowerCase()) ? undefined : value,
    );
  } catch {
    return text;
  }
}
