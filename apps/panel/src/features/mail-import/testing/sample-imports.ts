import type { FolderLedgerView, ImportTask } from '@postern/contract/mail-import';
import type { ConnectionTest } from '../queries.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const GB = 1024 ** 3;

/** An import that runs, in the middle of its third folder. */
export const aRunningImport = (changes: Partial<ImportTask> = {}): ImportTask => ({
  taskId: id(701),
  ...{ sourceEmail: 'ada.fields@mail.oldhost.example', destinationEmail: 'ada@bluebottle.coffee' },
  destinationName: 'Ada Fields',
  status: 'started',
  createdOnEpochMillis: Date.parse('2026-11-22T09:00:00.000Z'),
  messages: { total: 11_910, done: 8594, failed: 1, skipped: 2, present: 16 },
  bytes: { total: 4.3 * GB, done: 3.1 * GB },
  currentFolder: 'Kunden/Oberhuber-Castellanos & Söhne, Angebote',
  ...{ host: 'imap.oldhost.example', port: 993, ssl: true },
  ...{ withJunkAndTrash: false, isCounting: false, secondsLeft: 240 },
  startedAt: '2026-11-22T09:00:00.000Z',
  ...changes,
});

/** One that has ended well. */
export const aFinishedImport = (changes: Partial<ImportTask> = {}): ImportTask => {
  const { currentFolder: _folder, secondsLeft: _left, ...rest } = aRunningImport();
  return {
    ...rest,
    taskId: id(702),
    ...{ sourceEmail: 'bert@mail.oldhost.example', destinationEmail: 'bert@bluebottle.coffee' },
    destinationName: 'Bert Maas',
    status: 'successful',
    messages: { total: 2014, done: 2014, failed: 0, skipped: 0, present: 18 },
    bytes: { total: 1.2 * GB, done: 1.2 * GB },
    startedAt: '2026-11-21T18:31:00.000Z',
    endedAt: '2026-11-21T18:40:00.000Z',
    erasedAt: '2026-11-21T18:40:00.000Z',
    ...changes,
  };
};

/** One whose password no longer works. */
export const anInterruptedImport = (changes: Partial<ImportTask> = {}): ImportTask => ({
  ...aFinishedImport(),
  taskId: id(703),
  ...{ sourceEmail: '山田太郎@旧会社.example', destinationEmail: 'anna@bluebottle.coffee' },
  destinationName: 'Anna-Lena Oberhuber-Castellanos',
  status: 'interrupted',
  error: 'IMAP_AUTH_FAILED',
  mailedTo: 'anna@private.example',
  messages: { total: 900, done: 300, failed: 0, skipped: 0 },
  ...changes,
});

const folder = (
  name: string,
  found: number,
  copied: number,
  rest: Partial<FolderLedgerView> = {},
): FolderLedgerView => ({
  ...{ folder: name, target: name, found, copied, present: 0, skipped: [], failed: 0 },
  ...{ bytesFound: found * 1000, bytesCopied: copied * 1000 },
  ...rest,
});

/** The report of the running import. */
export const RUNNING_FOLDERS: FolderLedgerView[] = [
  folder('INBOX', 4212, 4208, {
    present: 2,
    skipped: [
      {
        ...{ reason: 'TOO_LARGE', subject: 'Kitchen plans, final (3)', date: '2021-03-12T10:00:00.000Z' },
        ...{ size: 61 * 1024 ** 2, limitBytes: 50 * 1024 ** 2 },
      },
      { reason: 'EMPTY', subject: null, date: '1970-01-01T00:00:00.000Z', size: 0 },
    ],
  }),
  folder('Sent', 3180, 3180),
  folder('Kunden/Oberhuber-Castellanos & Söhne, Angebote', 2604, 1190, {
    present: 14,
    failed: 1,
    failures: [
      {
        ...{ reason: 'SERVER_ERROR', subject: 'Re: Angebot 2024-118 見積書', date: '2024-06-04T10:00:00.000Z' },
        ...{ size: 48 * 1024, detail: 'NO [SERVERBUG] Internal error' },
      },
    ],
  }),
  folder('Archive 2019–2023', 1902, 0),
  folder('Drafts', 12, 0),
];

/** The report of the finished import. */
export const FINISHED_FOLDERS: FolderLedgerView[] = [
  folder('INBOX', 1320, 1302, { present: 18 }),
  folder('Sent', 601, 601),
  folder('Archive', 88, 88),
  folder('Drafts', 5, 5),
];

/** What a good test of the connection finds. */
export const A_GOOD_TEST: ConnectionTest = {
  folders: [
    { folder: 'INBOX', target: 'INBOX', isRenamed: false, messages: 4212, bytes: 2 * GB },
    { folder: 'Gesendet', target: 'Sent', isRenamed: false, messages: 3180, bytes: GB },
    { folder: 'Kunden', target: 'Kunden', isRenamed: false, messages: 4518, bytes: 1.3 * GB },
    { folder: 'Spam', isRenamed: false, messages: 44, bytes: 1000, leftOut: 'junk' },
    { folder: 'Papierkorb', isRenamed: false, messages: 1000, bytes: 1000, leftOut: 'trash' },
  ],
  messages: 11_910,
  bytes: 4.3 * GB,
  freeBytes: 7.1 * GB,
};
