/** The paths of the operator's operations on accounts and audits, and what their claims have in common. */
import type { Answer, Ask } from "../../ask.ts";
import { type Fields, rowsOf } from "../../check-answer.ts";
import { expectHeader, expectOk, expectSame, expectStatus } from "../../expect.ts";

export const deskAddress = "/operator/v0";

/** An account that does not exist. */
export const absentAccount = "ZZQQXX-0";

type Place = { readonly accountId: string; readonly symbol: string };

/** The path of what is done to a position. */
export function positionAddress({ accountId, symbol }: Place, part: "cover" | "contacts"): string {
  return `${deskAddress}/accounts/${accountId}/positions/${symbol}/${part}`;
}

/** The path of an audit chain. */
export function auditAddress(chain: string): string {
  return `${deskAddress}/audits/${chain}`;
}

/** What is sent with a change. */
export type SentChange = { readonly token: string; readonly json: unknown; readonly key?: string };

/** Makes a change, with a key if there is one. */
export function change(
  ask: Ask,
  method: "PATCH" | "POST",
  path: string,
  { token, json, key }: SentChange,
): Promise<Answer> {
  return ask(method, path, { token, json, headers: key === undefined ? {} : { "Idempotency-Key": key } });
}

/** Expects that a change was made, or refused with this code, and returns its body. */
export function expectChanged(answer: Answer, code?: string): Fields {
  const body = expectOk(answer);
  expectSame(answer, "status", body["status"], code === undefined ? "success" : "failed");
  expectSame(answer, "code", body["code"], code);
  return body;
}

/** The entries of a page of an audit chain. */
export async function readEntries(
  ask: Ask,
  token: string,
  chain: string,
  query = "",
): Promise<{ readonly answer: Answer; readonly entries: readonly Fields[]; readonly nextCursor: unknown }> {
  const { answer, body, rows } = await readRows(ask, token, `${auditAddress(chain)}?${query}`, "entries");
  return { answer, entries: rows, nextCursor: body["nextCursor"] };
}

/** The value of an entry by its name. */
export function auditedValueOf(entry: Fields | undefined, name: string): Fields {
  const values = entry?.["values"];
  return rowsOf(values).find((each) => each["name"] === name) ?? {};
}

/** An answer with the rows of one of its lists. */
export async function readRows(
  ask: Ask,
  token: string,
  path: string,
  list: string,
): Promise<{ readonly answer: Answer; readonly body: Fields; readonly rows: readonly Fields[] }> {
  const answer = await ask("GET", path, { token });
  const body = expectOk(answer);
  return { answer, body, rows: rowsOf(body[list]) };
}

/** How often an answer may change between two requests, such as where prices move. */
const triesMax = 20;

/** Expects a strong tag, and a 304 while nothing has changed. Returns the tag. */
export async function expectTagged(ask: Ask, path: string, token: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const tag = expectHeader(await ask("GET", path, { token }), "ETag", /^"[^"]+"$/);
    const again = await ask("GET", path, { token, headers: { "If-None-Match": tag } });
    if (again.status === 200 && tries < triesMax) continue;
    expectStatus(again, 304);
    expectSame(again, "the body", again.text, "");
    return tag;
  }
}
