import type { Answer } from "../answer.ts";
import { fieldsOf } from "../judge/fields.ts";
import { expectBody } from "./body.ts";
import { expectHeader } from "./header.ts";
import { expectStatus } from "./status.ts";
import { expectThat } from "./that.ts";

/** Expects a 400 in the shape of operations 2 to 5, which names the field that is at fault. */
export function expectRefusal(answer: Answer, field: string): void {
  expectStatus(answer, 400);
  expectHeader(answer, "Content-Type", /^application\/json/);
  const { error, message, details, status } = expectBody(answer);
  expectThat(answer, typeof error === "string" && /^[a-z_]+$/.test(error), "a stable code as `error`");
  expectThat(answer, typeof message === "string" && message !== "", "a `message` for a person");
  expectThat(answer, status === 400, "`status` 400 in the body");
  const fields = Array.isArray(details)
    ? details.map((each) => fieldsOf(each)["field"])
    : Object.keys(fieldsOf(details));
  expectThat(answer, fields.includes(field), `\`details\` that name ${field}`);
}
