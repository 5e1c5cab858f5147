import { statSync } from 'node:fs';
import { DEADLINES, type Deadlines } from '@postern/adapter-mail-source/call-deadlines';
import { imapSource } from '@postern/adapter-mail-source/imap-source';
import type { MailSource } from '@postern/adapter-mail-source/port';
import { type Deed, HOSTILE_DATE, type HostileImap, startHostileImap } from '@postern/testkit/hostile-imap';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOST, messages, SECRET, useImportGround } from '../../testing/mail-import-ground.ts';

let server: HostileImap;
let deadlines: Deadlines = DEADLINES;
const PASSWORD = SECRET.replaceAll(/[^ -~]/g, '').trim();
const source: MailSource = {
  // The internet of this test is this machine.
  connect: (login) =>
    imapSource({
      ...{ mayConnect: () => true, lookUpAll: async () => [{ address: '127.0.0.1' }], ca: [server.ca] },
      ...{ listedMaximum: 3_000, deadlines },
    }).connect({ ...login, port: server.port }),
};
const ground = useImportGround(source);
const { app, schedule, run, read, ledger, here } = ground;

beforeAll(async () => {
  server = await startHostileImap(HOST, { password: PASSWORD });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() =>
  Object.assign(server, { folders: [], deed: () => 'give', listsTwice: false, hasLabels: false, changes: [] }),
);

const aFolder = (path: string, raws: readonly string[], uidValidity = 7) => ({
  ...{ path, uidValidity },
  messages: new Map(raws.map((raw, at) => [at + 1, { raw: Buffer.from(raw, 'latin1') }])),
});

/**
 * Runs an import to its end, however long it waits between tries. Returns the reason for each wait, and whether the try before it copied
 * anything.
 */
async function importAll() {
  const task = await schedule({ remotePassword: PASSWORD });
  const waits: { status: string; error: string | undefined; hasMoved: boolean }[] = [];
  let movedBefore = 0;
  while (waits.length < 60) {
    await run();
    const { status, error, messages: sums } = await read(task);
    if (!['initialized', 'started', 'interrupted'].includes(status)) break;
    const moved = sums.total + sums.done + sums.failed + sums.skipped;
    waits.push({ status, error, hasMoved: moved > movedBefore });
    movedBefore = moved;
    app.clock.advance({ minutes: 61 });
  }
  expect(server.changes).toEqual([]);
  const lines = await ledger(task);
  expect(lines.filter(({ isBalanced }) => !isBalanced)).toEqual([]);
  return { task: await read(task), lines, waits };
}

const everyFew = (deed: Deed, few: number) => (_folder: unknown, _uid: number, given: number) =>
  given % few === few - 1 ? deed : 'give';
const once = (deed: Deed, at: number) => {
  let isDone = false;
  return (_folder: unknown, uid: number) => {
    if (isDone || uid !== at) return 'give';
    isDone = true;
    return deed;
  };
};

test.for([
  ['ends the connection inside every hundredth message', () => everyFew('drop', 100)],
  ['says goodbye after every hundredth message', () => everyFew('bye', 100)],
  ['asks to slow down after every hundredth message', () => everyFew('throttle', 100)],
  ['refuses one fetch', () => once('refuse', 120)],
  ['announces a message of a terabyte', () => once('terabyte', 120)],
  ['gives messages twice, with one that nobody asked for', () => everyFew('twice', 3)],
] as const)(
  "from a server that %s, every message arrives once, without a wait that it didn't ask for [IMP-04]",
  async ([, deed]) => {
    const raws = [...messages(310), ...messages(10)];
    server.folders = [aFolder('INBOX', raws)];
    server.deed = deed();
    const { task, waits } = await importAll();
    // A source that delivered something is asked again at once.
    expect(waits.filter(({ error, hasMoved }) => hasMoved && error !== 'THROTTLED')).toEqual([]);
    expect(waits.length).toBeLessThan(10);
    expect(task).toMatchObject({ status: 'successful', messages: { total: 320, done: 320, failed: 0, skipped: 0 } });
    expect(here('INBOX')).toEqual(raws.toSorted());
  },
);

test('a message that comes byte by byte without an end ends the connection after a while, and the rest comes with the next [IMP-04]', async () => {
  const raws = messages(3);
  server.folders = [aFolder('INBOX', raws)];
  server.deed = once('trickle', 2);
  deadlines = { ...DEADLINES, callMillis: 2_000 };
  const { task } = await importAll();
  deadlines = DEADLINES;
  expect(task).toMatchObject({ status: 'successful', messages: { total: 3, done: 3 } });
  expect(here('INBOX')).toEqual(raws.toSorted());
});

test('a message that a server never delivers stops no other, and is named [IMP-04]', async () => {
  const [raws, odd] = [messages(40), new Map<number, Deed>()];
  server.folders = [aFolder('INBOX', raws)];
  server.deed = (_folder, uid) => odd.get(uid) ?? 'give';
  odd.set(5, 'drop').set(17, 'refuse').set(29, 'omit').set(33, 'terabyte');
  const { task, lines } = await importAll();
  expect(task).toMatchObject({
    status: 'partial_successful',
    messages: { total: 40, done: 36, failed: 3, skipped: 1 },
  });
  expect(lines[0]?.skipped.map(({ reason }) => reason)).toEqual(['GONE']);
  expect(lines[0]?.failures?.map(({ reason }) => reason)).toEqual(['SERVER_ERROR', 'SERVER_ERROR', 'SERVER_ERROR']);
  expect(here('INBOX')).toEqual(raws.filter((_, at) => !odd.has(at + 1)).toSorted());
});

test('a folder whose connection has ended is never taken for an empty one [IMP-04]', async () => {
  server.folders = [aFolder('INBOX', messages(3))];
  const session = await source.connect({ host: HOST, port: 993, ssl: true, user: 'anna', password: PASSWORD });
  await session.openFolder('INBOX');
  await session.close();
  await expect(Array.fromAsync(session.listMessages(0))).rejects.toMatchObject({ kind: 'dropped' });
});

test('a folder that lists more messages than any could have makes the import wait, and says why [IMP-04]', async () => {
  server.folders = [aFolder('INBOX', messages(3_001))];
  const task = await schedule({ remotePassword: PASSWORD });
  await run();
  expect(await read(task)).toMatchObject({ status: 'interrupted', messages: { done: 0 } });
  expect(JSON.stringify(await read(task))).toContain('more than 3000 messages');
});

test('wrong sizes and numbers from a server lose no mail, and the report has the true ones [IMP-04]', async () => {
  const raws = messages(30);
  server.folders = [aFolder('INBOX', raws)];
  server.listsTwice = true;
  const told = [0, 1, 4_294_967_295, 9_000_000_000];
  for (const [uid, message] of server.folders[0]?.messages ?? []) Object.assign(message, { told: told[uid % 4] });
  const { task } = await importAll();
  expect(here('INBOX')).toEqual(raws.toSorted());
  expect(task).toMatchObject({ status: 'successful', messages: { total: 30, done: 30 } });
  expect(task.bytes).toEqual({ total: raws.join('').length, done: raws.join('').length });
});

test('a server that reports sizes too small cannot make the panel hold more than a little of its mail at once [IMP-04]', async () => {
  const raws = Array.from({ length: 12 }, (_, at) => `Subject: big ${at}\r\n\r\n${'x'.repeat(4_000_000)}\r\n`);
  server.folders = [aFolder('INBOX', [...raws, ...messages(5)])];
  for (const message of server.folders[0]?.messages.values() ?? []) Object.assign(message, { told: 10 });
  const held: number[] = [];
  ground.onAppend = (when, list) => {
    if (when === 'before') held.push(list.join('').length);
  };
  const { task } = await importAll();
  expect(task).toMatchObject({ status: 'successful', messages: { total: 17, done: 17 } });
  expect(Math.max(...held)).toBeLessThan(20_000_000);
  expect(here('INBOX')).toEqual([...raws, ...messages(5)].toSorted());
});

test('mail of every kind arrives byte by byte, with its flags, keywords and date, under a name that can be read [IMP-04]', async () => {
  const odd = [
    'Subject: nul\r\n\r\na\0b\0\r\n',
    'Subject: \xe4\xf6\xfc raw\r\nFrom: \xff\xfe\r\n\r\n\x80\x81\r\n',
    'no header at all',
    '\r\n',
    'Subject: bare\n\nlines\nof\nUnix\n',
    'Subject: old Mac\r\rlines\r',
    'Message-ID: <same@x>\r\n\r\none\r\n',
    'Message-ID: <same@x>\r\n\r\ntwo\r\n',
    `Subject: deep\r\nContent-Type: multipart/mixed; boundary="\r\n\r\n${'--\r\n'.repeat(500)}`,
    `Subject: long line\r\n\r\n${'x'.repeat(200_000)}\r\n`,
    '* 1 FETCH (UID 9 BODY[] {3}\r\nabc)\r\nA1 OK done\r\n',
    `Subject: large\r\n\r\n${'0123456789abcde\n'.repeat(400_000)}`,
  ];
  server.folders = [aFolder('INBOX', odd), aFolder('Stra&AN8-e/&2D3eAA-', ['Subject: smile\r\n\r\n:)\r\n'])];
  const [first, second, third] = server.folders[0]?.messages.values() ?? [];
  Object.assign(first ?? {}, {
    flags: ['\\Seen', '\\Flagged', '$Forwarded', 'Kunde'],
    date: '01-Jan-1970 00:00:00 +0000',
  });
  Object.assign(second ?? {}, { flags: ['\\Deleted', '\\Recent', '\\Answered'], date: '19-Jan-2038 03:14:08 +0000' });
  Object.assign(third ?? {}, { date: HOSTILE_DATE });
  const { task, lines } = await importAll();
  expect(task).toMatchObject({ status: 'successful', messages: { total: 13, done: 13 } });
  expect(here('INBOX')).toEqual(odd.toSorted());
  expect(lines.map(({ target }) => target)).toEqual(['INBOX', 'Straße/😀']);
  const factsOf = (word: string) => {
    const found = ground.files('INBOX').find((file) => ground.text(file).includes(word)) ?? '';
    return [/,([A-Za-z]*)$/.exec(found)?.[1], statSync(found).mtime.toISOString()];
  };
  expect(factsOf('Subject: nul')).toEqual(['FSab', '1970-01-01T00:00:00.000Z']);
  expect(factsOf(' raw\r\n')).toEqual(['R', '2038-01-19T03:14:08.000Z']);
  expect(factsOf('no header at all')).toEqual(['', '2018-05-06T07:08:09.000Z']);
});

test('a folder that is renamed and one that gets new UIDs while they are copied come once, and the report says it [IMP-04]', async () => {
  server.folders = [
    aFolder('INBOX', messages(5)),
    aFolder('Old', messages(30, 'o'), 8),
    aFolder('Reset', messages(250, 'r'), 9),
  ];
  server.deed = (folder, uid) => {
    if (folder.path === 'Old' && uid === 12) {
      folder.path = 'New';
      return 'drop';
    }
    if (folder.uidValidity === 9 && uid === 230) {
      folder.uidValidity = 99;
      folder.messages = new Map([...folder.messages].map(([old, message]) => [old + 1_000, message]));
      return 'drop';
    }
    return 'give';
  };
  const { task, lines } = await importAll();
  expect(task.status).toMatch(/successful$/);
  expect(lines.map(({ folder, change, copied }) => [folder, change ?? null, copied])).toEqual([
    ['INBOX', null, 5],
    ['New', 'renamed', 30],
    ['Reset', 'reset', 200],
    ['Reset', null, 50],
  ]);
  expect(here('Reset')).toEqual(messages(250, 'r').toSorted());
  expect(here(lines[1]?.target ?? '')).toEqual(messages(30, 'o').toSorted());
});

test('names of folders that would lead somewhere else become harmless ones [IMP-04]', async () => {
  const names = ['../../escape', '.hidden', 'a//b', '~', '%s', 'INBOX/../x', 'x'.repeat(400)];
  server.folders = [aFolder('INBOX', []), ...names.map((name, at) => aFolder(name, [`Subject: ${at}\r\n\r\n`]))];
  const { task, lines } = await importAll();
  expect(task).toMatchObject({ messages: { total: names.length, done: names.length, failed: 0 } });
  for (const { target } of lines) expect(target).not.toMatch(/(^|\/)\.|\/\/|\.\.|.{256}/);
  expect(lines.flatMap(({ target = '', copied }) => (copied > 0 ? here(target) : [])).toSorted()).toEqual(
    names.map((_, at) => `Subject: ${at}\r\n\r\n`),
  );
});

test('a source like Gmail gives each message once, in its first folder by priority, with its other labels as keywords [IMP-02]', async () => {
  server.hasLabels = true;
  const raw = (word: string) => Buffer.from(`Subject: ${word}\r\nMessage-ID: <${word}@gmail.test>\r\n\r\n${word}\r\n`);
  /** The messages, each with its labels. Gmail shows a message in the folder of each label, and all messages in one more. */
  const mail: [string, string[]][] = [
    ['both', ['\\Inbox', 'Work', '\\Important']],
    ['work', ['Work', 'Gr&APYA3w-e']],
    ['inbox', ['\\Inbox']],
    ['sent', ['\\Sent', '\\Inbox']],
    ['archived', ['\\Starred']],
    ['draft', ['\\Draft']],
  ];
  const folderOf = (path: string, label: string | null, uidValidity: number, specialUse?: string) => ({
    ...{ path, uidValidity, ...(specialUse === undefined ? {} : { specialUse }) },
    messages: new Map(
      mail
        .filter(([, labels]) => label === null || labels.includes(label))
        .map(([word, labels], at) => [at + 1, { raw: raw(word), labels: labels.filter((other) => other !== label) }]),
    ),
  });
  server.folders = [
    folderOf('INBOX', '\\Inbox', 1),
    folderOf('Gr&APYA3w-e', 'Gr&APYA3w-e', 2),
    folderOf('Work', 'Work', 3),
    folderOf('[Gmail]/Alle Nachrichten', null, 4, '\\All'),
    folderOf('[Gmail]/Gesendet', '\\Sent', 5, '\\Sent'),
    folderOf('[Gmail]/Entw&APw-rfe', '\\Draft', 6, '\\Drafts'),
    folderOf('[Gmail]/Markiert', '\\Starred', 7, '\\Flagged'),
    folderOf('[Gmail]/Wichtig', '\\Important', 8, '\\Important'),
  ];
  const { task } = await importAll();
  expect(task).toMatchObject({ status: 'successful', messages: { total: 6, done: 6 } });
  const subjects = (folder: string) => here(folder).map((text) => /Subject: (\w+)/.exec(text)?.[1]);
  expect(['INBOX', 'Größe', 'Work', 'Archive', 'Sent', 'Drafts'].map(subjects)).toEqual([
    ...[['inbox'], ['work'], ['both'], ['archived'], ['sent'], ['draft']],
  ]);
});

test('a message at a source like Gmail whose labels change after it was counted is copied once, where they put it now [IMP-02]', async () => {
  server.hasLabels = true;
  const raw = (word: string) => Buffer.from(`Subject: ${word}\r\nMessage-ID: <${word}@gmail.test>\r\n\r\n${word}\r\n`);
  const all = {
    ...{ path: '[Gmail]/All Mail', uidValidity: 3, specialUse: '\\All' },
    messages: new Map([
      [1, { raw: raw('stays'), labels: ['\\Inbox'] }],
      [2, { raw: raw('leaves'), labels: ['Work'] }],
      [3, { raw: raw('comes'), labels: [] as string[] }],
    ]),
  };
  const inbox = {
    ...{ path: 'INBOX', uidValidity: 1 },
    messages: new Map([[1, { raw: raw('stays'), labels: [] as string[] }]]),
  };
  const work = {
    ...{ path: 'Work', uidValidity: 2 },
    messages: new Map([[1, { raw: raw('leaves'), labels: [] as string[] }]]),
  };
  server.folders = [inbox, work, all];
  server.deed = () => {
    // The first message is being copied: all folders were counted. The folder of all messages has as many as before, with the same UIDs.
    work.messages = new Map([[2, { raw: raw('comes'), labels: [] }]]);
    all.messages.set(2, { raw: raw('leaves'), labels: [] });
    all.messages.set(3, { raw: raw('comes'), labels: ['Work'] });
    return 'give';
  };
  const { task } = await importAll();
  expect(task).toMatchObject({ status: 'successful', messages: { total: 3, done: 3 } });
  const subjects = (folder: string) => here(folder).map((text) => /Subject: (\w+)/.exec(text)?.[1]);
  expect(['INBOX', 'Work', 'Archive'].map(subjects)).toEqual([['stays'], ['comes'], ['leaves']]);
});
