/** A figure with its name, its unit and what is to be said about it. */
import type { ComponentChildren, VNode } from "preact";
import { SparkLine } from "./spark-line.tsx";

type FigureProps = {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly line?: readonly number[] | undefined;
  readonly tone?: string;
};

export function Figure({ name, value, children, line, tone = "" }: FigureProps): VNode {
  return (
    <div class={`figure ${tone}`}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {line !== undefined && <SparkLine values={line} />}
        {children !== undefined && <p class="quiet">{children}</p>}
      </dd>
    </div>
  );
}
