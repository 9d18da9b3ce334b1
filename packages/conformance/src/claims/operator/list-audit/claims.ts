import { type Claim, claimsOf, refusing } from "../../../claim.ts";
import { expectSame, expectThat } from "../../../expect.ts";
import type { Fields } from "../../../fields.ts";
import { absentAccount, readEntries } from "../desk.ts";

const claim = claimsOf("operator.listAudit", { at: { chain: "{position.accountId}" } });

/** The claims of lists of audit entries. */
export const claims: readonly Claim[] = [
  claim("audit.pages-meet", {
    title: "Entries come newest first, and the cursor of a page leads to the places before it, each once.",
    needs: ["viewer", "operator", "position"],
    prove: async (ask, { viewer: { token }, position: { accountId } }) => {
      let cursor: unknown;
      let last = Number.POSITIVE_INFINITY;
      for (let page = 0; page < 5 && cursor !== null; page += 1) {
        const query = `limit=2${cursor === undefined ? "" : `&cursor=${String(cursor)}`}`;
        const { answer, rows, body } = await readEntries(ask, token, accountId, query);
        for (const { place } of rows) {
          const isNext = Number(place) === last - 1 || last === Number.POSITIVE_INFINITY;
          expectThat(answer, isNext, `the place before ${last}`);
          last = Number(place);
        }
        cursor = body["nextCursor"];
      }
    },
  }),
  claim("audit.filters-leave-what-they-name", {
    title: "A filter by kind, person, symbol or time leaves entries that match it alone.",
    needs: ["viewer", "operator", "position"],
    prove: async (ask, { viewer: { token }, position: { accountId } }) => {
      const { rows: all } = await readEntries(ask, token, accountId);
      const { kind, actor, time } = all[0] ?? {};
      for (const [query, matches] of [
        [`kind=${String(kind)}`, (entry: Fields) => entry["kind"] === kind],
        [`actor=${encodeURIComponent(String(actor))}`, (entry: Fields) => entry["actor"] === actor],
        [`from=${String(time)}`, (entry: Fields) => Number(entry["time"]) >= Number(time)],
        [`until=${String(time)}`, (entry: Fields) => Number(entry["time"]) < Number(time)],
      ] as const) {
        const { answer, rows } = await readEntries(ask, token, accountId, query);
        const expected = all.filter(matches).map(({ place }) => place);
        const shown = rows.map(({ place }) => place).slice(0, expected.length);
        expectSame(answer, `the entries of ${query}`, shown, expected);
        expectThat(answer, rows.every(matches), `entries of ${query} alone`);
      }
    },
  }),
  claim("audit.reserved-chains-exist", {
    title:
      "What belongs to no account has the chains `prices`, `rates` and `catalog`; an absent account has none.",
    needs: ["operator"],
    rows: [
      ...["prices", "rates", "catalog"].map((chain) => ({ at: { chain } })),
      { at: { chain: absentAccount }, notFound: true },
    ],
  }),
  claim("audit.query-is-checked", {
    title: "A limit, a cursor or a kind that is none is a 400 that names it.",
    needs: ["operator"],
    rows: refusing("limit=0", "limit=501", "cursor=0", "kind=nothing"),
  }),
];
