import { expect, test } from "vitest";
import { readGuide } from "./rehearse-guide.ts";

const guide = `1. **Write it.**

   \`\`\`yaml paths
     /api/v1/time:
       get: {}
   \`\`\`

2. **Decide it.**

   \`\`\`diff tools/list.ts
   -  "last",
   -];
   +  "last",
   +  "new",
   +];
   \`\`\`

   \`\`\`sh
   pnpm generate
   \`\`\`

   \`\`\`sh slow
   pnpm lab mutations
   \`\`\`
`;

test("reads a guide as ordered steps, without the indentation of its list", () => {
  expect(readGuide(guide)).toEqual([
    { kind: "yaml", place: "paths", text: "  /api/v1/time:\n    get: {}\n" },
    {
      kind: "diff",
      path: "tools/list.ts",
      before: '  "last",\n];\n',
      after: '  "last",\n  "new",\n];\n',
    },
    { kind: "sh", isSlow: false, text: "pnpm generate\n" },
    { kind: "sh", isSlow: true, text: "pnpm lab mutations\n" },
  ]);
});

test("ignores fences of other languages", () => {
  expect(readGuide("```ts\nconst x = 1;\n```\n")).toEqual([]);
});
