import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

const CONNECT_MILLIS = 10_000;
/** Storing a large batch takes a while on a slow disk. */
const SILENCE_MILLIS = 60_000;
/** Answers to these commands are a few lines. */
const ANSWER_MAXIMUM_CHARACTERS = 64 * 1024;
const ANSWER_MAXIMUM_LINES = 1_000;

/** The server's answer: OK, NO or BAD, the code in brackets if there is one, its text, and the lines before it. */
export type ImapAnswer = { status: string; code: string | null; text: string; lines: string[] };

/** The parts of a command: words as they are, and data of any bytes. */
type Part = string | { data: Buffer | string };

/**
 * A connection to our own Dovecot that stores messages. imapflow waits for the server before each message of more than 4 KB, which takes
 * longer than storing it; here a whole command leaves at once (LITERAL+, RFC 7888). One command at a time.
 */
export class ImapAppender {
  #socket: Socket;
  #received = '';
  #tags = 0;
  #waiting: { tag: string; resolve: (answer: ImapAnswer) => void; reject: (error: Error) => void } | null = null;
  #capabilities = '';
  #lines: string[] = [];
  usable = true;

  private constructor(socket: Socket) {
    this.#socket = this.#listen(socket);
  }

  /** Connects and signs in. @throws if the server can't be reached, or refuses the sign-in. */
  static async open(place: { host: string; port: number }, user: string, password: string): Promise<ImapAppender> {
    const socket = connectTcp({ ...place, noDelay: true });
    socket.setTimeout(CONNECT_MILLIS, () => socket.destroy(new Error('no answer')));
    await once(socket, 'connect');
    const appender = new ImapAppender(socket);
    try {
      await appender.#begin();
      const { status, text } = await appender.command('LOGIN ', { data: user }, ' ', { data: password });
      if (status !== 'OK') throw new Error(`sign-in refused: ${text}`);
      return appender;
    } catch (error) {
      appender.close();
      throw error;
    }
  }

  /** Waits for the greeting, and encrypts what leaves this machine. The key of doveadm crosses the same network. */
  async #begin(): Promise<void> {
    const greeting = await this.#answerTo('*');
    if (greeting.status !== 'OK') throw new Error(`the server greets with ${greeting.text}`);
    await this.command('CAPABILITY');
    const isOffered = /\bSTARTTLS\b/.test(this.#capabilities);
    // Dovecot's own rule: a connection from its own address never left the machine.
    const isHere = this.#socket.remoteAddress === this.#socket.localAddress;
    if (!isOffered || (isHere && !/\bLOGINDISABLED\b/.test(this.#capabilities))) return;
    const { status, text } = await this.command('STARTTLS');
    if (status !== 'OK') throw new Error(`STARTTLS refused: ${text}`);
    for (const event of ['data', 'timeout', 'error', 'close']) this.#socket.removeAllListeners(event);
    // Discard what was received before the encryption.
    [this.#received, this.#lines] = ['', []];
    // The certificate is for the name that customers use.
    const encrypted = connectTls({ socket: this.#socket, rejectUnauthorized: false });
    // Without a listener, a connection that ends during the handshake could end the process.
    encrypted.on('error', () => {});
    encrypted.setTimeout(CONNECT_MILLIS, () => encrypted.destroy(new Error('no answer')));
    await once(encrypted, 'secureConnect');
    this.#socket = this.#listen(encrypted);
  }

  #listen(socket: Socket): Socket {
    socket.setTimeout(SILENCE_MILLIS);
    socket.on('timeout', () => this.#fail(new Error('the server fell silent')));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server ended the connection')));
    socket.on('data', (part: Buffer) => this.#read(part.toString('latin1')));
    return socket;
  }

  #fail(error: Error): void {
    this.usable = false;
    this.#socket.destroy();
    this.#waiting?.reject(error);
    this.#waiting = null;
  }

  #read(text: string): void {
    this.#received += text;
    if (this.#received.length > ANSWER_MAXIMUM_CHARACTERS) return this.#fail(new Error('the answer has no end'));
    for (let end = this.#received.indexOf('\r\n'); end >= 0; end = this.#received.indexOf('\r\n')) {
      const line = this.#received.slice(0, end);
      this.#received = this.#received.slice(end + 2);
      if (line.startsWith('* CAPABILITY ')) this.#capabilities = line;
      const { tag, resolve } = this.#waiting ?? {};
      const [, status = '', code = null, words = ''] =
        /^\S+ (OK|NO|BAD|BYE)(?: \[([A-Z-]+)[^\]]*\])? ?(.*)$/.exec(line) ?? [];
      if (tag === undefined || !line.startsWith(`${tag} `)) {
        this.#lines.push(line);
        if (this.#lines.length > ANSWER_MAXIMUM_LINES) return this.#fail(new Error('the answer has no end'));
        continue;
      }
      this.#waiting = null;
      resolve?.({ status, code, text: words, lines: this.#lines.splice(0) });
    }
  }

  #answerTo(tag: string): Promise<ImapAnswer> {
    return new Promise((resolve, reject) => {
      if (!this.usable) return reject(new Error('the connection has ended'));
      this.#waiting = { tag, resolve, reject };
      this.#read('');
    });
  }

  /** Sends a command, and waits for its answer. @throws if the connection ends before it. */
  async command(...parts: Part[]): Promise<ImapAnswer> {
    const tag = `p${(this.#tags += 1)}`;
    const answer = this.#answerTo(tag);
    this.#socket.cork();
    this.#socket.write(`${tag} `);
    for (const part of parts) {
      if (typeof part !== 'string') this.#socket.write(`{${Buffer.byteLength(part.data)}+}\r\n`);
      this.#socket.write(typeof part === 'string' ? part : part.data);
    }
    this.#socket.write('\r\n');
    this.#socket.uncork();
    return answer;
  }

  async logout(): Promise<void> {
    await this.command('LOGOUT');
    this.close();
  }

  close(): void {
    this.#fail(new Error('the connection was closed'));
  }
}
