// A table of Markdown.

export function toTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [toLine(header), toLine(header.map(() => '---')), ...rows.map(toLine)].join('\n');
}
