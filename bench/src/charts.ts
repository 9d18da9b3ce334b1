import { type Chart, format } from "./figures.ts";

const width = 640;
const labelWidth = 190;
const valueWidth = 110;
const barHeight = 22;
const gap = 10;
const top = 44;

/** Draws a bar chart as SVG: ours in colour, peers in grey, for light and dark themes. */
export function drawChart({ title, unit, bars }: Chart): string {
  const height = top + bars.length * (barHeight + gap) + gap;
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const scale = (width - labelWidth - valueWidth) / most;
  const rows = bars.map(({ label, value, isOurs = false }, index) => {
    const y = top + index * (barHeight + gap);
    const length = Math.max(1, value * scale);
    const baseline = y + barHeight - 6;
    return [
      `<text x="${labelWidth - 8}" y="${baseline}" text-anchor="end">${escapeXml(label)}</text>`,
      `<rect class="${isOurs ? "ours" : "peer"}" x="${labelWidth}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="2"/>`,
      `<text x="${(labelWidth + length + 8).toFixed(1)}" y="${baseline}">${escapeXml(format(value, unit))}</text>`,
    ].join("\n");
  });
  const described = bars.map(({ label, value }) => `${label}: ${format(value, unit)}`).join("; ");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeXml(title)}</title>
<desc>${escapeXml(described)}</desc>
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; font-size: 15px; }
  .ground { fill: #ffffff; }
  .ours { fill: #1f6feb; }
  .peer { fill: #8b949e; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .ground { fill: #0d1117; }
    .ours { fill: #58a6ff; }
    .peer { fill: #6e7681; }
  }
</style>
<rect class="ground" width="${width}" height="${height}" rx="6"/>
<text class="title" x="16" y="26">${escapeXml(title)}</text>
${rows.join("\n")}
</svg>
`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
