import {
  changeBody,
  changeList,
  type Fault,
  type ProxiedAnswer,
  withHeader,
  withoutHeader,
} from "./passage.ts";

const isSearch = (path: string): boolean => path.includes("/GetSymbolSearch/");

/** Possible faults of a server in symbol search. */
export const searchFaults: readonly Fault[] = [
  {
    name: "a success is a 201",
    foundBy: "search.needs-no-token",
    onAnswer: (answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer),
  },
  {
    name: "the ETag is missing",
    foundBy: "search.etag-is-weak",
    onAnswer: (answer) => withoutHeader(answer, "etag"),
  },
  {
    name: "the ETag is strong",
    foundBy: "search.etag-is-weak",
    onAnswer: (answer) => changeTag(answer, (tag) => tag.replace("W/", "")),
  },
  {
    name: "the ETag never changes",
    foundBy: "search.etag-follows-data",
    onAnswer: (answer) => changeTag(answer, () => 'W/"1"'),
  },
  {
    name: "a 304 has a body",
    foundBy: "search.any-tag-is-304",
    onAnswer: (answer) => (answer.status === 304 ? { ...answer, body: "{}" } : answer),
  },
  {
    name: "HEAD has a body",
    foundBy: "search.head-matches-get",
    onAnswer: (answer, { method }) => (method === "HEAD" ? { ...answer, body: "{}" } : answer),
  },
  {
    name: "the matches stand in reverse",
    foundBy: "search.ordered-by-match-kind",
    onAnswer: (answer) => changeList(answer, "data", (rows) => rows.toReversed()),
  },
  {
    name: "51 matches come back",
    foundBy: "search.at-most-50",
    onAnswer: (answer) =>
      changeList(answer, "data", (rows) => (rows.length === 50 ? [...rows, ...rows.slice(0, 1)] : rows)),
  },
  {
    name: "decomposed accents find nothing",
    foundBy: "search.composition-insensitive",
    onRequest: (request) =>
      isSearch(request.path) && /%CC%8/i.test(request.path)
        ? { ...request, path: "/api/v1/MarketData/GetSymbolSearch/zzqqxxzz" }
        : request,
  },
  {
    name: "algoID is cut",
    foundBy: "search.algoID-is-echoed",
    onAnswer: (answer) =>
      changeBody(answer, (body) =>
        typeof body["algoID"] === "string" ? { ...body, algoID: body["algoID"].slice(0, 32) } : body,
      ),
  },
  {
    name: "a problem is sent as application/json",
    foundBy: "search.term-nul",
    onAnswer: (answer) =>
      answer.status === 400 ? withHeader(answer, "content-type", "application/json; charset=utf-8") : answer,
  },
];

function changeTag(answer: ProxiedAnswer, change: (tag: string) => string): ProxiedAnswer {
  const { etag } = answer.headers;
  return etag === undefined ? answer : withHeader(answer, "etag", change(etag));
}
