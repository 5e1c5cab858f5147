import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countTrials } from '@postern/testkit/count-trials';
import { expect, onTestFinished, test } from 'vitest';
import { killEmbeddedServer } from '../testing/faults/kill-embedded.ts';

const KILLS = 20;

test('every acknowledged write is there after twenty kills under load [API-01] [MBX-13]', async ({ task }) => {
  countTrials(task, KILLS);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-kill-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { acknowledged } = await killEmbeddedServer(dataDir, KILLS);
  expect(acknowledged).toBeGreaterThanOrEqual(KILLS * 3);
});
