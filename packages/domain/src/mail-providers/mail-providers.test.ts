import { expect, test } from 'vitest';
import { parseMailServer } from '../mail-import/index.ts';
import { findMailProvider, KNOWN_MAIL_PROVIDERS } from './index.ts';

test('an address of a provider that gives addresses away names the provider, and any other none [IMP-01]', () => {
  const cases: [email: string, expected: string | null][] = [
    ['ada@gmail.com', 'google'],
    ['Ada@GMX.de ', 'gmx'],
    ['"a@b"@web.de', 'webde'],
    ['ada@hotmail.com', 'microsoft'],
    ['ada@bluebottle.example', null],
    ['ada@mail.gmail.com', null],
    ['gmail.com', null],
    ['ada@', null],
    ['', null],
  ];
  expect(cases.map(([email]) => [email, findMailProvider(email)?.providerId ?? null])).toEqual(cases);
});

test('every provider has a dated source, a server that an import may use, and domains of its own [IMP-01]', () => {
  const domains = KNOWN_MAIL_PROVIDERS.flatMap((provider) => provider.domains);
  expect(new Set(domains).size).toBe(domains.length);
  for (const { providerId, server, access, helpAddress, source } of KNOWN_MAIL_PROVIDERS) {
    for (const address of [source.address, ...(helpAddress === null ? [] : [helpAddress])])
      expect(new URL(address).protocol, providerId).toBe('https:');
    expect(source.date, providerId).toMatch(/^20\d\d-\d\d-\d\d$/);
    const parsed = server && parseMailServer({ ...server, ssl: true });
    expect(parsed, providerId).toEqual(access === 'none' ? null : { ok: true, value: server });
  }
});
