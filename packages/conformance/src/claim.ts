import type { Answer, Ask, RequestOptions } from "./ask.ts";
import type { BrokenClaim } from "./broken-claim.ts";
import { type ClaimInputs, type Need, needDescriptions } from "./claim-inputs.ts";
import type { OperationName } from "./documents.gen.ts";
import {
  expectBody,
  expectLikeGet,
  expectNotFound,
  expectOk,
  expectProblem,
  expectRefusal,
  expectSame,
  expectStatus,
} from "./expect.ts";
import { type Fields, fieldsOf } from "./fields.ts";
import { type Operation, operations } from "./operations.ts";

/** The result of a claim. `not asked` means that the plan lacks one of its needs, and proves nothing. */
export type Outcome = { readonly claim: Claim; readonly durationMs: number } & (
  | { readonly verdict: "held" }
  | { readonly verdict: "broken"; readonly broken: BrokenClaim }
  | { readonly verdict: "not asked"; readonly missing: readonly Need[] }
);

/** The operation that a claim is about, or `everyOperation`. */
export type ClaimSubject = OperationName | "everyOperation";

/** A statement about every conforming deployment, with the requests that check it. */
export type Claim = {
  /** A short id that does not change between versions, such as `search.etag-is-weak`. */
  readonly id: string;
  /** The statement as a sentence. */
  readonly title: string;
  /** The operation that it is about. */
  readonly operation: ClaimSubject;
  /** The inputs that it requires. Without them it is not asked. */
  readonly needs: readonly Need[];
  /** Sends the requests. Rejects with a {@link BrokenClaim} if the statement does not hold. */
  prove(ask: Ask, inputs: ClaimInputs): Promise<void>;
};

/**
 * A request and the answer that it must get. Path, headers, body and expected members name inputs as `{symbol}` or
 * `{position.accountId}`, which the claim then needs, and `{key}` is a new key of the claim. Without an expected error, the
 * answer must be a 200 with an object.
 */
export type Row<Needed extends Need = never> = {
  /** The method and the path, if they are not those of the claim's operation. */
  readonly method?: string;
  readonly path?: string;
  /** The parameters of the path, as they are written in it. */
  readonly at?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Whose token is sent, if it is not that of the role which the document asks for. */
  readonly as?: Operation["role"] | "otherUser";
  /** A token that is sent as it is. */
  readonly token?: string;

  readonly status?: number;
  /** A 400 with a detail for this field, or for each of several. */
  readonly refused?: string | readonly string[];
  /** The 400 of searches, with an error for this parameter. */
  readonly problem?: string;
  /** A 404 with an error as its body. */
  readonly notFound?: true;
  /** Members of the body. */
  readonly body?: Fields;
  /** The place of an earlier row whose answer has the same body. */
  readonly sameAs?: number;
  readonly check?: (body: Fields, answer: Answer, inputs: Pick<ClaimInputs, Needed>) => void;
  /** What else is asked of the path, such as {@link expectLikeGet}. */
  readonly also?: (ask: Ask, path: string, options: RequestOptions) => Promise<unknown>;
};

/** A claim as a row, as several rows that have the members of the claim in common, or as a procedure. */
type ClaimDraft<Needed extends Need> = Row<Needed> & {
  readonly title: string;
  readonly needs?: readonly Needed[];
  readonly rows?: readonly Row<Needed>[];
  readonly prove?: (ask: Ask, inputs: Pick<ClaimInputs, Needed>) => Promise<void>;
};

/** Returns a function that defines claims of one operation, whose rows have `shared` in common. */
export function claimsOf(
  operation: ClaimSubject,
  shared: Row = {},
): <Needed extends Need = never>(id: string, draft: ClaimDraft<Needed>) => Claim {
  const found = operations.find((each) => each.operation === operation);
  return (id, { title, needs = [], rows = [{}], prove, ...common }) => {
    if (prove !== undefined) return { id, title, operation, needs, prove };
    const requests = rows.map((row) => toRequest({ ...shared, ...common, ...row }, found));
    return {
      id,
      title,
      operation,
      needs: [...new Set([...requests.flatMap(needsOf), ...needs])],
      prove: async (ask, inputs) => {
        const texts: string[] = [];
        const known = { ...inputs, key: inputs.makeKey?.() };
        for (const request of requests) {
          const answer = await proveRow(ask, request, known);
          texts.push(answer.text);
          if (request.sameAs !== undefined)
            expectSame(answer, "the body", answer.text, texts[request.sameAs]);
        }
      },
    };
  };
}

/** Rows whose queries are each a 400 with a detail for its parameter. */
export function refusing(...queries: readonly string[]): Row[] {
  return queries.map((query) => ({ query, refused: query.replace(/=.*/, "") }));
}

/** A body that is a 400 with a detail for a field: the rest of the claim's id, what the body is, the field, and the body. */
export type RefusedBody = readonly [id: string, title: string, field: string, text: string];

/** A claim for each body, whose id begins with `prefix`. */
export function refusingBodies(
  claim: ReturnType<typeof claimsOf>,
  prefix: string,
  bodies: readonly RefusedBody[],
): Claim[] {
  return bodies.map(([id, title, field, text]) =>
    claim(`${prefix}-${id}`, {
      title: `${title} is a 400 with a detail for ${field}.`,
      text,
      refused: field,
    }),
  );
}

/** A claim that HEAD is answered like GET. */
export const headLikeGet: Row & { readonly title: string } = {
  title: "HEAD is answered like GET, without a body.",
  also: expectLikeGet,
};

type Request<Needed extends Need> = Row<Needed> &
  Required<Pick<Row, "method" | "path" | "as">> & { readonly mayBeMissing: boolean };

/** Completes a row by its operation, and writes the parameters and the query into the path. */
function toRequest<Needed extends Need>(row: Row<Needed>, operation?: Operation): Request<Needed> {
  const { at = {}, path = operation?.template ?? "/", query } = row;
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => at[name] ?? whole);
  return {
    method: operation?.method ?? "GET",
    as: operation?.role ?? "anyone",
    mayBeMissing: "501" in (operation?.responses ?? {}),
    ...row,
    path: query === undefined ? filled : `${filled}?${query}`,
  };
}

const inputForm = /("?)\{([a-zA-Z]+)(?:\.([a-zA-Z]+))?\}\1/g;

/** Whose token a row sends, and the inputs that it names. */
function needsOf({ as, token, path, text, json, body, headers }: Omit<Request<Need>, "check">): Need[] {
  const texts = [path, text, JSON.stringify([json, body, headers])].join(" ");
  const named = [...texts.matchAll(inputForm)].map(
    ([, , name]) => (name === "key" ? "makeKey" : name) as Need,
  );
  const unknown = named.find((name) => !(name in needDescriptions));
  if (unknown !== undefined) throw new Error(`${path} names ${unknown}, which is no input.`);
  return as === "anyone" || token !== undefined ? named : [as, ...named];
}

async function proveRow<Needed extends Need>(
  ask: Ask,
  row: Request<Needed>,
  inputs: ClaimInputs,
): Promise<Answer> {
  const { as, method, json, text = JSON.stringify(json), headers = {}, body = {}, check, also } = row;
  const path = fill(row.path, inputs);
  const token = row.token ?? (as === "anyone" ? undefined : inputs[as].token);
  const options = {
    headers: filled(headers, inputs) as typeof headers,
    ...(token !== undefined && { token }),
    ...(text !== undefined && { text: fill(text, inputs) }),
  };
  const answer = await ask(method, path, options);
  if (answer.status === 501 && row.mayBeMissing) return answer;
  expectAnswer(answer, row);
  for (const [name, value] of Object.entries(filled(body, inputs)))
    expectSame(answer, name, expectBody(answer)[name], value);
  check?.(answer.text === "" ? {} : expectBody(answer), answer, inputs);
  await also?.(ask, path, options);
  return answer;
}

/** Writes inputs where a text names them. A name in quotes stands for the input as JSON. */
function fill(text: string, inputs: ClaimInputs): string {
  return text.replaceAll(inputForm, (_, quote: string, name: string, member?: string) => {
    const input = fieldsOf(inputs)[name];
    const value = member === undefined ? input : fieldsOf(input)[member];
    return quote === "" ? String(value) : JSON.stringify(value);
  });
}

function filled(members: Fields, inputs: ClaimInputs): Fields {
  return fieldsOf(JSON.parse(fill(JSON.stringify(members), inputs)));
}

/** Expects the status, and the form that the body has with it. */
function expectAnswer(answer: Answer, { status, refused, problem, notFound }: Omit<Row, "check">): void {
  if (status !== undefined) expectStatus(answer, status);
  else if (problem !== undefined) expectProblem(answer, problem);
  else if (notFound === true) expectNotFound(answer);
  else if (refused === undefined) expectOk(answer);
  else for (const field of [refused].flat()) expectRefusal(answer, field);
}
