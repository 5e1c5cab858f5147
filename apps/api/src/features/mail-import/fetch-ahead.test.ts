import { expect, test } from 'vitest';
import { messages, useImportGround } from '../../testing/mail-import-ground.ts';
import { aFolder, failing, type ScriptedFolder } from '../../testing/scripted-mail-source.ts';

const ground = useImportGround();

test('the next batch is fetched while one is stored, so that neither server waits for the other [IMP-02]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(400))];
  const { promise: nextIsFetched, resolve } = Promise.withResolvers<void>();
  ground.script.before = (what, detail) => {
    if (what === 'fetch' && detail === 'INBOX/250') resolve();
  };
  ground.onAppend = (when) => (when === 'before' ? nextIsFetched : undefined);
  expect(await ground.finished(await ground.schedule())).toMatchObject({
    status: 'successful',
    messages: { done: 400 },
  });
  expect(ground.here('INBOX')).toEqual(messages(400).toSorted());
});

test('a batch that breaks off while it is fetched ahead leaves the batch before it alone [IMP-04]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(400))];
  let isBroken = false;
  const { promise: hasBroken, resolve } = Promise.withResolvers<void>();
  ground.script.before = (what, detail) => {
    if (isBroken || what !== 'fetch' || detail !== 'INBOX/250') return;
    isBroken = true;
    resolve();
    throw new Error('the cable was pulled');
  };
  const done: number[] = [];
  ground.onAppend = async (when, raws) => {
    if (when === 'before') await hasBroken;
    else done.push(raws.length);
  };
  const task = await ground.schedule();
  await ground.run();
  expect(done[0]).toBe(200);
  ground.app.clock.advance({ minutes: 61 });
  expect(await ground.finished(task)).toMatchObject({ status: 'successful', messages: { done: 400, failed: 0 } });
  expect(ground.here('INBOX')).toEqual(messages(400).toSorted());
});

test('the next folder that has messages is opened and fetched while the last batch of one is stored [IMP-02]', async () => {
  ground.script.folders = [
    aFolder('INBOX', messages(3)),
    aFolder('Empty', []),
    aFolder(
      'Sent',
      messages(250).map((raw) => `To: me\r\n${raw}`),
    ),
  ];
  const { promise: nextIsFetched, resolve } = Promise.withResolvers<void>();
  let stored = 0;
  ground.script.before = (what, detail) => {
    if (what === 'fetch' && detail === 'Sent/150') resolve();
  };
  ground.onAppend = (when) => {
    if (when === 'after') stored += 1;
    return stored === 0 ? nextIsFetched : undefined;
  };
  expect(await ground.finished(await ground.schedule())).toMatchObject({
    status: 'successful',
    messages: { done: 253 },
  });
  expect(ground.here('INBOX')).toEqual(messages(3).toSorted());
  expect(ground.here('Sent')).toHaveLength(250);
});

test.each([
  ['breaks off', () => failing('dropped'), 6, null],
  [
    'is deleted',
    () => (ground.script.folders = ground.script.folders.filter(({ path }) => path !== 'Sent')),
    ...[3, 'deleted'],
  ],
  ['gets new UIDs', (sent: ScriptedFolder) => (sent.uidValidity += 1), 6, 'reset'],
] as const)(
  'a folder that %s while it is read ahead leaves the folder before it alone, and is accounted for in its turn [IMP-02] [IMP-04]',
  async (_, change, done, named) => {
    const sent = aFolder('Sent', messages(3));
    ground.script.folders = [aFolder('INBOX', messages(3)), sent];
    const { promise: isBroken, resolve } = Promise.withResolvers<void>();
    let opened = 0;
    ground.script.before = (what, detail) => {
      if (what !== 'open' || detail !== 'Sent' || (opened += 1) !== 2) return;
      resolve();
      change(sent);
    };
    ground.onAppend = (when, _raws, folder) => (when === 'before' && folder === 'INBOX' ? isBroken : undefined);
    const task = await ground.schedule();
    await ground.run();
    expect(ground.here('INBOX')).toEqual(messages(3).toSorted());
    ground.app.clock.advance({ minutes: 61 });
    expect(await ground.finished(task)).toMatchObject({ messages: { done, failed: 0 } });
    const ledger = await ground.ledger(task);
    expect(ledger.find(({ change: what }) => what)?.change ?? null).toBe(named);
    expect(ledger.every(({ isBalanced }) => isBalanced)).toBe(true);
    expect(ground.here('INBOX')).toEqual(messages(3).toSorted());
  },
);

test('mail that came while a folder was copied is looked for in one question, and only the folder that is open is opened [IMP-02]', async () => {
  const folders = ['INBOX', 'Sent', 'Work'].map((path, at) =>
    aFolder(path, messages(3, path[0]), { uidValidity: at + 1 }),
  );
  ground.script.folders = folders;
  const since: string[] = [];
  let asked = 0;
  ground.script.before = (what, detail) => {
    if (what === 'states' && (asked += 1) === 1) {
      folders[0]?.messages.set(9, { raw: 'Subject: late\r\n\r\n' });
      folders[2]?.messages.set(9, { raw: 'Subject: later\r\n\r\n' });
    }
    if (what === 'open' && asked > 0) since.push(detail);
  };
  const ended = await ground.finished(await ground.schedule());
  expect(ended).toMatchObject({ status: 'successful', messages: { done: 11 } });
  expect([ground.here('INBOX').length, ground.here('Work').length]).toEqual([4, 4]);
  // The first to look, and then those with news to copy.
  expect([asked, since]).toEqual([1, ['Work', 'INBOX', 'Work']]);
});

test('mail that came while a folder was copied is found although the source refuses to tell of all folders at once [IMP-02] [IMP-04]', async () => {
  const inbox = aFolder('INBOX', messages(3));
  ground.script.folders = [inbox, aFolder('Sent', messages(3, 's'), { uidValidity: 8 })];
  ground.script.before = (what) => {
    if (what !== 'states') return;
    inbox.messages.set(9, { raw: 'Subject: late\r\n\r\n' });
    failing('protocol');
  };
  const task = await ground.schedule();
  await ground.run();
  expect(await ground.read(task)).toMatchObject({ status: 'successful', messages: { done: 7 } });
  expect(ground.here('INBOX')).toHaveLength(4);
});

test('the memory of a batch is given back when it is settled, so that a long import leaves no garbage [IMP-02]', async () => {
  const long = messages(20).map((raw) => raw + 'long text\r\n'.repeat(4_000));
  ground.script.folders = [aFolder('INBOX', long)];
  const held: Buffer[] = [];
  ground.onAppend = (when, _raws, _folder, list) => {
    if (when === 'after') held.push(...list.map(({ raw }) => raw));
  };
  await ground.finished(await ground.schedule());
  expect(ground.here('INBOX')).toEqual(long.toSorted());
  expect(held.map(({ length }) => length)).toEqual(long.map(() => 0));
});

test.each([
  ['unchanged', () => {}, 1, { done: 3, skipped: 0 }],
  [
    'that got a message',
    (folder: ScriptedFolder) => folder.messages.set(9, { raw: 'Subject: late\r\n\r\n' }),
    2,
    { done: 4 },
  ],
  ['that lost a message', (folder: ScriptedFolder) => folder.messages.delete(2), 2, { done: 2, skipped: 0 }],
  [
    'that lost one and got another',
    (folder: ScriptedFolder) => {
      folder.messages.delete(2);
      folder.messages.set(9, { raw: 'Subject: late\r\n\r\n' });
    },
    ...[2, { done: 3, skipped: 0 }],
  ],
] as const)(
  'a folder %s since it was counted is listed as often as needed, and each message is accounted for [IMP-02]',
  async (_, change, lists, counts) => {
    const folder = aFolder('INBOX', messages(3));
    ground.script.folders = [folder];
    let [opened, listed] = [0, 0];
    ground.script.before = (what) => {
      if (what === 'list') listed += 1;
      if (what === 'open' && (opened += 1) === 2) change(folder);
    };
    expect(await ground.finished(await ground.schedule())).toMatchObject({ status: 'successful', messages: counts });
    expect(ground.here('INBOX')).toEqual([...folder.messages.values()].map(({ raw }) => raw).toSorted());
    expect(listed).toBe(lists);
  },
);
