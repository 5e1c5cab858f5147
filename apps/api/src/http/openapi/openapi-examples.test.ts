import { readFileSync, writeFileSync } from 'node:fs';
import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { beforeAll, expect, test } from 'vitest';
import { recordDomain } from '../../testing/examples/record-domain.ts';
import { GMAIL, oldServer, recordImport } from '../../testing/examples/record-import.ts';
import { recordMail } from '../../testing/examples/record-mail.ts';
import { recordPurchase, recordSettlement, recordSubscription } from '../../testing/examples/record-purchase.ts';
import { recordSecurity } from '../../testing/examples/record-security.ts';
import { recordStaff } from '../../testing/examples/record-staff.ts';
import { startRecording } from '../../testing/examples/recorder.ts';
import { scriptedMailSource } from '../../testing/scripted-mail-source.ts';
import { scriptedSignIns } from '../../testing/scripted-sign-ins.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import type { Example } from './openapi-examples.ts';

const FILE = new URL('openapi-examples.json', import.meta.url);

const app = useTestApp({
  webhooks: false,
  mailSource: scriptedMailSource(oldServer()),
  signIns: scriptedSignIns(GMAIL),
});
let examples: Record<string, Example>;
beforeAll(async () => {
  const recording = startRecording(app);
  const { call } = recording;
  const bought = await recordPurchase(app, call);
  await recordSettlement(app, call);
  await recordSubscription(call, bought);
  await recordSecurity(app, call, bought);
  await recordMail(app, call, bought);
  await recordImport(app, call, bought);
  await recordDomain(app, call, bought);
  await recordStaff(app, call, bought);
  examples = Object.fromEntries(Object.entries(recording.examples).sort(([one], [other]) => (one < other ? -1 : 1)));
});

test('the examples of the document are what the running server answers; `UPDATE_EXAMPLES=1` records them again [API-01]', () => {
  const made = `${JSON.stringify(examples, null, 2)}\n`;
  if (process.env['UPDATE_EXAMPLES'] === '1') writeFileSync(FILE, made);
  expect(made, 'tokens and keys have stand-ins').not.toMatch(/[\w-]{40,}/);
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as typeof examples;
  for (const { id } of ALL_OPERATIONS) expect(examples[id], id).toEqual(kept[id]);
  expect(Object.keys(kept).sort()).toEqual(ALL_OPERATIONS.map(({ id }) => id).sort());
});
