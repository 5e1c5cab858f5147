import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isOpen, ownAddresses } from '../../../../scripts/parts/render-mail-config.mjs';
import { root } from './repository.ts';

test('the name server leaves port 53 of loopback to the resolver of the machine', () => {
  const lo = [
    { address: '127.0.0.1', internal: true },
    { address: '::1', internal: true },
  ];
  const eth0 = ['203.0.113.5', '2001:db8::5', 'fe80::1', '169.254.3.1'].map((address) => ({
    address,
    internal: false,
  }));
  expect(ownAddresses({ lo, eth0 })).toBe('203.0.113.5, 2001:db8::5');
  expect(() => ownAddresses({ lo })).toThrow('DNS_LISTEN=ADDRESS');
});

test("the panel can read Postfix's settings, which it needs to ask for the queue, and no file that everyone can read holds a secret", () => {
  const templates = path.join(root, 'deploy/mail');
  const open = globSync('**/*.*', { cwd: templates }).filter(isOpen);
  expect(open).toEqual(expect.arrayContaining(['postfix/main.cf', 'postfix/master.cf']));
  // In the example the operator's secrets are the empty settings.
  const example = readFileSync(path.join(root, 'deploy/mail.env.example'), 'utf8');
  const secrets = [...example.matchAll(/^(?:# )?(\w+)=$/gm)].map(([, name]) => `@${name}@`);
  expect(secrets).toHaveLength(7);
  for (const file of open) {
    const text = readFileSync(path.join(templates, file), 'utf8');
    expect(
      secrets.filter((secret) => text.includes(secret)),
      file,
    ).toEqual([]);
  }
});
