import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { killEmbeddedServer } from '../testing/faults/kill-embedded.ts';

test('every acknowledged write is there after the server was killed under load, and it starts again [API-01] [MBX-13]', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-kill-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { acknowledged } = await killEmbeddedServer(dataDir, 1);
  expect(acknowledged).toBeGreaterThanOrEqual(3);
}, 300_000);
