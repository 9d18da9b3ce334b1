import { expect, test } from "vitest";
import { listLeaks } from "./list-leaks.ts";

test.for<[said: string, leak: string]>([
  ["Error: x\n    at find (/srv/app/desk.js:12:7)", "a line of a stack"],
  ["cannot open /var/lib/oms/data.db", "a folder of the machine"],
  ["no such table in store/open.ts", "a file of the program"],
  ["near: select id from accounts where id = 1", "a statement of a database"],
  ["TypeError: x is not a function", "the name of an exception"],
])("an error that says %s leaks", ([text, leak]) => {
  expect(listLeaks(text)).toContain(leak);
});

test("what an error says of a request leaks nothing", () => {
  for (const text of [
    '{"error":"not_found","message":"The symbol a.b_c-d is not listed.","status":404}',
    "has characters that are not allowed here; the pattern is ^[A-Za-z0-9._-]+$",
    "The body has to be application/json; say so in Content-Type.",
    "Please select another photo from your gallery",
    "Please delete from your gallery what you do not want",
    "There is no /app/api/v1/nothing",
    "See https://docs.example.js.org/p and https://example.com/app.js",
    "is a link, and links are not followed; send the image itself in Base64",
  ]) {
    expect(listLeaks(text)).toEqual([]);
  }
});
