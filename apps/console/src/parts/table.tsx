/** A table whose rows are reached by keyboard, and which becomes rows of two lines on a narrow screen. */
import type { ComponentChildren, VNode } from "preact";
import { texts } from "../text/text.ts";

/**
 * Where a cell stands on a narrow screen: two lines, each with a left and a right end, and a bar below. A column that is `wide` is left
 * out there, and one that is `roomy` beside a panel too.
 */
type Place = "top-left" | "top-right" | "bottom-left" | "bottom-right" | "below" | "wide" | "roomy";

export type Column<Row> = {
  readonly title: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber: boolean;
  readonly place: Place;
};

export function text<Row>(
  title: ComponentChildren,
  cell: Column<Row>["cell"],
  place: Place = "wide",
): Column<Row> {
  return { title, cell, isNumber: false, place };
}

/** A column of numbers, which stand at the right. */
export function number<Row>(...column: Parameters<typeof text<Row>>): Column<Row> {
  return { ...text(...column), isNumber: true };
}

type TableProps<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  readonly classOf?: (row: Row) => string | undefined;
  /** Shown where there are no rows. */
  readonly empty?: ComponentChildren;
  readonly skeletonRows?: number;
  /** Stays a table on a narrow screen, because its few columns fit. */
  readonly isSmall?: boolean;
};

/** A row is opened by its first link or button, wherever it is clicked. */
export function Table<Row>(props: TableProps<Row>): VNode {
  const { caption, columns, rows, keyOf, classOf, empty, skeletonRows = 5, isSmall } = props;
  if (rows?.length === 0) return <p class="empty">{empty ?? texts.value.common.nothing}</p>;
  const cellClass = ({ isNumber, place }: Column<Row>): string => `${isNumber ? "number " : ""}${place}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways has to be scrolled by keyboard too.
    <section class={isSmall ? "frame small" : "frame"} aria-label={caption} tabIndex={0}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={at} scope="col" class={cellClass(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_, at) => (
                <tr key={at} class="skeleton">
                  {columns.map((column, place) => (
                    <td key={place} class={cellClass(column)}>
                      <span />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr key={keyOf(row)} class={classOf?.(row)} onClick={openRow}>
                  {columns.map((column, at) => (
                    <td key={at} class={cellClass(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

function openRow(event: MouseEvent): void {
  const { currentTarget: row, target } = event;
  if (!(row instanceof HTMLElement && target instanceof Element)) return;
  // A click that ends a selection of text is no wish to open.
  if (target.closest("a, button, input, summary") !== null || getSelection()?.isCollapsed === false) return;
  row.querySelector<HTMLElement>("[data-opens]")?.click();
}
