/** Reads from a server's metrics how many pages of notifications it has read where. */
export async function readPageSources(port: number): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  const found = text.matchAll(/^oms_notification_pages_total\{source="([a-z]+)"\} (\d+)$/gm);
  return new Map([...found].map(([, source = "", count]) => [source, Number(count)]));
}
