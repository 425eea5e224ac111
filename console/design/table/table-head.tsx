// The head of a table: a name for each column.

/** A column of figures has its name at its end; one of acts or pictures has one for those who do not see it. */
type Column = string | { readonly end: string } | { readonly hidden: string; readonly place?: string };

export function TableHead({ columns, look }: { readonly columns: readonly Column[]; readonly look?: 'hidden' }) {
  return (
    <thead class={look}>
      <tr>
        {columns.map((column) => {
          if (typeof column === 'object' && 'hidden' in column) {
            return (
              <th key={column.hidden} scope="col" class={column.place}>
                <span class="hidden">{column.hidden}</span>
              </th>
            );
          }
          const [name, place] = typeof column === 'string' ? [column] : [column.end, 'end'];
          return (
            <th key={name} scope="col" class={place}>
              {name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
