/** What to paste, for whoever has started the demonstration on Workers. */
export function greetEdge(origin: string, token: string, folder: string): string {
  return `
This is a demonstration on workerd, the runtime of Workers, as it runs on this machine: invented accounts on a D1 of their
own in ${folder}, and keys that this machine has made for itself. Never put it on a network.
What the service promises: ${origin}/docs

A token for the user demo, good for 8 hours (another: npm run oms -- token --user demo):

  TOKEN=${token}

Five requests to paste:

  curl -s ${origin}/api/v1/MarketData/GetSymbolSearch/fpt
  curl -s -H "Authorization: Bearer $TOKEN" ${origin}/api/v1/diagnostics/margin-ratios/FPT
  curl -s -H "Authorization: Bearer $TOKEN" "${origin}/api/v1/notifications?limit=2"
  curl -s -i ${origin}/api/v1/notifications
  curl -s -H "Content-Type: application/json" --data @docs/examples/id-card.json ${origin}/api/v2/chat/api/id-card

Nothing plays an exchange here, so that searches find no quotes. Ctrl+C ends it, and what it holds is kept.
`;
}
