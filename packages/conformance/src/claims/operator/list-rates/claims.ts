import { fieldsOf } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectBody, expectRefusal, expectSame, expectStatus } from "../../../expect.ts";
import { ratesAddress } from "../rates.ts";

const claim = claimsOf("operator.listRates");

/** The claims of the list of rates. */
export const claims: readonly Claim[] = [
  claim({
    id: "listrates.pages-meet",
    title: "Pages of one row are the rows of the whole list, and each has the total.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const read = async (query: string) => {
        const answer = await ask("GET", `${ratesAddress}?${query}`, { token });
        expectStatus(answer, 200);
        const { total, rates } = expectBody(answer);
        return { answer, total, rates: (Array.isArray(rates) ? rates : []).map(fieldsOf) };
      };
      const { answer, total, rates } = await read("limit=500");
      for (const [offset, row] of rates.slice(0, 3).entries()) {
        const page = await read(`limit=1&offset=${offset}`);
        expectSame(page.answer, "the row", page.rates, [row]);
        expectSame(page.answer, "total", page.total, total);
      }
      const groups = await read("limit=500&level=group");
      const expected = rates.filter(({ level }) => level === "group");
      expectSame(answer, "the groups", groups.rates, expected);
    },
  }),
  claim({
    id: "listrates.query-is-checked",
    title: "A limit, an offset or a level that is none is a 400 that names it.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      for (const [query, field] of [
        ["limit=0", "limit"],
        ["limit=501", "limit"],
        ["offset=-1", "offset"],
        ["level=all", "level"],
        ["name=", "name"],
      ] as const) {
        expectRefusal(await ask("GET", `${ratesAddress}?${query}`, { token }), field);
      }
    },
  }),
];
