import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { docLinkResolves } from "./doc-link-resolves.ts";

test("A link to a file that is not there is refused, inline and by reference", () => {
  const files = { "docs/a.md": "See [b](b.md).\n\n[c]: ../c.md\n" };
  expect(findIn(docLinkResolves, files)).toEqual([
    "docs/a.md:1: The link to `b.md` leads nowhere. Mend: Correct the path, which starts from the page's own folder; generated files cannot be linked. [doc-link-resolves]",
    "docs/a.md:3: The link to `../c.md` leads nowhere. Mend: Correct the path, which starts from the page's own folder; generated files cannot be linked. [doc-link-resolves]",
  ]);
});

test("Links to files, folders, headings and other places hold", () => {
  const files = {
    "README.md":
      "[a](docs/a.md#top) [docs](docs/) [web](https://example.org) [here](#here) [root](/docs/a.md) [mail](mailto:a@example.org)",
    "docs/a.md": "[home](../README.md) and [top](./a.md)",
  };
  expect(findIn(docLinkResolves, files)).toEqual([]);
});

test("A link that is quoted as code leads nowhere on purpose", () => {
  const files = { "docs/a.md": "`[b](b.md)`\n\n```md\n[c](c.md)\n```\n" };
  expect(findIn(docLinkResolves, files)).toEqual([]);
});
