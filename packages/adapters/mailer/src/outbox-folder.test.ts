import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aMessage, mailerConformance } from './conformance.ts';
import { listOutbox, outboxFolderMailer, readOutboxMessage } from './outbox-folder.ts';

let parent: string;
let dir: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'outbox-'));
  dir = join(parent, 'outbox');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const emls = async () => (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();

mailerConformance('outbox folder', async () => ({
  mailer: outboxFolderMailer({ dir }),
  arrived: async () => Promise.all((await emls()).map((name) => readFile(join(dir, name), 'latin1'))),
  async break() {
    await rm(dir, { recursive: true, force: true });
    await writeFile(dir, 'not a folder');
  },
  async close() {},
}));

describe('the outbox folder', () => {
  const at = (epochMillis: number) => outboxFolderMailer({ dir, now: () => new Date(epochMillis) });

  test('a message sent 20 times at once by several mailers is stored once, with the time it was first sent', async () => {
    const mailers = Array.from({ length: 20 }, (_, index) => at(1_800_000_000_001 + index));
    await Promise.all(mailers.map((mailer) => mailer.send(aMessage())));
    expect(await emls()).toHaveLength(1);
    expect((await emls())[0]).toMatch(/^18000000000\d\d-msg-1\.eml$/);
    await at(1_900_000_000_000).send(aMessage());
    expect(await emls()).toHaveLength(1);
  });

  test('after a crash between taking the id and showing the message, sending it again completes it', async () => {
    await at(1_800_000_000_123).send(aMessage());
    await rm(join(dir, '1800000000123-msg-1.eml'));
    await at(1_800_000_999_999).send(aMessage());
    expect(await emls()).toEqual(['1800000000123-msg-1.eml']);
  });

  test('only the owner can read what is written, and no draft stays behind', async () => {
    await at(1).send(aMessage());
    expect((await stat(join(dir, '1-msg-1.eml'))).mode & 0o777).toBe(0o600);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect(await readdir(join(dir, 'taken'))).toEqual(['msg-1']);
  });

  test('the list is newest first, ends at its limit and is empty before the first message', async () => {
    expect(await listOutbox(dir)).toEqual([]);
    for (const [millis, messageId] of [
      [999, 'a'],
      [1001, 'b'],
      [1000, 'c'],
    ] as const) {
      await at(millis).send(aMessage({ messageId, subject: `Subject ${messageId}` }));
    }
    const list = await listOutbox(dir, 2);
    expect(list.map((one) => [one.name, one.messageId, one.subject, one.sentEpochMillis])).toEqual([
      ['1001-b.eml', 'b', 'Subject b', 1001],
      ['1000-c.eml', 'c', 'Subject c', 1000],
    ]);
    expect(list[0]).not.toHaveProperty('text');
  });

  test('a message is read with its link as it was written', async () => {
    await at(5).send(aMessage());
    const message = await readOutboxMessage(dir, '5-msg-1.eml');
    expect(message?.text).toContain('https://panel.test/set?token=abc=\n');
    expect(message?.html).toContain('<a href="https://panel.test/set?token=abc=">');
  });

  test.for([
    '../secret.eml',
    '5-../secret.eml',
    '/etc/passwd',
    '5-a.eml/../../x',
    'taken',
    '5-link.eml',
    '5-none.eml',
    '',
  ])('nothing outside the outbox is read through a name: %j', async (name) => {
    await at(5).send(aMessage());
    await writeFile(join(parent, 'secret.eml'), 'Subject: secret\r\n\r\n');
    await symlink(join(parent, 'secret.eml'), join(dir, '5-link.eml'));
    expect(await readOutboxMessage(dir, name)).toBeNull();
    expect((await listOutbox(dir)).map((one) => one.name)).toEqual(['5-msg-1.eml']);
  });

  test('a file that is no message of ours is read as empty, without an error', async () => {
    await at(5).send(aMessage());
    const bad = [
      '',
      'no headers at all',
      'Content-Type: multipart/alternative; boundary="x"\r\n\r\n--x',
      '=?utf-8?b?',
      ':',
    ];
    for (const [index, content] of bad.entries()) {
      const name = `${index}-bad.eml`;
      await writeFile(join(dir, name), content);
      await utimes(join(dir, name), 1, 1);
      expect(await readOutboxMessage(dir, name)).toMatchObject({ subject: '', text: '', html: '' });
    }
  });
});
