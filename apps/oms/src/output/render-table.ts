/** A column: its title, and whether numbers stand in it, which are aligned by their last digit. */
export type TableColumn = { readonly title: string; readonly isNumber?: boolean };

/** Writes rows as an aligned table for people. */
export function renderTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const cells = [columns.map(({ title }) => title), ...rows].map((row) =>
    row.map((cell) => cell.normalize("NFC")),
  );
  const widths = columns.map((_column, index) =>
    cells.reduce((width, row) => Math.max(width, widthOf(row[index] ?? "")), 0),
  );
  return cells.map((row) =>
    row
      .map((cell, index) => {
        const space = " ".repeat((widths[index] ?? 0) - widthOf(cell));
        return columns[index]?.isNumber ? `${space}${cell}` : `${cell}${space}`;
      })
      .join("  ")
      .trimEnd(),
  );
}

function widthOf(text: string): number {
  return [...text].length;
}
