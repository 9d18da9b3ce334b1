import type { Answer } from "../../answer.ts";
import type { Ask } from "../../ask.ts";
import { listedPage } from "./listed-page.ts";

/** What a walk over all pages met, and whether nothing was told meanwhile. */
export type Walk = { readonly answer: Answer; readonly ids: readonly unknown[]; readonly isStill: boolean };

const limit = 37;
/** How many pages more than a user is said to have are walked. */
const morePagesMax = 100;

/** Walks page by page to the end, or to the first page that shows nothing new. */
export async function walkPages(ask: Ask, token: string, countMin: number): Promise<Walk> {
  const { listed: before } = await listedPage(ask, token, "?limit=1");
  const pageCountMax = Math.ceil(countMin / limit) + morePagesMax;
  const ids: unknown[] = [];
  for (let pageCount = 1; ; pageCount += 1) {
    const { answer, listed } = await listedPage(
      ask,
      token,
      `?limit=${limit}&offset=${(pageCount - 1) * limit}`,
    );
    const met = new Set(ids);
    ids.push(...listed.map(({ id }) => id));
    const hasNew = listed.some(({ id }) => !met.has(id));
    if (hasNew && listed.length === limit && pageCount < pageCountMax) continue;
    const { listed: after } = await listedPage(ask, token, "?limit=1");
    return { answer, ids, isStill: before[0]?.id === after[0]?.id };
  }
}
