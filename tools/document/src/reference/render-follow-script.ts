/** The script that reloads the page when the server says that the document has changed. */
export function renderFollowScript(): string {
  return `new EventSource("/changes").addEventListener("change", () => location.reload());\n`;
}
