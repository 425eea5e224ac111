// The head of a table: a name for each column.

interface TableHeadProps {
  /** A column of figures has its name at its end. */
  readonly columns: readonly (string | { readonly end: string })[];
}

export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
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
