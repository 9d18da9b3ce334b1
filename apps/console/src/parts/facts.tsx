/** Names and values in two columns. */
import type { ComponentChildren, VNode } from "preact";

export type Fact = readonly [name: string, value: ComponentChildren];

type FactsProps = { readonly facts: readonly Fact[]; readonly kind?: string };

export function Facts({ facts, kind = "figures" }: FactsProps): VNode {
  return (
    <dl class={kind}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type TitleProps = { readonly name: ComponentChildren; readonly children?: ComponentChildren };

/** The head of a section, with something at its right. */
export function Title({ name, children }: TitleProps): VNode {
  return (
    <header class="title">
      <h2>{name}</h2>
      {children}
    </header>
  );
}
