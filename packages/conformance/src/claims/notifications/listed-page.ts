import type { UserNotification } from "@trading-oms/types";
import type { Answer } from "../../answer.ts";
import type { Ask } from "../../ask.ts";
import { expectBody } from "../../expect/body.ts";
import { expectStatus } from "../../expect/status.ts";
import { expectThat } from "../../expect/that.ts";
import { notificationsAddress } from "../address.ts";

/** A page as it came, in the shape that the document has for it. */
export type ListedPage = { readonly answer: Answer; readonly listed: readonly UserNotification[] };

/** Lists a page of a user's notifications. */
export async function listedPage(ask: Ask, token: string, query: string): Promise<ListedPage> {
  const answer = await ask("GET", `${notificationsAddress}${query}`, { token });
  expectStatus(answer, 200);
  const { notifications } = expectBody(answer);
  return { answer, listed: notifications as UserNotification[] };
}

/** Lists the newest 100, and expects as many of them as the user is said to have. */
export async function fullPage(ask: Ask, token: string, countMin: number): Promise<ListedPage> {
  const page = await listedPage(ask, token, "?limit=100");
  const wanted = Math.min(countMin, 100);
  expectThat(page.answer, page.listed.length >= wanted, `${wanted} notifications at least`);
  return page;
}
