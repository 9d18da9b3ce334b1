/** What the claims of the operator's operations have in common. */
import type { Answer, Ask } from "../../ask.ts";
import { expectOk, expectSame } from "../../expect.ts";
import { type Fields, rowsOf } from "../../fields.ts";

export const deskAddress = "/operator/v0";

export const instrumentsAddress: string = `${deskAddress}/instruments`;

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
type SentChange = { readonly token: string; readonly json: unknown; readonly key?: string };

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

/** Makes a change twice under its key, and expects the same answer. */
export async function changeTwice(
  ask: Ask,
  method: "PATCH" | "POST",
  path: string,
  sent: Required<SentChange>,
): Promise<Answer> {
  const first = await change(ask, method, path, sent);
  const repeated = await change(ask, method, path, sent);
  expectSame(repeated, "the body", repeated.text, first.text);
  return first;
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

/** The entries of a page of an audit chain. */
export function readEntries(ask: Ask, token: string, chain: string, query = ""): ReturnType<typeof readRows> {
  return readRows(ask, token, `${auditAddress(chain)}?${query}`, "entries");
}

/** The value of an entry by its name. */
export function auditedValueOf(entry: Fields | undefined, name: string): Fields {
  return rowsOf(entry?.["values"]).find((each) => each["name"] === name) ?? {};
}

/** Expects one entry with this reason on a page of an audit chain, and returns it. */
export async function readEntered(
  ask: Ask,
  token: string,
  page: readonly [chain: string, query: string],
  reason: string,
): Promise<{ readonly answer: Answer; readonly entry: Fields }> {
  const { answer, rows } = await readEntries(ask, token, ...page);
  const [entry = {}, ...others] = rows.filter((each) => each["reason"] === reason);
  expectSame(answer, "the reason of one entry", [entry["reason"], others.length], [reason, 0]);
  return { answer, entry };
}
