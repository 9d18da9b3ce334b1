/** Downloads the calls that a filter leaves as a table. */
import { api, type CallQuery } from "../../app/api.ts";
import { nowMs } from "../../app/clock.ts";
import { toLocalInput } from "../../text/format.ts";

/** Asks with the token, which a plain link could not send, and hands the answer to the browser as a file. */
export async function downloadCsv(filter: CallQuery): Promise<boolean> {
  try {
    const { response, data } = await api.peek().operator.GET("/operator/v0/calls", {
      params: { query: filter },
      headers: { Accept: "text/csv" },
      parseAs: "text",
    });
    if (!response.ok || data === undefined) return false;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data as unknown as string], { type: "text/csv" }));
    link.download = `calls-${toLocalInput(nowMs.peek()).slice(0, 10)}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    return true;
  } catch {
    return false;
  }
}
