import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CommandDeps } from '../feature/command.ts';
import { domainConnectCommands } from '../features/domain-connect/commands.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { readConfig } from './config.ts';
import { domainConnectOf as read } from './domain-connect-config.ts';
import { type Environment, readSettings } from './setting-values.ts';

const domainConnectOf = (env: Environment) => readSettings(env, read);

const dir = mkdtempSync(path.join(tmpdir(), 'postern-dc-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const inFile = (name: string, text: string) => {
  const file = path.join(dir, name);
  writeFileSync(file, text);
  return file;
};

test('Domain Connect is off until the operator sets a provider id, and then needs a key that can sign [VER-03]', () => {
  expect(domainConnectOf({})).toBeNull();
  const named = { POSTERN_DOMAIN_CONNECT_PROVIDER_ID: 'mail.example' };
  expect(() => domainConnectOf(named)).toThrow('POSTERN_DOMAIN_CONNECT_KEY_FILE must name');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = inFile('key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  const whole = { ...named, POSTERN_DOMAIN_CONNECT_KEY_FILE: key };
  expect(domainConnectOf(whole)).toMatchObject({
    ...{ providerId: 'mail.example', serviceId: 'email', keyDomain: 'mail.example', keyHost: '_dcpubkeyv1' },
  });
  const other = inFile('other.pem', 'no key');
  expect(() => domainConnectOf({ ...whole, POSTERN_DOMAIN_CONNECT_KEY_FILE: other })).toThrow('RSA private key');
  const { privateKey: weak } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const short = inFile('short.pem', weak.export({ type: 'pkcs8', format: 'pem' }) as string);
  expect(() => domainConnectOf({ ...whole, POSTERN_DOMAIN_CONNECT_KEY_FILE: short })).toThrow('2,048 bits or more');
  expect(() => domainConnectOf({ ...whole, POSTERN_DOMAIN_CONNECT_KEY_HOST: 'a.b' })).toThrow('one label');
  expect(() => domainConnectOf({ ...whole, POSTERN_DOMAIN_CONNECT_SERVICE_ID: 'a b' })).toThrow('SERVICE_ID');
});

test('the command prints the template in the published format, like the example, and the records of its key [VER-03]', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const config = readConfig({
    POSTERN_MODE: 'evaluation',
    POSTERN_DATA_DIR: dir,
    POSTERN_PUBLIC_URL: 'https://panel.mail.example',
    POSTERN_MX_HOSTS: 'mx1.mail.example,mx2.mail.example',
    POSTERN_SPF_INCLUDE: '_spf.mail.example',
    POSTERN_SITE_A: '192.0.2.80',
    POSTERN_SITE_CNAME: 'sites.mail.example',
    POSTERN_DOMAIN_CONNECT_PROVIDER_ID: 'mail.example',
    POSTERN_DOMAIN_CONNECT_KEY_FILE: inFile('rsa.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }) as string),
  });
  const command = domainConnectCommands['domain-connect'];
  if (command === undefined || !('run' in command)) throw new Error('There is no such command.');
  const options = { 'provider-name': 'Example Mail', 'service-name': 'Email' };
  const { fileName, template, keyRecords } = (await command.run({ config } as CommandDeps, options)) as {
    fileName: string;
    template: unknown;
    keyRecords: { name: string; value: string }[];
  };
  const example = path.join(LOCATIONS.root, 'deploy/domain-connect', fileName);
  expect(JSON.parse(readFileSync(example, 'utf8'))).toEqual(template);
  expect(new Set(keyRecords.map(({ name }) => name))).toEqual(new Set(['_dcpubkeyv1.mail.example']));
  const published = keyRecords.map(({ value }) => value.split('d=')[1]).join('');
  expect(published).toBe(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'));
});
