import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf7Length } from './folder-path.ts';
import type { LedgerCount } from './import-ledger.ts';
import { IMPORT_STATUSES } from './import-status.ts';
import type { ListedFolder } from './plan-folders.ts';
import {
  canImport,
  canRetry,
  countDigests,
  type FolderLedger,
  isBalanced,
  isOver,
  mayImportInto,
  mayRunNow,
  outcomeOf,
  parseMailServer,
  planFolders,
  splitPresent,
  waitBeforeRetry,
  withoutDigests,
} from './index.ts';

const count = (found: number, copied = 0, present = 0, skipped = 0, failed = 0): LedgerCount => ({
  ...{ found, copied, present, skipped, failed },
});
const folder = (messages: LedgerCount, bytes: LedgerCount = messages): FolderLedger => ({ messages, bytes });

describe('how an import ended', () => {
  test.each<[string, FolderLedger[], ReturnType<typeof outcomeOf>]>([
    ['everything copied', [folder(count(3, 3)), folder(count(0))], 'successful'],
    ['some were there', [folder(count(3, 2, 1))], 'duplicated_successful'],
    ['all were there', [folder(count(3, 0, 3))], 'duplicated_successful'],
    ['one skipped', [folder(count(3, 2, 0, 1))], 'partial_successful'],
    ['one failed beside one that was there', [folder(count(2, 0, 1, 0, 1))], 'partial_successful'],
    ['nothing copied', [folder(count(2, 0, 0, 1, 1))], 'failed'],
    ['no message', [folder(count(0)), folder(count(0))], 'noImport'],
    ['no folder', [], 'noImport'],
    ['a message unaccounted for', [folder(count(5, 5)), folder(count(3, 2))], 'partial_successful'],
    ['a byte unaccounted for', [folder(count(3, 3), count(90, 89))], 'partial_successful'],
    ['too many, which hides one too few elsewhere', [folder(count(3, 4)), folder(count(3, 2))], 'partial_successful'],
  ])('%s: %#', (_title, folders, outcome) => {
    expect(outcomeOf(folders, true)).toBe(outcome);
  });

  const counts = fc.record({
    ...{ found: fc.nat(9), copied: fc.nat(9), present: fc.nat(9), skipped: fc.nat(9), failed: fc.nat(9) },
  });
  const ledgers = fc.array(fc.record({ messages: counts, bytes: counts }), { maxLength: 4 });

  test("no import is called successful while one folder's sums differ, or a folder wasn't read [IMP-02]", () => {
    fc.assert(
      fc.property(ledgers, fc.boolean(), (folders, isComplete) => {
        const outcome = outcomeOf(folders, isComplete);
        if (outcome === 'failed' || outcome === 'partial_successful') return;
        expect(isComplete && folders.every(isBalanced)).toBe(true);
        expect(folders.every(({ messages }) => messages.failed + messages.skipped === 0)).toBe(true);
      }),
    );
  });

  test('an import is over in each state in which it does no work, and only a failed, partial or cancelled one is retried', () => {
    expect(IMPORT_STATUSES.filter((status) => !isOver(status))).toEqual(['initialized', 'started', 'interrupted']);
    expect(IMPORT_STATUSES.filter(canRetry)).toEqual(['failed', 'cancelled', 'partial_successful']);
  });
});

describe('the mail server', () => {
  test.each<[string, number | null, boolean, string | { host: string; port: number }]>([
    ['imap.example.com', null, true, { host: 'imap.example.com', port: 993 }],
    [' IMAP.Example.com ', null, false, { host: 'imap.example.com', port: 143 }],
    ['imap.example.com:143', null, true, { host: 'imap.example.com', port: 143 }],
    ['imap.example.com:993', 993, true, { host: 'imap.example.com', port: 993 }],
    ['imap.example.com:993', 143, true, 'PORTS_DIFFER'],
    ['imap.example.com:00993', null, true, { host: 'imap.example.com', port: 993 }],
    ['imap.example.com:123456', null, true, 'HOST_INVALID'],
    ['imap.example.com:99999', null, true, 'PORT_INVALID'],
    ['imap.example.com:0', null, true, 'PORT_INVALID'],
    ['imap.example.com:25', null, true, 'PORT_NOT_ALLOWED'],
    ['imap.example.com:', null, true, 'HOST_INVALID'],
    ['bücher.example', null, true, { host: 'xn--bcher-kva.example', port: 993 }],
    ['192.0.2.1', null, true, { host: '192.0.2.1', port: 993 }],
    ['192.0.2.1:993', null, true, { host: '192.0.2.1', port: 993 }],
    ['[2001:DB8::1]:993', null, true, { host: '2001:db8::1', port: 993 }],
    ['2001:db8::1', null, true, { host: '2001:db8::1', port: 993 }],
    ['', null, true, 'HOST_REQUIRED'],
    ['localhost', null, true, 'HOST_INVALID'],
    ['2130706433', null, true, 'HOST_INVALID'],
    ['0177.0.0.1', null, true, 'HOST_INVALID'],
    ['0x7f.1', null, true, 'HOST_INVALID'],
    ['imap.example.com/path', null, true, 'HOST_INVALID'],
    ['user@imap.example.com', null, true, 'HOST_INVALID'],
    ['imap.example.com:993:993', null, true, 'HOST_INVALID'],
    ['a'.repeat(5000), null, true, 'HOST_INVALID'],
  ])('%s with the port %s [IMP-01]', (host, port, ssl, expected) => {
    const parsed = parseMailServer({ host, port, ssl });
    expect(parsed.ok ? parsed.value : parsed.code).toEqual(expected);
  });

  test('an operator can allow more ports [IMP-01]', () => {
    const typed = { host: 'imap.example.com:10143', port: null, ssl: false };
    expect(parseMailServer({ ...typed, allowedPorts: [10_143] })).toMatchObject({ value: { port: 10_143 } });
  });
});

describe('room and rights', () => {
  test.each([
    [9_500, 10_000, 0, null],
    [9_501, 10_000, 0, { reason: 'FULL', missingBytes: 0 }],
    [9_500, 10_000, 500, null],
    [9_500, 10_000, 501, { reason: 'DOES_NOT_FIT', missingBytes: 1 }],
    [0, 0, 0, null],
    [1, 0, 0, { reason: 'FULL', missingBytes: 1 }],
  ])('%d of %d bytes used, %d to come: %o [IMP-01]', (usedBytes, quotaBytes, neededBytes, attrs) => {
    const verdict = canImport({ usedBytes, quotaBytes, neededBytes });
    expect(verdict).toMatchObject(attrs === null ? { ok: true } : { code: 'QUOTA_TOO_SMALL', attrs });
  });

  test('admins import into each mailbox, owners into their own, supporters into none [IMP-01]', () => {
    expect(mayImportInto({ role: 'domainAdmin', mailboxId: null }, 'a')).toBe(true);
    expect(mayImportInto({ role: 'accountAdmin', mailboxId: 'a' }, 'a')).toBe(true);
    expect(mayImportInto({ role: 'accountAdmin', mailboxId: 'b' }, 'a')).toBe(false);
    for (const role of ['partnerSupport', 'productSupport', 'productStaff'] as const)
      expect(mayImportInto({ role, mailboxId: 'a' }, 'a')).toBe(false);
  });

  test('five imports run in a domain at once, and one into a mailbox [IMP-02]', () => {
    expect(mayRunNow({ inDomain: 4, intoMailbox: 0 })).toBe(true);
    expect(mayRunNow({ inDomain: 5, intoMailbox: 0 })).toBe(false);
    expect(mayRunNow({ inDomain: 1, intoMailbox: 1 })).toBe(false);
  });

  test('waiting doubles up to a quarter of an hour, and up to an hour when the source asks for it [IMP-02]', () => {
    expect([1, 2, 3, 99].map((failures) => waitBeforeRetry('unreachable', failures))).toEqual([
      ...[10_000, 20_000, 40_000, 900_000],
    ]);
    expect([1, 2, 99].map((failures) => waitBeforeRetry('throttled', failures))).toEqual([60_000, 120_000, 3_600_000]);
  });
});

const listed = (path: string, more: Partial<ListedFolder> = {}): ListedFolder => ({
  ...{ path, delimiter: '/', specialUse: null, isSelectable: true, ...more },
});
const plan = (folders: ListedFolder[], choice: Partial<Parameters<typeof planFolders>[1]> = {}) => {
  const { copied, leftOut } = planFolders(folders, { withJunk: false, withTrash: false, ...choice });
  return {
    copied: Object.fromEntries(copied.map(({ source, target }) => [source, target])),
    leftOut: Object.fromEntries(leftOut.map(({ source, reason }) => [source, reason])),
  };
};

describe('folders', () => {
  test('purposes are taken from the server, and from the name only where it says none [IMP-02]', () => {
    const folders = [
      ...[listed('INBOX'), listed('Gesendete Elemente', { specialUse: '\\Sent' }), listed('Sent'), listed('Entwürfe')],
      ...[listed('Gelöschte Elemente'), listed('Junk-E-Mail', { specialUse: '\\Junk' }), listed('Archiv/2019')],
    ];
    expect(plan(folders)).toEqual({
      copied: {
        ...{ INBOX: 'INBOX', 'Gesendete Elemente': 'Sent', Sent: 'Sent (2)', Entwürfe: 'Drafts' },
        'Archiv/2019': 'Archiv/2019',
      },
      leftOut: { 'Gelöschte Elemente': 'trash', 'Junk-E-Mail': 'junk' },
    });
    expect(plan(folders, { withJunk: true, withTrash: true }).copied).toMatchObject({
      ...{ 'Gelöschte Elemente': 'Trash', 'Junk-E-Mail': 'Junk' },
    });
  });

  test.each([
    ['en', 'Sent Items', 'Drafts', 'Deleted Items', 'Junk Email'],
    ['de', 'Gesendet', 'Entwürfe', 'Papierkorb', 'Spamverdacht'],
    ['fr', 'Éléments envoyés', 'Brouillons', 'Corbeille', 'Courrier indésirable'],
    ['es', 'Elementos enviados', 'Borradores', 'Papelera', 'Correo no deseado'],
    ['it', 'Posta inviata', 'Bozze', 'Cestino', 'Posta indesiderata'],
    ['pt', 'Enviados', 'Rascunhos', 'Lixeira', 'Lixo Eletrônico'],
    ['nl', 'Verzonden items', 'Concepten', 'Prullenbak', 'Ongewenste e-mail'],
    ['pl', 'Elementy wysłane', 'Kopie robocze', 'Kosz', 'Wiadomości-śmieci'],
    ['sv', 'Skickat', 'Utkast', 'Papperskorgen', 'Skräppost'],
    ['ru', 'Отправленные', 'Черновики', 'Корзина', 'Спам'],
    ['ja', '送信済みアイテム', '下書き', 'ゴミ箱', '迷惑メール'],
    ['zh', '已发送', '草稿箱', '已删除', '垃圾邮件'],
  ])('names in %s are understood [IMP-02]', (_language, sent, drafts, trash, junk) => {
    // As macOS writes them: letters and accents apart.
    const folders = [sent, drafts, trash, junk].map((path) => listed(path.normalize('NFD')));
    const { copied } = plan(folders, { withJunk: true, withTrash: true });
    expect(Object.values(copied)).toEqual(['Sent', 'Drafts', 'Trash', 'Junk']);
  });

  test('folders in the sent folder go there, folders in the bin are left out with it [IMP-02]', () => {
    const { copied, leftOut } = plan([
      listed('Gesendet'),
      listed('Gesendet/2019/Mai'),
      listed('Trash'),
      listed('Trash/x'),
    ]);
    expect(copied).toEqual({ Gesendet: 'Sent', 'Gesendet/2019/Mai': 'Sent/2019/Mai' });
    expect(leftOut).toEqual({ Trash: 'trash', 'Trash/x': 'trash' });
  });

  test('the prefix INBOX goes if the server keeps everything under it, and stays if a person chose it [IMP-02]', () => {
    const dots = { delimiter: '.' };
    expect(plan([listed('INBOX', dots), listed('INBOX.Sent', dots), listed('INBOX.A.b', dots)]).copied).toEqual({
      ...{ INBOX: 'INBOX', 'INBOX.Sent': 'Sent', 'INBOX.A.b': 'A/b' },
    });
    expect(plan([listed('Inbox'), listed('Inbox/Boss'), listed('Other')]).copied).toEqual({
      ...{ Inbox: 'INBOX', 'Inbox/Boss': 'INBOX/Boss', Other: 'Other' },
    });
  });

  test('a name that the destination lacks letters for is replaced visibly, and no two become one [IMP-02]', () => {
    const { copied } = planFolders(
      [
        listed('v1.2'),
        listed('v1_2'),
        listed('A/B', { delimiter: '.' }),
        listed('100%'),
        listed('~x'),
        listed('😀 日本'),
      ],
      { withJunk: false, withTrash: false },
    );
    expect(copied).toEqual([
      { source: 'v1.2', target: 'v1_2', isRenamed: true },
      { source: 'v1_2', target: 'v1_2 (2)', isRenamed: true },
      { source: 'A/B', target: 'A_B', isRenamed: true },
      { source: '100%', target: '100_', isRenamed: true },
      { source: '~x', target: '_x', isRenamed: true },
      { source: '😀 日本', target: '😀 日本', isRenamed: false },
    ]);
  });

  test('sixty levels fit; a name that is too long is cut with a mark [IMP-02]', () => {
    const deep = Array.from({ length: 60 }, (_, at) => `${at}`).join('/');
    const long = 'ä'.repeat(300);
    const { copied } = plan([listed(deep), listed(long), listed(`${long}b`)]);
    expect(copied[deep]).toBe(deep);
    expect(copied[long]).toMatch(/^ä+…$/);
    expect(copied[`${long}b`]).toMatch(/^ä+… \(2\)$/);
  });

  test('whatever a source lists, each folder has a place of its own that the destination can take [IMP-02]', () => {
    const name = fc.string({ unit: 'binary', maxLength: 40 });
    const folders = fc.array(
      fc.record({
        path: fc.oneof(fc.constantFrom('INBOX', 'inbox', 'Sent', 'sent', 'INBOX/Sent', 'Trash/a'), name),
        delimiter: fc.constantFrom('/', '.', null),
        specialUse: fc.constantFrom(null, '\\Sent', '\\Trash', '\\All', '\\sent'),
        isSelectable: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(folders, fc.boolean(), (all, isTicked) => {
        const { copied, leftOut } = planFolders(all, { withJunk: isTicked, withTrash: isTicked });
        expect(copied.length + leftOut.length).toBe(all.length);
        const targets = copied.map(({ target }) => target.toLowerCase());
        expect(new Set(targets).size).toBe(targets.length);
        for (const { target } of copied) {
          expect(utf7Length(target)).toBeLessThanOrEqual(230);
          expect(target).not.toMatch(/[.*%\p{Cc}]|^~|^\/|\/\/|\/$/u);
        }
      }),
    );
  }, 30_000);

  test('if a source has labels, its folder of all messages is read last, as the archive; otherwise folders that repeat others are left out [IMP-02]', () => {
    const gmail = [
      ...[listed('INBOX'), listed('Work'), listed('[Gmail]', { isSelectable: false })],
      ...[
        listed('[Gmail]/Alle Nachrichten', { specialUse: '\\All' }),
        listed('[Gmail]/Spam', { specialUse: '\\Junk' }),
      ],
      ...[
        listed('[Gmail]/Markiert', { specialUse: '\\Flagged' }),
        listed('[Gmail]/Wichtig', { specialUse: '\\Important' }),
      ],
    ];
    expect(plan(gmail, { hasLabels: true }).copied).toEqual({
      INBOX: 'INBOX',
      Work: 'Work',
      '[Gmail]/Alle Nachrichten': 'Archive',
    });
    expect(Object.keys(plan(gmail, { hasLabels: true }).copied).at(-1)).toBe('[Gmail]/Alle Nachrichten');
    expect(Object.keys(plan(gmail).copied)).toEqual(['INBOX', 'Work']);
  });
});

describe('which messages the destination has', () => {
  const messages = (digests: string[]) => digests.map((digest, at) => ({ uid: at + 1, digest }));

  test('equal messages count one by one [IMP-02]', () => {
    const { present, missing } = splitPresent(messages(['a', 'a', 'b', 'a']), countDigests(['a', 'c', 'a']));
    expect([present.map(({ uid }) => uid), missing.map(({ uid }) => uid)]).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('after any lost answer, what is left to copy makes each message be there as often as in the source [IMP-02]', () => {
    const digests = fc.array(fc.constantFrom<string[]>('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(digests, digests, fc.nat(12), fc.nat(12), (source, before, settledTo, putOf) => {
        // Some messages are settled, of the next ones some were put before the answer was lost.
        const destination = [...before];
        const settled = source.slice(0, settledTo);
        destination.push(...splitPresent(messages(settled), countDigests(before)).missing.map(({ digest }) => digest));
        const open = messages(source.slice(settledTo));
        const unclaimed = withoutDigests(countDigests(destination), settled);
        destination.push(
          ...splitPresent(open, unclaimed)
            .missing.slice(0, putOf)
            .map(({ digest }) => digest),
        );
        const found = withoutDigests(countDigests(destination), settled);
        destination.push(...splitPresent(open, found).missing.map(({ digest }) => digest));
        const wanted = countDigests(source);
        for (const [digest, times] of countDigests(destination))
          expect(times).toBe(Math.max(wanted.get(digest) ?? 0, countDigests(before).get(digest) ?? 0));
      }),
    );
  });
});
