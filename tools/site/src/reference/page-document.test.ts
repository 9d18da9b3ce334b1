import { expect, test } from "vitest";
import { renderPageDocument } from "./page-document.ts";

const tree = { name: "tree", in: "path", required: true };
const others = [
  { name: "kind", in: "path", required: true, examples: { oak: { value: "oak" } } },
  { name: "limit", in: "query" },
];
const document = {
  info: { title: "Orchard" },
  paths: {
    "/trees/{tree}/{kind}": {
      get: { operationId: "getTree", parameters: [{ $ref: "#/components/parameters/Tree" }, ...others] },
    },
  },
  components: { parameters: { Tree: tree } },
};

test("leaves out tags that no operation has", () => {
  const written = {
    info: {},
    tags: [{ name: "Trees" }, { name: "Fruit" }],
    paths: { "/trees": { get: { operationId: "listTrees", tags: ["Trees"] } } },
  };
  const copy = JSON.parse(renderPageDocument(written, { exampleOf: () => undefined, note: "" }));
  expect(copy.tags).toEqual([{ name: "Trees" }]);
  expect(written.tags).toHaveLength(2);
});

test("gives parameters of the path the values of the example, unless they have examples", () => {
  const request = { path: { tree: "elm-7", kind: "ash" }, query: { limit: 5 } };
  const exampleOf = (id: string, file: string) =>
    id === "getTree" && file === "request.json" ? JSON.stringify(request) : undefined;
  const copy = JSON.parse(renderPageDocument(document, { exampleOf, note: "Read it." }));
  expect(copy.paths["/trees/{tree}/{kind}"].get).toEqual({
    operationId: "getTree",
    parameters: [{ ...tree, example: "elm-7" }, ...others],
  });
  expect(copy.components).toEqual(document.components);
  expect(document.paths["/trees/{tree}/{kind}"].get.parameters[0]).not.toHaveProperty("example");
});

test("gives them to all parameters of the path beside a body, whose example decides what the page fills in", () => {
  const post = { operationId: "plantTree", parameters: [others[0]], requestBody: {} };
  const exampleOf = (_id: string, file: string) =>
    file === "request.json" ? JSON.stringify({ path: { kind: "ash" } }) : undefined;
  const rendered = renderPageDocument(
    { info: {}, paths: { "/trees/{kind}": { post } } },
    { exampleOf, note: "" },
  );
  expect(JSON.parse(rendered).paths["/trees/{kind}"].post.parameters).toEqual([
    { name: "kind", in: "path", required: true, example: "ash" },
  ]);
});
