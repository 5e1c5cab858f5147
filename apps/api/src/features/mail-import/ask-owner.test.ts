import { askImportOwner, fetchImportTasks, retryImport, scheduleImport } from '@postern/contract/mail-import';
import { expect, test } from 'vitest';
import { aCustomerWithDomain } from '../../testing/builders.ts';
import { messages, tokenOfImportMail, useImportGround } from '../../testing/mail-import-ground.ts';
import { aFolder } from '../../testing/scripted-mail-source.ts';
import { aSessionAs } from '../../testing/session-as.ts';

const ground = useImportGround();
const { app, wish, run, read, finished } = ground;
const as = (token = ground.customer.token) => ({ token });

test('an import without a password mails its owner a link and copies nothing before the owner enters it, and a new link closes an older one [IMP-01] [IMP-03]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(3))];
  const to = `owner${ground.number}@else.test`;
  const { remotePassword: _unknown, ...without } = wish();
  const { task } = await app.must(scheduleImport, { ...without, ownerEmail: to.toUpperCase() }, as());
  expect(task).toMatchObject({ status: 'interrupted', error: 'PASSWORD_MISSING', mailedTo: to, ownerEmail: to });
  expect(await app.refusal(retryImport, { taskId: task.taskId }, as())).toBe('IMPORT_PASSWORD_NEEDED');
  await run();
  expect(await read(task)).toMatchObject({ status: 'interrupted', error: 'PASSWORD_MISSING' });
  expect(ground.script.signIns).toBe(0);
  const first = await tokenOfImportMail(app, to);
  // The mail says who asks for the password, for which account, and where its mail will go.
  const { text } = (await app.readMails()).find((mail) => mail.to === to) ?? { text: '' };
  for (const fact of [ground.customer.email, task.sourceEmail, task.destinationEmail, task.host])
    expect(text).toContain(fact);
  const second = `home${ground.number}@else.test`;
  expect(await app.must(askImportOwner, { taskId: task.taskId, ownerEmail: second }, as())).toMatchObject({
    task: { mailedTo: second },
  });
  const link = (token: string) => ({ headers: { authorization: `Import ${token}` } });
  expect(await app.refusal(fetchImportTasks, {}, link(first))).toBe('TOKEN_EXPIRED');
  const token = await tokenOfImportMail(app, second);
  await app.must(scheduleImport, wish(), link(token));
  expect(await finished(task)).toMatchObject({ status: 'successful', messages: { done: 3 } });
  // Asking again after the import has ended changes nothing and mails nobody.
  const mails = (await app.readMails()).length;
  await app.must(askImportOwner, { taskId: task.taskId, ownerEmail: to }, as());
  expect((await app.readMails()).slice(mails).filter((mail) => mail.text.includes('resume-import'))).toEqual([]);
});

test('a mailbox user can’t ask an owner, a bad address is refused, and one address gets at most five links in 15 minutes [IMP-03]', async () => {
  const { remotePassword: _unknown, ...without } = wish();
  const own = await aSessionAs(app, ground.customer, {
    ...{ role: 'accountAdmin', email: ground.box.email, mailboxId: ground.box.id },
  });
  const ownerEmail = `flood${ground.number}@else.test`;
  expect(await app.refusal(scheduleImport, { ...without, ownerEmail }, as(own))).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(scheduleImport, without, as())).toBe('VALIDATION_FAILED');
  expect(await app.refusal(scheduleImport, { ...without, ownerEmail: 'nobody' }, as())).toBe('VALIDATION_FAILED');
  const { task } = await app.must(scheduleImport, { ...without, ownerEmail }, as());
  expect(await app.refusal(askImportOwner, { taskId: task.taskId, ownerEmail }, as(own))).toBe('NOT_AUTHORIZED');
  const stranger = await aCustomerWithDomain(app);
  expect(await app.refusal(askImportOwner, { taskId: task.taskId, ownerEmail }, as(stranger.token))).toBe('NOT_FOUND');
  // With the first link these are five; the stranger's call used up none of them.
  for (let time = 0; time < 4; time += 1) await app.must(askImportOwner, { taskId: task.taskId, ownerEmail }, as());
  expect(await app.refusal(askImportOwner, { taskId: task.taskId, ownerEmail }, as())).toBe('TOO_MANY_ATTEMPTS');
});
