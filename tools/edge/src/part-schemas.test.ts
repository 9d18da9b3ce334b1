import { expect, test } from "vitest";
import { partSchemas } from "./part-schemas.ts";

test("each schema becomes an export of its own, made where it is named", () => {
  const source = `import * as z from "zod";
const A = z.object({
    "a": z.string(),
});
const B = z.union([A, A]);
export const schemas = {
    A,
    B,
};
`;
  expect(partSchemas(source)).toBe(`import * as z from "zod";
const A = /* @__PURE__ */ (() => z.object({
    "a": z.string(),
}))();
const B = /* @__PURE__ */ (() => z.union([A, A]))();
export {
    A,
    B,
};
`);
});

test("whoever took some out of the object takes those by their names, and the index hands all on", () => {
  expect(partSchemas('import { schemas } from "./s.js";\nconst { A, B } = schemas;\nconst C = A;')).toBe(
    'import { A, B } from "./s.js";\nconst C = A;',
  );
  expect(partSchemas('export { schemas } from "./s.js";')).toBe('export * as schemas from "./s.js";');
});

test("a module without schemas stays as it is", () => {
  const source = 'import { z } from "zod";\nconst leaf = z.string();\nexport { leaf };\n';
  expect(partSchemas(source)).toBe(source);
});
