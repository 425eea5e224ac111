// The rows of a table that may become very long, in groups: a browser paints the groups that are seen, and keeps what it painted of the others.

import type { ComponentChildren } from 'preact';

/** Enough to fill a screen, and few enough to be painted within a frame. */
const rowsOfGroup = 100;

export function LongRows<Item>(props: {
  readonly of: readonly Item[];
  readonly children: (item: Item) => ComponentChildren;
}) {
  const { of, children } = props;
  const groups = Array.from({ length: Math.ceil(of.length / rowsOfGroup) }, (_, index) => index * rowsOfGroup);
  return (
    <>
      {groups.map((first) => (
        <tbody key={first}>{of.slice(first, first + rowsOfGroup).map(children)}</tbody>
      ))}
    </>
  );
}
