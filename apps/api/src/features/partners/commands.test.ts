import { beforeAll, expect, test } from 'vitest';
import { parseCommand, runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../config/config.ts';
import { type CommandDeps, UsageError } from '../../feature/command.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { readPartnerInfo } from './public.ts';

const app = useTestApp({ webhooks: false });
let deps: CommandDeps;
beforeAll(async () => {
  deps = { ...app.deps, config: readConfig({ POSTERN_DATA_DIR: app.dataDir }), checks: null };
});

const run = (...args: string[]) => runCommand(deps, parseCommand([...args, '--json']));

test('the operator sets the addresses that the panel links to, and removes one [BRD-02]', async () => {
  const { partnerId } = app.partner;
  const set = ['partner', 'set-urls', '--partner', String(partnerId)];
  const webmail = 'https://webmail.harbour.test/';
  const done = await run(...set, '--webmail', webmail, '--terms-of-use', 'https://harbour.test/terms');
  expect(done.exitCode).toBe(0);
  expect(JSON.parse(done.stdout)).toMatchObject({ partnerId, urls: { webmail, adminGuide: null } });
  expect((await run(...set, '--terms-of-use', 'none')).exitCode).toBe(0);
  const { urls } = await readPartnerInfo(app.deps, { partnerId });
  expect(urls).toMatchObject({ webmail, termsOfUse: null });
  const refused = await run(...set, '--webmail', 'http://webmail.harbour.test/');
  expect(refused.exitCode).toBe(1);
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'URL_NOT_SECURE' });
  expect((await run(...set)).exitCode).toBe(2);
  expect(() => parseCommand([...set, '--webmial', webmail])).toThrow(UsageError);
});
