// What a benchmark says, line by line.

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
