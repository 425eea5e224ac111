// Texts as tests read them: what a process has said so far, and lines of JSON.

/** All that comes on these streams, in the order in which it comes. */
export function gatherText(...streams: readonly (NodeJS.ReadableStream | null)[]): () => string {
  let text = '';
  for (const stream of streams) {
    stream?.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  return () => text;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into lines of many shapes
export function parseLines<Line = any>(text: string): Line[] {
  const whole = text.trimEnd();
  return whole === '' ? [] : whole.split('\n').map((line) => JSON.parse(line));
}
