import type { Plan } from "@trading-oms/conformance";

/** A request on its way to the server; the names of its headers are in lower case. */
export type Passing = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A character for each byte. */
  readonly body: string;
};

/** An answer on its way back; the names of its headers are in lower case. */
export type PassedBack = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Something that a server could get wrong, done to what passes between the suite and a sound one. */
export type Fault = {
  readonly name: string;
  /** The claim that has to find it. */
  readonly foundBy: string;
  readonly onRequest?: (passing: Passing, plan: Plan) => Passing;
  readonly onAnswer?: (answer: PassedBack, passing: Passing, plan: Plan) => PassedBack;
};

type Fields = Record<string, unknown>;

/** Changes the body of an answer where it is JSON. */
export function changeBody(answer: PassedBack, change: (body: Fields) => Fields): PassedBack {
  if (!/json/.test(answer.headers["content-type"] ?? "") || answer.body === "") return answer;
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) };
}

/** Takes a header away. */
export function withoutHeader(answer: PassedBack, name: string): PassedBack {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** Changes each notification of a page. */
export function changeRows(answer: PassedBack, change: (row: Fields) => Fields): PassedBack {
  return changeBody(answer, (body) => {
    const rows = body["notifications"];
    return Array.isArray(rows) ? { ...body, notifications: rows.map(change) } : body;
  });
}
