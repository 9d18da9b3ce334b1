import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A small document with examples in a folder of its own, for tests. */
export type Fixture = {
  readonly folder: string;
  readonly documentPath: string;
  readonly write: (name: string, text: string) => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** Writes the document and its example; the folder also holds a file that must never be served. */
export async function writeFixture(): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), "reference-test-"));
  const fixture: Fixture = {
    folder,
    documentPath: join(folder, "openapi.yaml"),
    write: async (name, text) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await fixture.write("openapi.yaml", documentText);
  await fixture.write("examples/list-trees/200.json", exampleText);
  await fixture.write("secret.json", '{"secret":true}\n');
  return fixture;
}

export const exampleText = '{"data":["oak","ash"]}\n';

export const documentText = `openapi: 3.1.1
info:
  title: Orchard & Sons
  version: 0.3.0
paths:
  /trees:
    get:
      operationId: listTrees
      summary: List the trees
      responses:
        "200":
          description: All trees that stand.
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/TreePage"
              examples:
                two:
                  summary: Two trees
                  externalValue: examples/list-trees/200.json
components:
  schemas:
    TreePage:
      type: object
      description: A page of trees.
      properties:
        data:
          type: array
          description: Their kinds.
          items:
            type: string
`;
