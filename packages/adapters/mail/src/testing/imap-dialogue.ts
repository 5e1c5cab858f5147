import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';

/** A raw IMAP conversation, to see what a client that stays connected sees. */
export class ImapDialogue {
  readonly #socket: Socket;
  readonly #lines: AsyncIterator<string>;
  #commands = 0;
  /** Settles when the server has closed the connection. */
  readonly closed: Promise<unknown>;

  private constructor(socket: Socket, lines: Interface) {
    this.#socket = socket;
    this.#lines = lines[Symbol.asyncIterator]();
    this.closed = once(socket, 'close');
  }

  static async open(port: number): Promise<ImapDialogue> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const dialogue = new ImapDialogue(socket, createInterface({ input: socket }));
    await dialogue.#lines.next();
    return dialogue;
  }

  /** The tagged answer without its tag: 'OK …', 'NO …'. */
  async say(command: string): Promise<string> {
    this.#commands += 1;
    const tag = `a${this.#commands} `;
    this.#socket.write(`${tag}${command}\r\n`);
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) return 'closed';
      if (value.startsWith(tag)) return value.slice(tag.length);
    }
  }

  login(address: string, password: string): Promise<string> {
    return this.say(`LOGIN "${address}" "${password}"`);
  }

  hangUp(): void {
    this.#socket.destroy();
  }
}
