import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deleteDkimKey,
  type DkimKey,
  dkimHost,
  enableDkimKey,
  failDkimKey,
  isRollOverDue,
  parseDkimKey,
  renderDkimKey,
  sortDkimKeys,
  startVerifyingDkimKey,
  verifyDkimKey,
} from './index.ts';
import { DKIM_GRACE_HOURS } from './limits.ts';

const spki = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64');
const RSA = spki(1024);
const ED25519 = Buffer.from(
  generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '',
  'base64url',
).toString('base64');
const read = (text: string) => {
  const parsed = parseDkimKey(text);
  return parsed.ok ? `${parsed.value.keyType} ${parsed.value.bits}` : parsed.code;
};

describe('key records', () => {
  test.each([
    [`v=DKIM1; p=${RSA}`, 'rsa 1024'],
    [`v=DKIM1; k=rsa; h=sha256:sha1; s=email; t=y:s; n=note; p=${RSA};`, 'rsa 1024'],
    [`v=DKIM1;k=rsa;p=${RSA.slice(0, 60)} ${RSA.slice(60)}`, 'rsa 1024'],
    [`v=DKIM1; k=rsa; p=${spki(2048)}`, 'rsa 2048'],
    [`v=DKIM1; k=ed25519; p=${ED25519}`, 'ed25519 256'],
    ['v=DKIM1; p=', 'rsa 0'],
    [`p=${RSA}`, 'DKIM_VERSION'],
    [`k=rsa; v=DKIM1; p=${RSA}`, 'DKIM_VERSION'],
    [`v=DKIM12; p=${RSA}`, 'DKIM_VERSION'],
    ['v=DKIM1', 'DKIM_KEY_MISSING'],
    [`v=DKIM1; p=${RSA}; p=${RSA}`, 'DKIM_SYNTAX'],
    [`v=DKIM1; k=rsa p=${RSA}`, 'DKIM_KEY_TYPE'],
    [`v=DKIM1;; p=${RSA}`, 'DKIM_SYNTAX'],
    [`v=DKIM1; k=dsa; p=${RSA}`, 'DKIM_KEY_TYPE'],
    [`v=DKIM1; s=tlsrpt; p=${RSA}`, 'DKIM_NOT_FOR_MAIL'],
    [`v=DKIM1; h=sha1; p=${RSA}`, 'DKIM_HASH_UNKNOWN'],
    [`v=DKIM1; k=ed25519; p=${RSA}`, 'DKIM_KEY_INVALID'],
    [`v=DKIM1; p=${ED25519}`, 'DKIM_KEY_INVALID'],
    [`v=DKIM1; p=${RSA.slice(0, -8)}`, 'DKIM_KEY_INVALID'],
    [`v=DKIM1; p=${RSA.slice(4)}`, 'DKIM_KEY_INVALID'],
    [`v=DKIM1; p=${RSA.slice(0, 40)}!${RSA.slice(41)}`, 'DKIM_KEY_INVALID'],
    [`v=DKIM1; p=${spki(512)}`, 'DKIM_KEY_TOO_SHORT'],
  ])("'%s' is read as %s [DNS-01, DKM-03]", (text, outcome) => {
    expect(read(text)).toBe(outcome);
  });

  test('what we publish reads back as it was, and its host is named after the selector [DKM-01]', () => {
    const text = renderDkimKey({ keyType: 'rsa', publicKey: RSA, isTesting: true });
    expect(parseDkimKey(text)).toEqual({
      ok: true,
      value: { keyType: 'rsa', publicKey: RSA, bits: 1024, isTesting: true },
    });
    expect(dkimHost('s1')).toBe('s1._domainkey');
  });

  test('bytes that are not a key are refused, and the reader never throws', () => {
    const der = Buffer.from(RSA, 'base64');
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.nat(255), fc.nat(der.length), (place, byte, length) => {
        const bytes = Buffer.from(der);
        bytes[place] = byte;
        parseDkimKey(`v=DKIM1; p=${bytes.toString('base64')}`);
        const cut = bytes.subarray(0, length).toString('base64');
        expect(length === der.length || !parseDkimKey(`v=DKIM1; p=${cut}`).ok || cut === '').toBe(true);
      }),
    );
  });
});

describe('the keys of a domain', () => {
  const HOUR = 3_600_000;
  const key = (dkimId: string, status: DkimKey['status'] = 'inactive', isEnabled = false): DkimKey => ({
    dkimId,
    status,
    isEnabled,
    signsUntilMillis: null,
  });
  const must = <K>(outcome: { ok: true; value: K } | { ok: false; code: string }): K => {
    if (!outcome.ok) throw new Error(outcome.code);
    return outcome.value;
  };
  const say = (keys: DkimKey[]) =>
    keys.map(({ dkimId, status, isEnabled }) => `${dkimId} ${status}${isEnabled ? ' on' : ''}`);

  test('a newly verified key goes to the top and is enabled, all others are disabled [DKM-01]', () => {
    const keys = [key('a', 'active', true), key('b'), key('c', 'active')];
    const verifying = must(startVerifyingDkimKey(keys, 'b'));
    expect(say(verifying)).toEqual(['a active on', 'b verifying', 'c active']);
    expect(say(must(verifyDkimKey(verifying, 'b', 0)))).toEqual(['b active on', 'a active', 'c active']);
    expect(say(must(failDkimKey(verifying, 'b')))).toEqual(['a active on', 'b inactive', 'c active']);
  });

  test('enabling a key disables the others, and only a verified one can be [DKM-01]', () => {
    const keys = [key('a', 'active', true), key('b', 'active'), key('c'), key('d', 'deleting')];
    expect(say(must(enableDkimKey(keys, 'b', 0)))).toEqual(['b active on', 'a active', 'c inactive', 'd deleting']);
    expect(enableDkimKey(keys, 'c', 0)).toMatchObject({ ok: false, code: 'DKIM_NOT_VERIFIED' });
    expect(enableDkimKey(keys, 'd', 0)).toMatchObject({ ok: false, code: 'DKIM_IS_DELETING' });
    expect(enableDkimKey(keys, 'x', 0)).toMatchObject({ ok: false, code: 'DKIM_NOT_FOUND' });
    expect(say(sortDkimKeys([key('a'), key('b', 'active', true)]))).toEqual(['b active on', 'a inactive']);
  });

  test('a failed look-up never switches off a key that was active [DKM-01, VER-06]', () => {
    const keys = [key('a', 'active', true)];
    expect(must(failDkimKey(must(startVerifyingDkimKey(keys, 'a')), 'a'))).toEqual(keys);
  });

  test('the old key signs for 12 hours after another is enabled, and not a moment longer [DKM-01]', () => {
    const keys = must(enableDkimKey([key('a', 'active', true), key('b', 'active')], 'b', 1000));
    expect(DKIM_GRACE_HOURS).toBe(12);
    expect(keys.map(({ dkimId, signsUntilMillis }) => [dkimId, signsUntilMillis])).toEqual([
      ['b', null],
      ['a', 1000 + 12 * HOUR],
    ]);
  });

  test.each([
    ['enabled for a day short of a year', true, 0, 364, false],
    ['enabled for a year', true, 0, 365, true],
    ['switched off long ago', false, 0, 900, false],
    ['never in use', true, null, 900, false],
  ])('a key that is %s is due for a successor: %s [DKM-01]', (_, isEnabled, inUseSinceMillis, days, isDue) => {
    expect(isRollOverDue({ isEnabled, inUseSinceMillis }, days * 24 * HOUR)).toBe(isDue);
  });

  test('a deleted key that signed is deleting for 12 hours; any other is gone at once [DKM-01]', () => {
    const keys = [key('a', 'active', true), key('b')];
    expect(say(must(deleteDkimKey(keys, 'b', 0)))).toEqual(['a active on']);
    const left = must(deleteDkimKey(keys, 'a', 0));
    expect(say(left)).toEqual(['b inactive', 'a deleting']);
    expect(left.at(-1)).toMatchObject({ dkimId: 'a', signsUntilMillis: 12 * HOUR });
    expect(deleteDkimKey(left, 'a', 0)).toMatchObject({ ok: false, code: 'DKIM_IS_DELETING' });
  });

  test('whatever happens in whatever order, at most one key is enabled, and it comes first [DKM-01]', () => {
    const step = fc.tuple(
      fc.constantFrom('start', 'fail', 'verify', 'enable', 'delete'),
      fc.constantFrom('a', 'b', 'c'),
      fc.nat(20),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let keys = [key('a'), key('b'), key('c')];
        let now = 0;
        for (const [verb, id, hours] of steps) {
          now += hours * HOUR;
          const act = {
            start: startVerifyingDkimKey,
            fail: failDkimKey,
            verify: verifyDkimKey,
            enable: enableDkimKey,
            delete: deleteDkimKey,
          }[verb];
          const outcome = act?.(keys, id, now);
          if (outcome?.ok) keys = outcome.value;
          const enabled = keys.filter(({ isEnabled }) => isEnabled);
          expect(enabled.length).toBeLessThanOrEqual(1);
          expect(keys.indexOf(enabled[0] ?? keys[0]!)).toBeLessThanOrEqual(0);
          expect(enabled.every(({ status }) => status === 'active')).toBe(true);
        }
      }),
    );
  });
});
