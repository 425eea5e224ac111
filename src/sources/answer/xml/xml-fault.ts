/** A fault reports text that is no XML or is refused. The problem never quotes the document. */
export class XmlFault extends Error {
  /** The line on which it was noticed, the first being 1; undefined where it is about the whole. */
  readonly line: number | undefined;

  constructor(problem: string, line?: number) {
    super(problem);
    this.name = 'XmlFault';
    this.line = line;
  }
}
