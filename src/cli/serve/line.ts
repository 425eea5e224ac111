// One end of the line between the process that watches and one that serves: notes, and questions with their answers. What is
// said into a line that was cut is lost, and a question into it fails.

/** An `End` is Node's side of the line: a started process, or this process as its parent sees it. */
interface End {
  readonly connected: boolean;
  readonly send?: ((message: object, done: (error: Error | null) => void) => unknown) | undefined;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
}

export interface Line<Note, Question extends { readonly kind: string }> {
  /** Resolves once the system has accepted the note. */
  note(note: Note): Promise<void>;
  /** Rejects after `deadlineMs`, or when the other end cannot answer. */
  ask(question: Question, deadlineMs: number): Promise<unknown>;
}

interface LineOptions<TheirNote, TheirQuestion> {
  readonly end: End;
  readonly onNote: (note: TheirNote) => void;
  readonly answer: (question: TheirQuestion) => Promise<unknown>;
}

type Message<Note, Question> =
  | { readonly kind: 'note'; readonly note: Note }
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'no_answer'; readonly id: number };

interface Asked {
  readonly timer: NodeJS.Timeout;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export function createLine<Note, Question extends { readonly kind: string }, TheirNote, TheirQuestion>({
  end,
  onNote,
  answer,
}: LineOptions<TheirNote, TheirQuestion>): Line<Note, Question> {
  const asked = new Map<number, Asked>();
  let lastId = 0;

  function send(message: Message<Note, Question>): Promise<void> {
    return new Promise((resolve) => {
      if (end.connected && end.send !== undefined) end.send(message, () => resolve());
      else resolve();
    });
  }

  function settle(id: number, how: (waiting: Asked) => void): void {
    const waiting = asked.get(id);
    if (waiting === undefined) return;
    asked.delete(id);
    clearTimeout(waiting.timer);
    how(waiting);
  }

  function reply(id: number, question: TheirQuestion): void {
    answer(question).then(
      (value) => send({ kind: 'answer', id, answer: value }),
      () => send({ kind: 'no_answer', id }),
    );
  }

  end.on('message', (received) => {
    const message = received as Message<TheirNote, TheirQuestion>;
    if (message.kind === 'note') onNote(message.note);
    else if (message.kind === 'question') reply(message.id, message.question);
    else if (message.kind === 'answer') settle(message.id, ({ resolve }) => resolve(message.answer));
    else settle(message.id, ({ reject }) => reject(new Error('No answer')));
  });
  end.on('disconnect', () => {
    for (const id of [...asked.keys()]) settle(id, ({ reject }) => reject(new Error('The line was cut')));
  });

  return {
    note: (note) => send({ kind: 'note', note }),
    ask: (question, deadlineMs) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const timer = setTimeout(() => settle(id, (late) => late.reject(new Error('No answer in time'))), deadlineMs);
        asked.set(id, { timer, resolve, reject });
        if (end.connected) void send({ kind: 'question', id, question });
        else settle(id, (lost) => lost.reject(new Error('The line was cut')));
      }),
  };
}
