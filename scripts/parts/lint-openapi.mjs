// Checks the OpenAPI document with Redocly's recommended rules, where a warning counts as an error.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '../../apps/api/src/http/openapi/openapi.ts';
import { inRoot, tool } from './repository.mjs';

mkdirSync(inRoot('.cache'), { recursive: true });
const file = inRoot('.cache/openapi.json');
writeFileSync(file, JSON.stringify(openApiDocument('https://panel.example')));
const { stdout, stderr } = spawnSync(
  process.execPath,
  [tool('@redocly/cli/bin/cli.js'), 'lint', file, '--format=json'],
  {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // Nothing is sent anywhere.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
);
if (!stdout.startsWith('{')) throw new Error(`Redocly did not run: ${stderr}`);
const { problems } = JSON.parse(stdout);
for (const { ruleId, message, location } of problems)
  process.stderr.write(`${ruleId}: ${message} (${location[0]?.pointer ?? ''})\n`);
process.exit(problems.length === 0 ? 0 : 1);
