import type { Answer } from "../answer.ts";
import type { Ask, Question } from "../ask.ts";
import { expectSame } from "./same.ts";
import { expectStatus } from "./status.ts";

/** Expects HEAD to be answered as GET is; that it has no body is seen to by whoever reads the wire. */
export async function expectLikeGet(ask: Ask, path: string, question: Question): Promise<void> {
  const get = await ask("GET", path, question);
  expectStatus(get, 200);
  const head = await ask("HEAD", path, question);
  expectSame(head, "status", head.status, get.status);
  for (const name of ["content-type", "cache-control", "www-authenticate"]) {
    expectSame(head, name, headerOf(head, name), headerOf(get, name));
  }
  expectSame(head, "the presence of ETag", head.headers.has("etag"), get.headers.has("etag"));
}

function headerOf({ headers }: Answer, name: string): string | undefined {
  return headers.get(name)?.join(", ");
}
