import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';

/** A raw SMTP connection, for tests of badly behaved clients. */
export class SmtpDialogue {
  readonly #socket: Socket;
  readonly #replies: AsyncIterator<string>;

  private constructor(socket: Socket, lines: Interface) {
    this.#socket = socket;
    this.#replies = lines[Symbol.asyncIterator]();
  }

  static async open(port: number): Promise<SmtpDialogue> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const dialogue = new SmtpDialogue(socket, createInterface({ input: socket }));
    await dialogue.reply();
    await dialogue.say('EHLO client.test');
    return dialogue;
  }

  /** The last line of the next answer; null when the server closed the connection. */
  async reply(): Promise<string | null> {
    return (await this.wholeReply()).at(-1) ?? null;
  }

  /** Every line of the next answer; none when the server closed the connection. */
  async wholeReply(): Promise<string[]> {
    const answer: string[] = [];
    for (;;) {
      const { value, done } = await this.#replies.next().catch(hungUp);
      if (done) return [];
      answer.push(value);
      if (value[3] !== '-') return answer;
    }
  }

  async say(line: string): Promise<string | null> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  write(data: string): void {
    this.#socket.write(data);
  }

  async hangUp(): Promise<void> {
    if (this.#socket.closed) return;
    const closed = once(this.#socket, 'close');
    this.#socket.destroy();
    await closed;
  }
}

/** A server that hangs up while the client still writes resets the connection. */
function hungUp(error: NodeJS.ErrnoException): IteratorReturnResult<undefined> {
  if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
  return { done: true, value: undefined };
}
