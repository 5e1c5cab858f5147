import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createServer } from 'node:tls';

/** A message of the server. `told` is what it says of the size, if that isn't true. The date is as in IMAP. */
type HostileMessage = {
  raw: Buffer;
  flags?: readonly string[];
  date?: string;
  told?: number;
  labels?: readonly string[];
};

/** A folder. Its path is as on the wire: modified UTF-7. */
type HostileFolder = { path: string; uidValidity: number; messages: Map<number, HostileMessage>; specialUse?: string };

/**
 * What the server does when it should give a message: give it, send half of it and end the connection, answer NO, ask to slow down, say
 * nothing of it, give it twice with one that nobody asked for, announce a terabyte, end the connection politely, or send it byte by
 * byte without ever coming to its end.
 */
export type Deed = 'give' | 'drop' | 'refuse' | 'throttle' | 'omit' | 'twice' | 'terabyte' | 'bye' | 'trickle';

export type HostileImap = AsyncDisposable & {
  port: number;
  /** The certificate, valid for the host. */
  ca: string;
  folders: HostileFolder[];
  /** Asked for each message that should be given, in order. `given` counts those of this connection. */
  deed: (folder: HostileFolder, uid: number, given: number) => Deed;
  /** Whether it lists each message twice. */
  listsTwice: boolean;
  /** Whether it behaves like Gmail: its folders are labels (X-GM-EXT-1), and it lists a message's labels without the open folder's. */
  hasLabels: boolean;
  /** Whether it takes this access token for this user (XOAUTH2). By default it takes none, and doesn't offer it. */
  accepts: ((user: string, accessToken: string) => Promise<boolean>) | null;
  /** Commands that change something, such as a fetch that marks messages as read. */
  changes: string[];
};

export const HOSTILE_DATE = '06-May-2018 07:08:09 +0000';

/** Starts an IMAP server (RFC 3501, encrypted from the start) that breaks its promises as a test wishes. */
export async function startHostileImap(host: string, login: { password: string }): Promise<HostileImap> {
  const pair = certificateFor(host);
  const sockets = new Set<Socket>();
  const server = createServer(pair, (socket) => {
    // Its many short lines would wait for the client's acknowledgement.
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    talk(imap, socket, login);
  });
  const imap: HostileImap = {
    ...{
      port: 0,
      ca: pair.cert.toString(),
      folders: [],
      deed: () => 'give',
      listsTwice: false,
      hasLabels: false,
      accepts: null,
      changes: [],
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  imap.port = (server.address() as AddressInfo).port;
  return imap;
}

function certificateFor(host: string): { key: Buffer; cert: Buffer } {
  const dir = mkdtempSync(path.join(tmpdir(), 'postern-imap-'));
  const [key, cert] = [path.join(dir, 'key.pem'), path.join(dir, 'cert.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`];
  const wish = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...wish, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(dir, { recursive: true });
  return pair;
}

/** One connection: what was asked of it and what it gave. */
type Talk = { imap: HostileImap; socket: Socket; open: HostileFolder | undefined; given: number };

function talk(imap: HostileImap, socket: Socket, { password }: { password: string }): void {
  const state: Talk = { imap, socket, open: undefined, given: 0 };
  const say = (line: string) => socket.write(`${line}\r\n`);
  say(`* OK [CAPABILITY ${capabilities(imap)}] ready`);
  const lines = createInterface({ input: socket });
  // It repeats the errors of its socket, which is the client's to end.
  lines.on('error', () => {});
  // The tag of a refused sign-in, whose client has to answer the server's explanation before it is told.
  let refused: string | null = null;
  lines.on('line', (line) => {
    if (refused !== null) {
      say(`${refused} NO [AUTHENTICATIONFAILED] the token is not valid`);
      refused = null;
      return;
    }
    const [tag = '*', verb = '', ...words] = wordsOf(line);
    const command = verb.toUpperCase();
    if (command === 'AUTHENTICATE' && words[0]?.toUpperCase() === 'XOAUTH2') {
      void isAccepted(imap, words[1] ?? '').then((isRight) => {
        if (!isRight) refused = tag;
        say(isRight ? `${tag} OK signed in` : `+ ${TOKEN_REFUSED}`);
      });
      return;
    }
    const answer = command === 'LOGIN' ? signIn(words[1] === password) : answerTo(state, command, words, line);
    // A dropped connection gets no answer.
    if (answer === null || socket.destroyed) return;
    say(`${tag} ${answer}`);
    if (command === 'LOGOUT') socket.end();
  });
}

const capabilities = ({ hasLabels, accepts }: HostileImap) =>
  `IMAP4rev1${hasLabels ? ' SPECIAL-USE X-GM-EXT-1' : ''}${accepts === null ? '' : ' SASL-IR AUTH=XOAUTH2'}`;

const TOKEN_REFUSED = Buffer.from('{"status":"400","schemes":"Bearer"}').toString('base64');

/** Reads `user=…^Aauth=Bearer …^A^A`, as Google and Microsoft define XOAUTH2. */
async function isAccepted({ accepts }: HostileImap, word: string): Promise<boolean> {
  const said = Buffer.from(word, 'base64').toString();
  const [, user = '', token = ''] = /^user=([^\x01]*)\x01auth=Bearer ([^\x01]*)\x01\x01$/.exec(said) ?? [];
  return token !== '' && (await accepts?.(user, token)) === true;
}

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|\([^)]*\)|\S+/g)].map(([word, quoted]) =>
    quoted === undefined ? word : quoted.replace(/\\(.)/g, '$1'),
  );

const signIn = (isRight: boolean): string => (isRight ? 'OK signed in' : 'NO [AUTHENTICATIONFAILED] wrong password');

function answerTo(state: Talk, command: string, words: readonly string[], line: string): string | null {
  const { imap, socket } = state;
  const say = (text: string) => socket.write(`${text}\r\n`);
  const found = imap.folders.find((folder) => folder.path === words[0]);
  if (command === 'CAPABILITY') say(`* CAPABILITY ${capabilities(imap)}`);
  else if (command === 'LIST' && words[1] === '') say('* LIST (\\Noselect) "/" ""');
  else if (command === 'LIST')
    for (const { path: name, specialUse = '' } of imap.folders) say(`* LIST (${specialUse}) "/" "${name}"`);
  else if (command === 'STATUS') return found === undefined ? 'NO no such folder' : statusOf(found, say);
  else if (command === 'EXAMINE') return examine(state, found);
  else if (command === 'UID' && words[0]?.toUpperCase() === 'FETCH') return fetchFrom(state, words[1] ?? '', line);
  else if (command === 'LOGOUT') say('* BYE until soon');
  else if (!['NOOP', 'ID', 'LSUB', 'UNSELECT'].includes(command)) {
    imap.changes.push(command);
    return 'BAD not today';
  }
  return 'OK done';
}

function statusOf(folder: HostileFolder, say: (line: string) => void): string {
  say(`* STATUS "${folder.path}" (MESSAGES ${folder.messages.size})`);
  return 'OK done';
}

function examine(state: Talk, folder: HostileFolder | undefined): string {
  state.open = folder;
  // Many servers say no more than this.
  if (folder === undefined) return 'NO no such folder';
  const next = Math.max(0, ...folder.messages.keys()) + 1;
  const lines = ['FLAGS ()', `${folder.messages.size} EXISTS`, '0 RECENT', `OK [UIDVALIDITY ${folder.uidValidity}] it`];
  for (const said of [...lines, `OK [UIDNEXT ${next}] it`]) state.socket.write(`* ${said}\r\n`);
  return 'OK [READ-ONLY] open';
}

function fetchFrom(state: Talk, set: string, line: string): string | null {
  const { imap, socket, open } = state;
  if (open === undefined) return 'BAD nothing is open';
  if (/BODY\[/i.test(line)) imap.changes.push('FETCH BODY[]');
  const wanted = set.split(',').map((part) => part.split(':').map((end) => (end === '*' ? Infinity : Number(end))));
  const isWanted = (uid: number) => wanted.some(([from = 0, to = from]) => uid >= from && uid <= to);
  let refusal: string | null = null;
  let sequence = 0;
  for (const [uid, message] of [...open.messages].toSorted(([a], [b]) => a - b)) {
    sequence += 1;
    if (!isWanted(uid)) continue;
    if (!/BODY\.PEEK\[\]/i.test(line)) {
      const size = `* ${sequence} FETCH (UID ${uid}${labelsOf(imap, message)} RFC822.SIZE ${message.told ?? message.raw.length})\r\n`;
      socket.write(size.repeat(imap.listsTwice ? 2 : 1));
      continue;
    }
    const deed = imap.deed(open, uid, state.given);
    state.given += 1;
    if (deed === 'refuse') refusal = 'NO [SERVERBUG] internal error, see /var/log';
    if (deed === 'throttle') return 'NO [THROTTLED] too many requests, slow down';
    if (deed === 'drop' || deed === 'bye' || deed === 'terabyte') return endBy(deed, state, sequence, uid, message);
    if (deed === 'trickle') return trickle(socket, sequence, uid, message);
    if (deed === 'twice') {
      give(socket, sequence, uid, message);
      give(socket, sequence, 4_000_000_000, { raw: Buffer.from('Subject: nobody asked for this\r\n\r\n') });
    }
    if (deed === 'give' || deed === 'twice') give(socket, sequence, uid, message, labelsOf(imap, message));
  }
  return refusal ?? 'OK done';
}

/** Quoted, as Gmail sends them. */
const labelsOf = ({ hasLabels }: HostileImap, { labels = [] }: HostileMessage): string =>
  hasLabels ? ` X-GM-LABELS (${labels.map((label) => `"${label.replace(/\\/g, String.raw`\\`)}"`).join(' ')})` : '';

function headOf(sequence: number, uid: number, { flags = [], date = HOSTILE_DATE }: HostileMessage, size: number) {
  return `* ${sequence} FETCH (UID ${uid} FLAGS (${flags.join(' ')}) INTERNALDATE "${date}" BODY[] {${size}}\r\n`;
}

function give(socket: Socket, sequence: number, uid: number, message: HostileMessage, labels = ''): void {
  const head = Buffer.from(headOf(sequence, uid, message, message.raw.length).replace(' FLAGS', `${labels} FLAGS`));
  socket.write(Buffer.concat([head, message.raw, Buffer.from(')\r\n')]));
}

function trickle(socket: Socket, sequence: number, uid: number, message: HostileMessage): null {
  socket.write(headOf(sequence, uid, message, 10 ** 6));
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => clearInterval(timer));
  return null;
}

function endBy(deed: Deed, { socket }: Talk, sequence: number, uid: number, message: HostileMessage): null {
  if (deed === 'bye') {
    socket.end('* BYE enough for today\r\n');
    return null;
  }
  const { raw } = message;
  socket.write(headOf(sequence, uid, message, deed === 'drop' ? raw.length : 10 ** 12));
  socket.write(raw.subarray(0, raw.length / 2), () => {
    // Whatever is larger than it may be has to be left by the client.
    if (deed === 'drop') socket.destroy();
  });
  return null;
}
