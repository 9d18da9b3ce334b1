import type { CardOrder } from "@trading-oms/cards";

/** The invented card in the folder of the examples. */
export const cardOrder: CardOrder = { seed: 7, kind: "2021", severity: "clean" };

/** The printed lines of each example by name. */
export type Printed = Readonly<Record<string, readonly string[]>>;

/** The expected output of the examples, written by hand from the document's examples. */
export const expectedLines: Printed = {
  "readme-1": [
    "MarginCall 888C000017",
    "Deposit 888C000017",
    "The covered amount of FPT is 2,000,000 VND now; it was 0 VND.",
  ],
  "client-1": ["FPT 80000"],
  "client-2": ["MarginCall MarginCall/888C000017/FPT/1/0", "Deposit Deposit/888C000017/TX-20261116-004182"],
  "client-3": ["0.5"],
  "client-4": ["The covered amount of FPT is 2,000,000 VND now; it was 0 VND."],
  "client-5": ["0.4"],
  "client-6": ["FPT called", "FPT: 2000000 VND leave 0 VND outstanding", "1 of 1204 unread"],
  "client-7": ["2000000 888C000017"],
  "client-8": ["FPT 83500", "FPT 80000", "MarginCall 888C000017"],
  "client-9": ['readCard gives "TRẦN MINH KHÔI"'],
  "first-page-1": ["FPT 80000"],
  "build-an-app-1": ["0.5"],
  "build-an-app-2": ["FPT called 2000000"],
  "build-an-app-3": ["Phiên đăng nhập đã hết hạn. Hãy đăng nhập lại."],
  "build-an-app-4": ["MarginCall 4194305"],
  "build-an-app-5": ["20000000 2000000"],
  "build-an-app-6": ['readPhotographs gives "TRẦN MINH KHÔI"'],
  "client-10": ['readCardFiles gives "TRẦN MINH KHÔI"'],
  // The fields of `cardOrder` in reading order: QR code, machine-readable lines, then print.
  "id-card-1": [
    "idNumber 074167913285",
    "fullName NÔNG NGỌC ÁNH",
    "dateOfBirth 03/11/1967",
    "sex Nữ",
    "placeOfResidence Thôn 10, Tân An, Thủ Dầu Một, Bình Dương",
    "dateOfIssue 03/08/2023",
    "dateOfExpiry 03/11/2027",
    "nationality Việt Nam",
    "placeOfOrigin Tương Bình Hiệp, Thủ Dầu Một, Bình Dương",
    "issuedBy CỤC TRƯỞNG CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI",
  ],
  "id-card-2": ["2021 false"],
  "id-card-3": ["074167913285"],
  "contract-1": ["200 400"],
  "mock-1": ["2000000", "5360000"],
  "testing-and-mocks-2": ["server 503", "0.5", "late"],
  "testing-and-mocks-3": ["FPT 80000", "FPT 74400"],
  "testing-and-mocks-4": ["continuous", "closed"],
  "testing-and-mocks-5": [
    "TRẦN MINH KHÔI",
    "refused idNumber, dateOfBirth and sex could not be read. Photograph both sides again, flat, in even light and without glare.",
  ],
  "testing-and-mocks-6": [
    '{"symbol":"FPT","marginRatio":0.5,"forceCloseRate":0.3,"marginCallRate":0.4,"productGroup":"STO"}',
  ],
  "types-1": ['describeRatio gives "FPT: 50.0 %"', "isUrgent gives true"],
  "types-2": ["sizeOf gives 0"],
};

/** The arguments for each exported function of an example, as source text. */
const inputs: Readonly<Record<string, string>> = {
  describeRatio: '{ symbol: "FPT", marginRatio: 0.5 }',
  isUrgent: '{ type: "MarginCall" }',
  readCard: "new Blob([Uint8Array.of(255, 216, 255)]), new Blob([Uint8Array.of(255, 216, 254)])",
  readPhotographs: "new Blob([Uint8Array.of(255, 216, 255)]), new Blob([Uint8Array.of(255, 216, 254)])",
  readCardFiles: '"front.jpg", "back.jpg"',
  sizeOf: "{ notifications: [], limit: 50, offset: 0 }",
};

/** A TypeScript example of a README or a guide. */
export type Example = {
  /** The document and its index, such as `client-2`. */
  readonly name: string;
  readonly text: string;
  /** Whether it reads files, so that a browser cannot run it. */
  readonly needsNode: boolean;
  /** Whether it reads cards, which needs a newer Node than the client. */
  readonly readsCards: boolean;
  /** Whether it is a test, which Vitest runs. */
  readonly isTest: boolean;
};

const fence = /^```ts\n(.*?)^```$/gms;

/** Lists the TypeScript examples of a document, in order. */
export function listExamples(document: string, markdown: string): Example[] {
  return [...markdown.matchAll(fence)].map(([, text = ""], index) => ({
    name: `${document}-${index + 1}`,
    text,
    needsNode: /from "(?:node:|@trading-oms\/(?:client\/node|mock\/node|id-card\/(?:node|pool)))/.test(text),
    readsCards: /from "@trading-oms\/id-card/.test(text),
    isTest: text.includes('from "vitest"'),
  }));
}

/** The names of the exported functions of an example. */
export function exportedFunctions(text: string): string[] {
  return [...text.matchAll(/^export (?:async function|function|const) (\w+)/gm)].map(([, name = ""]) => name);
}

/**
 * Writes a program that runs an example, calls each exported function, and reports the printed lines: to the page if
 * that listens, otherwise on stdout.
 */
export function writeDriver(module: string, text: string): string {
  const calls = exportedFunctions(text).map((name) => {
    const input = inputs[name];
    if (input === undefined) {
      throw new Error(`${module} exports ${name}; say in examples.ts what it is called with.`);
    }
    return `console.log("${name} gives", JSON.stringify(await example.${name}(${input})));`;
  });
  return `const lines = [];
console.log = (...words) => lines.push(words.map(String).join(" "));
const example = await import("${module}");
${calls.join("\n")}
(globalThis.report ?? ((told) => process.stdout.write(told)))(JSON.stringify(lines));
`;
}

/** Reports examples with an unexpected output. */
export function comparePrinted(expected: Printed, printed: Printed): string[] {
  return Object.entries(printed).flatMap(([name, lines]) => {
    const due = expected[name]?.join("\n") ?? "nothing";
    const found = lines.join("\n");
    return due === found ? [] : [`${name} printed\n${found}\ninstead of\n${due}`];
  });
}
