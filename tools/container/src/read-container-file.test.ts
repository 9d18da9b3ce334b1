import { expect, test } from "vitest";
import { readContainerFile } from "./read-container-file.ts";

const text = `# A comment.
ARG BASE=debian:trixie-slim
FROM \${BASE} AS build
WORKDIR /build
COPY . .
RUN make all && \\
  make check
FROM \${BASE} AS server
COPY --from=build /out /opt/oms
ENV PORT=8787
USER 10001:10001
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s CMD ["/opt/look", "here"]
CMD ["/opt/oms/node", "server.js"]
`;

test("steps are read in their order, and what is said of whoever runs them besides", () => {
  expect(readContainerFile(text)).toEqual([
    {
      name: "build",
      base: "debian:trixie-slim",
      steps: [
        { kind: "folder", path: "/build" },
        { kind: "copy", from: undefined, source: ".", target: "." },
        { kind: "run", command: "make all &&    make check" },
      ],
      user: undefined,
      volumes: [],
      command: undefined,
      healthCommand: undefined,
    },
    {
      name: "server",
      base: "debian:trixie-slim",
      steps: [
        { kind: "copy", from: "build", source: "/out", target: "/opt/oms" },
        { kind: "variable", name: "PORT", value: "8787" },
      ],
      user: "10001:10001",
      volumes: ["/data"],
      command: ["/opt/oms/node", "server.js"],
      healthCommand: ["/opt/look", "here"],
    },
  ]);
});

test.each([
  ["FROM debian:trixie-slim AS one\nONBUILD RUN true", "What ONBUILD means is not known here."],
  ["FROM debian:trixie-slim", "A stage has no name"],
  ["RUN true", "This stands before every stage"],
  ["FROM a AS b\nENV PORT 8787", "This sets no variable"],
])("%s is refused rather than passed over", (lines, sentence) => {
  expect(() => readContainerFile(lines)).toThrow(sentence);
});
