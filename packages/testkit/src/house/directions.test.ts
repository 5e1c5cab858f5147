import path from 'node:path';
import { expect, test } from 'vitest';
import { checkDirections } from '../../../../scripts/parts/check-directions.mjs';
import { type Cruise, cruise } from '../../../../scripts/parts/cruise.mjs';
import { findFolderCircles } from '../../../../scripts/parts/folder-circles.mjs';
import { findUnreadFiles, listCode } from '../../../../scripts/parts/unread-files.mjs';
import { plantedHouse } from './planted-house.ts';
import { root } from './repository.ts';

/** A house in which every import is allowed. */
const SOUND = {
  'packages/domain/src/plans/index.ts': "export type { Plan } from './plan.ts';",
  'packages/domain/src/plans/plan.ts': 'export type Plan = { limit: number };',
  'packages/domain/src/mailboxes/index.ts': "export { canCreateMailbox } from './can-create-mailbox.ts';",
  'packages/domain/src/mailboxes/can-create-mailbox.ts':
    "import type { Plan } from '../plans/index.ts';\nexport const canCreateMailbox = (plan: Plan, n: number) => n < plan.limit;",
  'packages/contract/src/mailboxes.ts':
    "import { it } from 'zod';\nimport { canCreateMailbox } from '@postern/domain/mailboxes';\nexport const operation = { it, canCreateMailbox };",
  'packages/adapters/mail/src/port.ts':
    "import type { Plan } from '@postern/domain/plans';\nexport type MailStore = { plan: Plan };",
  'packages/adapters/mail/src/embedded.ts':
    "import type { MailStore } from './port.ts';\nexport const embedded = (): MailStore => ({ plan: { limit: 1 } });",
  'packages/adapters/mail/src/conformance.ts': "import { it } from 'vitest';\nexport const conformance = it;",
  'packages/adapters/mail/src/queue-port.ts': 'export type MailQueue = { messages: number };',
  'packages/adapters/dns/src/port.ts': 'export type Dns = { lookup: () => void };',
  'packages/sandbox-gateway/src/main.ts': "import { it } from 'fastify';\nit;",
  'packages/sandbox-gateway/src/sign-webhook.ts': 'export const signWebhook = () => 1;',
  'packages/sandbox-gateway/src/testing/gateway-process.ts': 'export const startGatewayProcess = () => 1;',
  'packages/adapters/mail/src/embedded.test.ts':
    "import { startGatewayProcess } from '@postern/sandbox-gateway/testing/gateway-process';\nstartGatewayProcess;",
  'packages/ui/src/buttons/button.tsx': "import { it } from 'react';\nexport const Button = () => it;",
  'packages/testkit/src/moving-clock.ts': 'export const movingClock = () => 1;',
  'apps/api/src/db/client.ts': "import { it } from 'drizzle-orm';\nexport const db = it;",
  'apps/api/src/features/mailboxes/tables.ts': "import { it } from 'drizzle-orm';\nexport const mailboxTable = it;",
  'apps/api/src/features/plans/tables.ts': "import { it } from 'drizzle-orm';\nexport const planTable = it;",
  'apps/api/src/features/index.ts':
    "import { routes } from './mailboxes/routes.ts';\nexport const FEATURES = [routes];",
  'apps/api/src/http/serve.ts': "import { it } from 'fastify';\nexport const serve = it;",
  'apps/api/src/features/plans/public.ts': "export { readPlan } from './read-plan.ts';",
  'apps/api/src/features/plans/read-plan.ts': 'export const readPlan = () => 1;',
  'apps/api/src/features/mailboxes/mailbox-repository.ts':
    "import { db } from '../../db/client.ts';\nimport { mailboxTable } from './tables.ts';\nexport const insertMailbox = () => [db, mailboxTable];",
  'apps/api/src/features/mailboxes/create-mailbox.ts':
    "import type { MailStore } from '@postern/adapter-mail/port';\nimport type { MailQueue } from '@postern/adapter-mail/queue-port';\nimport { readPlan } from '../plans/public.ts';\nimport { insertMailbox } from './mailbox-repository.ts';\nexport const createMailbox = (mail: MailStore, queue: MailQueue) => [mail, queue, readPlan, insertMailbox];",
  'apps/api/src/features/mailboxes/routes.ts':
    "import { it } from 'fastify';\nimport { operation } from '@postern/contract/mailboxes';\nimport { serve } from '../../http/serve.ts';\nimport { createMailbox } from './create-mailbox.ts';\nexport const routes = [it, operation, serve, createMailbox];",
  'apps/api/src/features/mailboxes/create-mailbox.test.ts':
    "import { it } from 'vitest';\nimport { embedded } from '@postern/adapter-mail/embedded';\nimport { movingClock } from '@postern/testkit/moving-clock';\nawait using store = embedded();\nit; movingClock;",
  'apps/api/src/app.ts': "import { FEATURES } from './features/index.ts';\nexport const app = FEATURES;",
  'apps/api/src/main.ts':
    "import { embedded } from '@postern/adapter-mail/embedded';\nimport { app } from './app.ts';\napp; embedded;",
  'apps/panel/src/lib/http/query-keys.ts': 'export const keys = 1;',
  'apps/panel/src/features/plans/queries.ts':
    "import { keys } from '../../lib/http/query-keys.ts';\nexport const planQuery = keys;",
  'apps/panel/src/features/plans/plan-card.tsx':
    "import { Button } from '@postern/ui/buttons/button';\nexport const PlanCard = Button;",
  'apps/panel/src/features/mailboxes/queries.ts':
    "import { operation } from '@postern/contract/mailboxes';\nexport const mailboxesQuery = operation;",
  'apps/panel/src/features/plans/panel.ts': "export { PlanCard } from './plan-card.tsx';",
  'apps/panel/src/features/mailboxes/mailboxes-page.tsx':
    "import { PlanCard } from '../plans/panel.ts';\nimport { planQuery } from '../plans/queries.ts';\nexport const Page = () => [PlanCard, planQuery];",
  'apps/panel/src/features/mailboxes/screens.ts':
    "export const screens = { '/': async () => (await import('./mailboxes-page.tsx')).Page };",
  'apps/panel/src/app/router.tsx':
    "import { screens } from '../features/mailboxes/screens.ts';\nexport const router = screens;",
  'apps/panel/src/main.tsx': "import { router } from './app/router.tsx';\nrouter;",
  'e2e/create-mailbox.spec.ts': "import { movingClock } from '@postern/testkit/moving-clock';\nmovingClock;",
  'bench/src/main.ts': 'export const bench = 1;',
};

const usesOf = (name: string, from: string) => `import { ${name} } from '${from}';\nexport const used = ${name};`;
const typeOf = (name: string, from: string) => `import type { ${name} } from '${from}';\nexport type Used = ${name};`;

/** At least one fault per rule: the rule, the file, its text. */
const FAULTS: [rule: string, file: string, text: string][] = [
  ['no-circular', 'packages/domain/src/plans/bad-cycle.ts', typeOf('Plan', './plan.ts')],
  ['no-unresolved', 'apps/panel/src/features/mailboxes/bad-missing.ts', usesOf('x', './missing.ts')],
  [
    'no-unresolved',
    'apps/panel/src/features/mailboxes/bad-lazy.ts',
    "export async function open() {\n  using page = await import('./gone.ts');\n  return page;\n}",
  ],
  ['domain-is-pure', 'packages/domain/src/mailboxes/bad-node.ts', usesOf('readFileSync', 'node:fs')],
  ['domain-is-pure', 'packages/domain/src/mailboxes/bad-package.ts', usesOf('it', 'zod')],
  [
    'domain-is-pure',
    'packages/domain/src/mailboxes/bad-contract.ts',
    typeOf('operation', '@postern/contract/mailboxes'),
  ],
  [
    'contract-knows-only-domain',
    'packages/contract/src/bad-port.ts',
    typeOf('MailStore', '@postern/adapter-mail/port'),
  ],
  ['contract-knows-only-domain', 'packages/contract/src/bad-package.ts', usesOf('it', 'fastify')],
  ['adapter-stands-alone', 'packages/adapters/mail/src/bad-adapter.ts', typeOf('Dns', '@postern/adapter-dns/port')],
  [
    'adapter-stands-alone',
    'packages/adapters/mail/src/bad-contract.ts',
    usesOf('operation', '@postern/contract/mailboxes'),
  ],
  [
    'gateway-imports-nothing-of-ours',
    'packages/sandbox-gateway/src/bad-port.ts',
    typeOf('Dns', '@postern/adapter-dns/port'),
  ],
  [
    'gateway-imports-nothing-of-ours',
    'packages/sandbox-gateway/src/bad-rule.ts',
    typeOf('Plan', '@postern/domain/plans'),
  ],
  [
    'gateway-is-a-process',
    'packages/adapters/mail/src/bad-gateway.test.ts',
    usesOf('signWebhook', '@postern/sandbox-gateway/sign-webhook'),
  ],
  [
    'gateway-is-a-process',
    'apps/api/src/features/mailboxes/bad-gateway.ts',
    usesOf('signWebhook', '@postern/sandbox-gateway/sign-webhook'),
  ],
  ['ui-has-no-domain-words', 'packages/ui/src/bad-domain.tsx', usesOf('canCreateMailbox', '@postern/domain/mailboxes')],
  ['testkit-below-the-apps', 'packages/testkit/src/bad-app.ts', usesOf('app', '../../../apps/api/src/app.ts')],
  ['journeys-stay-outside', 'e2e/bad-inside.ts', usesOf('app', '../apps/api/src/app.ts')],
  [
    'panel-never-imports-server',
    'apps/panel/src/features/mailboxes/bad-server.ts',
    usesOf('db', '../../../../api/src/db/client.ts'),
  ],
  [
    'panel-never-imports-server',
    'apps/panel/src/features/mailboxes/bad-adapter.ts',
    usesOf('embedded', '@postern/adapter-mail/embedded'),
  ],
  ['browser-has-no-node', 'apps/panel/src/lib/bad-node.ts', usesOf('randomUUID', 'node:crypto')],
  ['api-never-imports-browser', 'apps/api/src/features/mailboxes/bad-react.ts', usesOf('it', 'react')],
  [
    'api-never-imports-browser',
    'apps/api/src/features/mailboxes/bad-panel.ts',
    usesOf('keys', '../../../../panel/src/lib/http/query-keys.ts'),
  ],
  [
    'panel-feature-surface',
    'apps/panel/src/features/mailboxes/bad-inside.tsx',
    usesOf('PlanCard', '../plans/plan-card.tsx'),
  ],
  [
    'panel-app-uses-the-surface',
    'apps/panel/src/app/bad-inside.tsx',
    usesOf('PlanCard', '../features/plans/plan-card.tsx'),
  ],
  [
    'panel-queries-are-leaves',
    'apps/panel/src/features/plans/queries.ts',
    usesOf('mailboxesQuery', '../mailboxes/queries.ts'),
  ],
  [
    'panel-features-below-app',
    'apps/panel/src/features/mailboxes/bad-app.ts',
    usesOf('router', '../../app/router.tsx'),
  ],
  [
    'panel-lib-below-features',
    'apps/panel/src/lib/bad-feature.ts',
    usesOf('mailboxesQuery', '../features/mailboxes/queries.ts'),
  ],
  ['api-feature-surface', 'apps/api/src/features/mailboxes/bad-inside.ts', usesOf('readPlan', '../plans/read-plan.ts')],
  ['api-features-below-app', 'apps/api/src/features/mailboxes/bad-app.ts', usesOf('app', '../../app.ts')],
  ['api-ground-below-features', 'apps/api/src/db/bad-feature.ts', usesOf('readPlan', '../features/plans/public.ts')],
  [
    'api-tables-have-an-owner',
    'apps/api/src/features/plans/bad-tables.ts',
    usesOf('mailboxTable', '../mailboxes/tables.ts'),
  ],
  [
    'api-tables-have-an-owner',
    'apps/api/src/features/sign-in/bad-borrower.ts',
    usesOf('planTable', '../plans/tables.ts'),
  ],
  ['api-features-by-the-list', 'apps/api/src/bad-app.ts', usesOf('readPlan', './features/plans/public.ts')],
  [
    'api-features-by-the-list',
    'apps/api/src/evaluation/bad-sample.ts',
    usesOf('readPlan', '../features/plans/read-plan.ts'),
  ],
  ['routes-hold-no-sql', 'apps/api/src/features/plans/routes.ts', usesOf('planTable', './tables.ts')],
  ['use-cases-hold-no-http', 'apps/api/src/features/mailboxes/bad-http.ts', usesOf('it', 'fastify')],
  [
    'only-main-picks-adapters',
    'apps/api/src/features/mailboxes/bad-adapter.ts',
    usesOf('embedded', '@postern/adapter-mail/embedded'),
  ],
  [
    'only-main-picks-adapters',
    'apps/api/src/features/mailboxes/bad-options.ts',
    typeOf('embedded', '@postern/adapter-mail/embedded'),
  ],
  [
    'no-test-code-in-production',
    'apps/api/src/features/mailboxes/bad-test.ts',
    usesOf('used', './create-mailbox.test.ts'),
  ],
  [
    'no-test-code-in-production',
    'apps/panel/src/lib/bad-testkit.ts',
    usesOf('movingClock', '@postern/testkit/moving-clock'),
  ],
];
/** The other half of the cycle. */
const ACCOMPLICES = {
  'packages/domain/src/plans/plan.ts':
    "import type { Used } from './bad-cycle.ts';\nexport type Plan = { limit: number; used: Used };",
};

const broken = ({ violations }: Cruise) =>
  new Set(violations.map((violation) => `${violation.rule.name} in ${violation.from}`));

test('imports in the allowed directions pass the check; one in a forbidden direction fails it, and it says which and what to do instead', async () => {
  const house = plantedHouse(SOUND);
  expect(await checkDirections(house.folder)).toMatchObject({ passed: true, output: '' });
  house.plant({ 'apps/panel/src/features/mailboxes/bad-inside.tsx': usesOf('PlanCard', '../plans/plan-card.tsx') });
  const { passed, output } = await checkDirections(house.folder);
  expect(passed).toBe(false);
  expect(output).toMatch(/error panel-feature-surface: apps\/panel\/src\/features\/mailboxes\/bad-inside\.tsx/);
  expect(output).toContain('export the component there');
});

test('every rule objects when it is broken, at the file that breaks it', async () => {
  const house = plantedHouse(SOUND);
  house.plant({ ...ACCOMPLICES, ...Object.fromEntries(FAULTS.map(([, file, text]) => [file, text])) });
  const found = broken(await cruise(house.folder));
  expect(FAULTS.map(([rule, file]) => `${rule} in ${file}`).filter((fault) => !found.has(fault))).toEqual([]);
});

test('folders that import each other in a circle are found, with the imports that close it; borrowed tables are none', async () => {
  const house = plantedHouse(SOUND);
  house.plant({
    'apps/api/src/features/plans/uses-mailboxes.ts': usesOf('createMailbox', '../mailboxes/public.ts'),
    'apps/api/src/features/mailboxes/public.ts': "export { createMailbox } from './create-mailbox.ts';",
    'apps/api/src/features/plans/borrower.ts': usesOf('mailboxTable', '../mailboxes/tables.ts'),
    'apps/panel/src/features/plans/uses-mailboxes.ts': usesOf('mailboxesQuery', '../mailboxes/queries.ts'),
    'apps/panel/src/lib/session/session-store.ts': usesOf('keys', '../http/query-keys.ts'),
    'apps/panel/src/lib/http/api-client.ts': usesOf('used', '../session/session-store.ts'),
  });
  // The file system decides in which order modules are read.
  const circles = findFolderCircles((await cruise(house.folder)).modules);
  expect(circles.map((circle) => circle.toSorted())).toEqual([
    [
      'apps/api/src/features/mailboxes/create-mailbox.ts imports apps/api/src/features/plans/public.ts',
      'apps/api/src/features/plans/uses-mailboxes.ts imports apps/api/src/features/mailboxes/public.ts',
    ],
    [
      'apps/panel/src/features/mailboxes/mailboxes-page.tsx imports apps/panel/src/features/plans/queries.ts',
      'apps/panel/src/features/plans/uses-mailboxes.ts imports apps/panel/src/features/mailboxes/queries.ts',
    ],
    [
      'apps/panel/src/lib/http/api-client.ts imports apps/panel/src/lib/session/session-store.ts',
      'apps/panel/src/lib/session/session-store.ts imports apps/panel/src/lib/http/query-keys.ts',
    ],
  ]);
});

test('every rule has a planted fault, and a comment that says what to do instead', async () => {
  const { default: config } = (await import(path.join(root, '.dependency-cruiser.mjs'))) as {
    default: { forbidden: { name: string; comment: string }[] };
  };
  const names = new Set(config.forbidden.map((rule) => rule.name));
  expect([...names].sort()).toEqual([...new Set(FAULTS.map(([rule]) => rule))].sort());
  for (const rule of config.forbidden) expect(rule.comment.length, rule.name).toBeGreaterThan(40);
});

test('a file that the tool did not read is named, and so are files without their imports', () => {
  const files = listCode(root, ['packages/testkit/src/house']);
  expect(files).toContain('packages/testkit/src/house/directions.test.ts');
  const dependencies = [{ resolved: 'a' }, { resolved: 'b' }];
  const modules = files.map((source) => ({ source, dependencies }));
  expect(findUnreadFiles(modules, files)).toEqual([]);
  expect(findUnreadFiles(modules, [...files, 'apps/lost.ts'])).toEqual(['apps/lost.ts']);
  const bare = modules.map(({ source }) => ({ source, dependencies: [] }));
  expect(findUnreadFiles(bare, files)).toEqual([`only 0 imports in ${files.length} files`]);
});
