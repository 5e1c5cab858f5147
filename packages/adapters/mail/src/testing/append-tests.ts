import { expect, test } from 'vitest';
import { messageDigest } from '../message-digest.ts';
import type { AppendedMessage, MailboxRef } from '../port.ts';
import type { Harness } from './harness.ts';

type AddMailbox = (local: string, domain: string, quotaBytes?: number) => Promise<MailboxRef>;

const MEGABYTE = 1_048_576;
const DATE = new Date('2019-02-03T04:05:06Z');

const aMessage = (text: string, more: Partial<AppendedMessage> = {}): AppendedMessage => ({
  ...{ raw: Buffer.from(`Subject: old\r\n\r\n${text}\r\n`, 'latin1'), flags: [], internalDate: DATE },
  ...more,
});

const keyOf = ({ raw, internalDate }: Pick<AppendedMessage, 'raw' | 'internalDate'>): string =>
  `${messageDigest(raw)} ${internalDate?.toISOString()}`;

/** Mail that an import brings is stored as it was, all of a batch or none. */
export function appendTests(harness: () => Harness, addMailbox: AddMailbox): void {
  const withQuota = async (local: string, quotaBytes = MEGABYTE) => ({
    ...(await addMailbox(local, 'append.test', quotaBytes)),
    quotaBytes,
  });
  const digests = async (mailbox: MailboxRef, folder: string) =>
    (await harness().backend.listMessageDigests(mailbox, folder)).toSorted();

  test('messages keep their bytes, flags, keywords and dates, also with odd bytes and in odd folders [IMP-02]', async () => {
    const { backend, directory, readStored } = harness();
    const ann = await withQuota('ann');
    const odd = [
      aMessage('plain', { flags: ['\\Seen', '\\Flagged', '$Forwarded', 'Kunde'] }),
      aMessage('8 bit \xe4\xff and a NUL \0 in it'),
      aMessage('x'.repeat(9_000)),
      { ...aMessage(''), raw: Buffer.from('Subject: bare\n\nline feeds\n') },
      { ...aMessage(''), raw: Buffer.from('no header at all') },
      aMessage('plain', { internalDate: new Date('2021-12-31T23:59:59Z') }),
    ];
    for (const folder of ['INBOX', 'Projekte/Ärger & Co', '日本語 "1"', 'Sent']) {
      expect(await digests(ann, folder), folder).toEqual([]);
      await backend.appendMessages(ann, folder, odd);
      await backend.appendMessages(ann, folder, [aMessage('later')]);
      const sent = [...odd, aMessage('later')].map(({ raw }) => messageDigest(raw)).toSorted();
      expect(await digests(ann, folder), folder).toEqual(sent);
      const stored = await readStored(ann, folder);
      const found = new Map(stored.map((message) => [keyOf(message), message]));
      for (const { raw, flags, internalDate } of odd) {
        const kept = found.get(keyOf({ raw, internalDate }));
        expect(kept?.flags.toSorted(), raw.toString('latin1')).toEqual(flags.toSorted());
      }
    }
    const usage = await directory.usageWhen(ann.mailboxId, ({ messages }) => messages === 28);
    expect(usage.bytes).toBeGreaterThan(4 * 9_000);
  });

  test('a batch that the mailbox has no room for is refused, and nothing of it is stored [IMP-02]', async () => {
    const { backend } = harness();
    const bert = await withQuota('bert');
    await backend.appendMessages(bert, 'Old', [aMessage('x'.repeat(500_000))]);
    const batch = [aMessage('small'), aMessage('y'.repeat(300_000)), aMessage('z'.repeat(300_000))];
    await expect(backend.appendMessages(bert, 'Old', batch)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Quota'),
    });
    expect(await digests(bert, 'Old')).toHaveLength(1);
  });
}
