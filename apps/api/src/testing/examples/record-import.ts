import {
  askImportOwner,
  cancelImport,
  deleteImport,
  fetchImportTasks,
  listMissingAddresses,
  pauseImport,
  readImportLedger,
  retryImport,
  scheduleImport,
  testImportConnection,
} from '@postern/contract/mail-import';
import {
  finishImportSignIn,
  listImportSignIns,
  readImportSignIn,
  startImportSignIn,
} from '@postern/contract/mail-import-sign-in';
import { runImports } from '../../features/mail-import/run-imports.ts';
import { aFolder, type Script } from '../scripted-mail-source.ts';
import type { TestApp } from '../start-test-app.ts';
import type { Recording } from './recorder.ts';

const HOST = 'imap.oldhost.test';
/** An account at a provider where people sign in. */
export const GMAIL = 'anna.harbour@gmail.com';
const PASSWORD = 'the password there';

/** The server that the examples import from. */
export const oldServer = (): Map<string, Script> =>
  new Map([
    [
      HOST,
      {
        ...{ password: PASSWORD, signIns: 0, before: () => {} },
        folders: [
          aFolder('INBOX', [
            'To: orders@harbour.test\r\nSubject: Flour\r\n\r\nTen sacks.\r\n',
            'Subject: Rye\r\n\r\nTwo sacks.\r\n',
          ]),
          aFolder('Spam', ['Subject: You have won\r\n\r\nClick here.\r\n'], { specialUse: '\\Junk' }),
        ],
      },
    ],
  ]);

/** Anna's mail moves in. */
export async function recordImport(app: TestApp, call: Recording, { token }: { token: string }): Promise<void> {
  const as = { token };
  const source = { host: HOST, port: 993, ssl: true, remoteEmail: 'anna@oldhost.test', remotePassword: PASSWORD };
  const wish = { ...source, destinationEmail: 'anna@harbour.test' };
  await call(testImportConnection, wish, as);
  const { task } = await call(scheduleImport, wish, as);
  const { taskId } = task;
  await call(pauseImport, { taskId }, as);
  await call(retryImport, { taskId }, as);
  await runImports(app.deps);
  await call(fetchImportTasks, {}, as);
  await call(readImportLedger, { taskId }, as);
  await call(listMissingAddresses, {}, as);
  await call(deleteImport, { taskId }, as);
  const { remotePassword: _unknown, ...without } = { ...wish, remoteEmail: 'anna.old@oldhost.test' };
  const asked = await app.must(scheduleImport, { ...without, ownerEmail: 'anna@home.test' }, as);
  await call(askImportOwner, { taskId: asked.task.taskId, ownerEmail: 'anna@work.test' }, as);
  const second = await app.must(scheduleImport, wish, as);
  await call(cancelImport, { taskId: second.task.taskId }, as);
  await call(listImportSignIns, {}, as);
  const begun = await call(startImportSignIn, { provider: 'google', remoteEmail: GMAIL }, as);
  const state = new URL(begun.url).searchParams.get('state') ?? '';
  const answer = `code=4/0AQ&state=${state}&scope=email`;
  await call(finishImportSignIn, { answer, browserSecret: begun.browserSecret });
  await call(readImportSignIn, { signInId: begun.signInId }, as);
}
