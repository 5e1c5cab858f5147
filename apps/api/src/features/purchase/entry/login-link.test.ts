import { authenticatePurchase } from '@postern/contract/purchase';
import { beforeAll, expect, test } from 'vitest';
import { parseCommand, runCommand } from '../../../cli/run-command.ts';
import { readConfig } from '../../../config/config.ts';
import type { CommandDeps } from '../../../feature/command.ts';
import { aCustomerWithDomain } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });
let deps: CommandDeps;
beforeAll(() => {
  deps = { ...app.deps, config: readConfig({ POSTERN_DATA_DIR: app.dataDir }), checks: null, services: null };
});

const run = (...args: string[]) => runCommand(deps, parseCommand(['login-link', ...args, '--json'], 'evaluation'));
async function open(url: string) {
  const { searchParams } = new URL(url);
  const input = { jwt: searchParams.get('jwt') ?? '', partnerId: Number(searchParams.get('partnerId')) };
  return app.call(authenticatePurchase, input);
}
const flowOf = async (url: string) => {
  const answer = await open(url);
  return answer.ok ? answer.body.flow : answer.code;
};

test('a login link signs its customer in, once and within five minutes [PUR-08]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { url, expiresAt } = JSON.parse((await run('--email', customer.email)).stdout) as Record<string, string>;
  expect(Date.parse(expiresAt ?? '')).toBe(app.clock.now().getTime() + 300_000);
  const answer = await open(url ?? '');
  expect(answer).toMatchObject({ body: { flow: 'panel_login', params: { primaryDomain: customer.domain } } });
  expect(await flowOf(url ?? '')).toBe('purchase_denied');
  const late = JSON.parse((await run('--email', customer.email)).stdout) as { url: string };
  app.clock.advance({ minutes: 6 });
  expect(await flowOf(late.url)).toBe('INVALID_JWT');
});

test('a login link needs a customer, and a domain where several customers have the email [ENT-03] [PUR-08]', async () => {
  const unknown = await run('--email', 'nobody@nowhere.test');
  expect([unknown.exitCode, JSON.parse(unknown.stderr)]).toMatchObject([1, { code: 'NOT_FOUND' }]);
  const mine = await aCustomerWithDomain(app, { email: 'both@person.test' });
  const other = await aCustomerWithDomain(app, { email: 'both@person.test', partner: app.otherPartner });
  const ambiguous = await run('--email', 'both@person.test');
  expect(JSON.parse(ambiguous.stderr)).toMatchObject({ code: 'AMBIGUOUS_CREDENTIALS' });
  for (const { domain } of [mine, other]) {
    const { url } = JSON.parse((await run('--email', 'both@person.test', '--domain', domain)).stdout) as {
      url: string;
    };
    expect(await open(url)).toMatchObject({ body: { flow: 'panel_login', params: { primaryDomain: domain } } });
  }
});
