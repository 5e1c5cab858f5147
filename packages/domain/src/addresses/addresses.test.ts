import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkMailboxUserName,
  isEmailAddress,
  isRecipientAddress,
  normaliseEmailAddress,
  parseDomainName,
  parseEmailAddress,
  showNames,
  withoutDomain,
} from './index.ts';

// A label that begins with xn-- is the ASCII form of another one, or of none.
const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/).filter((text) => !text.startsWith('xn--'));
const topLevel = fc.stringMatching(/^[a-z]{2,24}$/);
const domainName = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 4 }), topLevel)
  .map(([labels, top]) => [...labels, top].join('.'));
const userName = fc.stringMatching(/^[a-z0-9_-]{1,20}(\.[a-z0-9_-]{1,20}){0,2}$/);

describe('email addresses', () => {
  test.each([
    ['anna@bluebottle.test', 'anna@bluebottle.test'],
    ['  Anna.Berg@Blue-Bottle.TEST ', 'anna.berg@blue-bottle.test'],
    ['\tanna@b.test\t', 'anna@b.test'],
    ["o'neil+shop@mail.example.co.uk", "o'neil+shop@mail.example.co.uk"],
    [`${'a'.repeat(64)}@example.test`, `${'a'.repeat(64)}@example.test`],
    ['anna@xn--bcher-kva.example', 'anna@xn--bcher-kva.example'],
    ['Anna@Bücher.example', 'anna@xn--bcher-kva.example'],
  ])('%s is accepted as %s [ENT-02]', (text, address) => {
    expect(parseEmailAddress(text)).toMatchObject({ ok: true, value: { address } });
  });

  test.each<string[]>([
    ['', 'EMAIL_REQUIRED'],
    ['   ', 'EMAIL_REQUIRED'],
    ...[
      'anna',
      'anna@',
      '@bluebottle.test',
      'anna@bluebottle',
      'anna@@bluebottle.test',
      'anna@blue bottle.test',
      'an na@bluebottle.test',
    ].map((text) => [text, 'EMAIL_INVALID']),
    ...[
      '.anna@b.test',
      'anna.@b.test',
      'an..na@b.test',
      'anna@-b.test',
      'anna@b..test',
      'anna@b.test.',
      'anna@127.0.0.1',
    ].map((text) => [text, 'EMAIL_INVALID']),
    ...[
      'anna@[127.0.0.1]',
      '"anna"@b.test',
      // The Kelvin sign, whose lower case is a plain k.
      '\u212Aate@b.test',
      'anna@b.test\r\nBcc: x@y.test',
      'anna@b.test\r\n',
      '\nanna@b.test',
      'anna@b.test\v',
      'anna\n@b.test',
      'anna@bücher.test\n',
      'anna@b.test\u2028',
      'анна@b.test',
      'anna@bü cher.test',
      'anna@xn--a.test',
      'a,b@b.test',
    ].map((text) => [text, 'EMAIL_INVALID']),
    [`${'a'.repeat(65)}@example.test`, 'EMAIL_INVALID'],
    [`a@${'b'.repeat(60)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.test`, 'EMAIL_TOO_LONG'],
  ])("'%s' is refused as %s [ENT-02]", (text = '', code = '') => {
    expect(parseEmailAddress(text)).toMatchObject({ ok: false, code });
  });

  test('every user name at every domain name is an address, and parses to itself', () => {
    fc.assert(
      fc.property(userName, domainName, (user, domain) => {
        const parsed = parseEmailAddress(` ${user}@${domain.toUpperCase()} `);
        expect(parsed).toEqual({
          ok: true,
          value: { address: `${user}@${domain}`, userName: user, domainName: domain },
        });
      }),
    );
  });

  test('a text with a space, a line break or a second address is never accepted', () => {
    const hostile = fc.array(fc.constantFrom('a', '.', '@', '-', ' ', '\n', ',', ';', '<', '>', '"', 'b.test', '\0'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(hostile, (parts) => {
        const parsed = parseEmailAddress(parts.join(''));
        return !parsed.ok || /^[^\s@,;<>"\0]+@[^\s@,;<>"\0]+$/.test(parsed.value.address);
      }),
    );
  });
});

describe('recipients of login details', () => {
  test.each([
    ['anna@b.test', true],
    [`anna@b.${'t'.repeat(24)}`, true],
    [`anna@b.${'t'.repeat(25)}`, false],
    ['anna@b.t', false],
    ['anna@b.xn--p1ai', false],
    ['anna@b.t3', false],
    ['anna', false],
  ])('%s: %s, by its top-level part of 2 to 24 letters [MBX-06]', (text, isGood) => {
    expect(isRecipientAddress(text)).toBe(isGood);
  });
});

describe('user names of mailboxes', () => {
  test.each([
    [' Anna ', 'anna'],
    ['a', 'a'],
    ['anna.berg_2-x', 'anna.berg_2-x'],
    ['a'.repeat(64), 'a'.repeat(64)],
  ])("'%s' is accepted as '%s' [MBX-02]", (text, value) => {
    expect(checkMailboxUserName(text)).toEqual({ ok: true, value });
  });

  test.each([
    ['', 'USER_NAME_REQUIRED'],
    ['  ', 'USER_NAME_REQUIRED'],
    ['a'.repeat(65), 'USER_NAME_TOO_LONG'],
    ['anna+shop', 'USER_NAME_HAS_PLUS'],
    ['anna@b', 'USER_NAME_CHARACTERS'],
    ["o'neil", 'USER_NAME_CHARACTERS'],
    ['an na', 'USER_NAME_CHARACTERS'],
    ['anna\n', 'USER_NAME_CHARACTERS'],
    ['änna', 'USER_NAME_CHARACTERS'],
    ['\u212Aate', 'USER_NAME_CHARACTERS'],
    ['../etc', 'USER_NAME_CHARACTERS'],
    ['.anna', 'USER_NAME_DOTS'],
    ['anna.', 'USER_NAME_DOTS'],
    ['an..na', 'USER_NAME_DOTS'],
  ])("'%s' is refused as %s [MBX-02]", (text, code) => {
    expect(checkMailboxUserName(text)).toMatchObject({ ok: false, code });
  });

  test('an accepted user name always makes an address that the panel accepts', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abZ09._-+ @'é") }), (text) => {
        const checked = checkMailboxUserName(text);
        return !checked.ok || isEmailAddress(`${checked.value}@example.test`);
      }),
    );
  });
});

test.each([
  ['anna@bluebottle.test', 'bluebottle.test', 'anna'],
  ['Anna@BlueBottle.test ', 'bluebottle.test', 'Anna'],
  ['anna@bücher.test', 'xn--bcher-kva.test', 'anna'],
  ['anna@XN--bcher-kva.test', 'xn--bcher-kva.test', 'anna'],
  ['anna@other.test', 'bluebottle.test', 'anna@other.test'],
  ['an na', 'bluebottle.test', 'an na'],
])("'%s' typed as a user name of %s is '%s' [MBX-02]", (text, domainName, userName) => {
  expect(withoutDomain(text, domainName)).toBe(userName);
});

describe('domain names', () => {
  test.each([
    [' BlueBottle.Test. ', 'bluebottle.test'],
    ['a.b.c.example', 'a.b.c.example'],
    ['1and1.test', '1and1.test'],
    [`${'a'.repeat(63)}.test`, `${'a'.repeat(63)}.test`],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['XN--Bcher-KVA.example', 'xn--bcher-kva.example'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    // Two hyphens anywhere else are fine.
    ['a--b.test', 'a--b.test'],
  ])("'%s' is accepted as '%s' [VER-05]", (text, value) => {
    expect(parseDomainName(text)).toEqual({ ok: true, value });
  });

  test.each([
    ['', 'DOMAIN_REQUIRED'],
    ['.', 'DOMAIN_REQUIRED'],
    ['test', 'DOMAIN_NEEDS_TWO_LABELS'],
    ['a..test', 'DOMAIN_LABEL_INVALID'],
    ['a.test..', 'DOMAIN_LABEL_INVALID'],
    ['-a.test', 'DOMAIN_LABEL_INVALID'],
    ['a-.test', 'DOMAIN_LABEL_INVALID'],
    ['a_b.test', 'DOMAIN_LABEL_INVALID'],
    ['*.test', 'DOMAIN_LABEL_INVALID'],
    ['a b.test', 'DOMAIN_LABEL_INVALID'],
    ['a.test\r\n', 'DOMAIN_LABEL_INVALID'],
    ['\na.test', 'DOMAIN_LABEL_INVALID'],
    ['https://a.test', 'DOMAIN_LABEL_INVALID'],
    ['a.test:8080', 'DOMAIN_LABEL_INVALID'],
    [`${'a'.repeat(64)}.test`, 'DOMAIN_LABEL_INVALID'],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}`, 'DOMAIN_TOO_LONG'],
    ['192.0.2.1', 'DOMAIN_IS_IP_ADDRESS'],
    ['[::1]', 'DOMAIN_IS_IP_ADDRESS'],
    ['2001:db8::1', 'DOMAIN_IS_IP_ADDRESS'],
    ['bü cher.example', 'DOMAIN_NOT_CONVERTIBLE'],
    ['xn--a.com', 'DOMAIN_LABEL_INVALID'],
    ['xn--.test', 'DOMAIN_LABEL_INVALID'],
    ['www.xn--zzzzzzzz99999.test', 'DOMAIN_LABEL_INVALID'],
    // Decodes to plain 'abc', which needs no `xn--`.
    ['xn--abc-.test', 'DOMAIN_LABEL_INVALID'],
  ])("'%s' is refused as %s [VER-05]", (text, code) => {
    expect(parseDomainName(text)).toMatchObject({ ok: false, code });
  });

  test('a parsed domain name is parsed to itself', () => {
    fc.assert(
      fc.property(domainName, (name) => {
        expect(parseDomainName(`${name}.`)).toEqual({ ok: true, value: name });
      }),
    );
  });
});

test('hostile texts of 100,000 characters are answered at once', { timeout: 2000 }, () => {
  const unit = fc.constantFrom('a', '.', '@', '-', ' ', 'a.', 'a@', '.-', '\u3000', 'é', 'xn--', 'xn--a.');
  const texts = fc.tuple(unit, unit).map(([one, other]) => one.repeat(100_000 / one.length) + other);
  const functions = [
    parseEmailAddress,
    isRecipientAddress,
    checkMailboxUserName,
    parseDomainName,
    normaliseEmailAddress,
    showNames,
  ];
  fc.assert(
    fc.property(texts, fc.constantFrom(...functions), (text, check) => {
      check(text);
    }),
    { numRuns: 200 },
  );
});
