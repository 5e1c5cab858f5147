import { expect, test } from 'vitest';
import { readGatewayArguments } from './gateway-arguments.ts';

const SECRETS = { SANDBOX_GATEWAY_API_KEY: 'k', SANDBOX_GATEWAY_WEBHOOK_SECRET: 's' };

test.for([
  [[], '--dir is missing'],
  [['--dir', 'd', '--port', '70000'], "--port must be a number from 0 to 65535, not '70000'"],
  [['--dir', 'd', '--port', 'x'], "--port must be a number from 0 to 65535, not 'x'"],
  [['--dir', 'd', '--webhook-url', 'ftp://x'], "'ftp://x' is not an http or https address"],
  [
    ['--dir', 'd', '--allow-origin', 'https://a.test/'],
    "--allow-origin must look like https://panel.example, not 'https://a.test/'",
  ],
  [['--dir', 'd', '--allow-origin', '*'], "--allow-origin must look like https://panel.example, not '*'"],
] as const)('%j is refused in one plain sentence [PAY-02]', ([args, sentence]) => {
  expect(readGatewayArguments(args, SECRETS)).toBe(sentence);
});

test('an unknown argument is refused by name [PAY-02]', () => {
  expect(readGatewayArguments(['--dir', 'd', '--verbose'], SECRETS)).toContain("'--verbose'");
});

test('secrets are required, and those in the environment win [PAY-02]', () => {
  const args = ['--dir', 'd', '--api-key', 'seen', '--webhook-secret', 'seen'];
  expect(readGatewayArguments(['--dir', 'd'], {})).toBe('SANDBOX_GATEWAY_API_KEY is missing');
  expect(readGatewayArguments(args, {})).toMatchObject({ apiKey: 'seen', webhookSecret: 'seen' });
  expect(readGatewayArguments(args, SECRETS)).toMatchObject({ apiKey: 'k', webhookSecret: 's' });
});
