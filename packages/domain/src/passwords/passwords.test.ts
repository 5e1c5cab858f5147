import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GeneratorOptions } from './generate-password.ts';
import {
  canCopyPassword,
  checkNewPassword,
  FORM_PASSWORD_OPTIONS,
  generatePassword,
  newPasswordProblems,
} from './index.ts';
import { isCommonPassword } from './is-common-password.ts';

/** A small seeded generator: the same bytes in every run. */
function seededBytes(seed: number) {
  let state = seed >>> 0;
  return (count: number) =>
    Uint8Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
}

describe('new passwords', () => {
  test.each([
    ['kN7#vpLq'],
    ['correct-horse-battery-4'],
    ['пароль-у-реки-7'],
    [`aA1!${'xY'.repeat(48)}`],
    ['Tr0ub4dor&3x'],
    ['9]Ddx$x#+9d)X4'],
    ['L%_-[.#;^2ml]L'],
  ])('%s may be set [MBX-02]', (password) => {
    expect(checkNewPassword(password)).toEqual({ ok: true });
  });

  test.each([
    ['kN7#vpL', ['TOO_SHORT']],
    [`aA1!${'xY'.repeat(49)}`, ['TOO_LONG']],
    ['kN7# vpLq', ['NO_SPACES']],
    ['kN7#\u00a0vpLq', ['NO_SPACES']],
    ['kN7#\u0007vpLq', ['CONTROL_CHARACTER']],
    ['kN7#\u200bvpLq', ['CONTROL_CHARACTER']],
    ['4711#0815', ['NEEDS_LETTER']],
    ['kNx#vpLq', ['NEEDS_DIGIT']],
    ['kN7xvpLq', ['NEEDS_SYMBOL']],
    ['', ['TOO_SHORT', 'NEEDS_LETTER', 'NEEDS_DIGIT', 'NEEDS_SYMBOL']],
    ['a b', ['TOO_SHORT', 'NO_SPACES', 'NEEDS_DIGIT', 'NEEDS_SYMBOL']],
    ['P@ssw0rd1!', ['TOO_COMMON']],
    ['x'.repeat(1_000_000), ['TOO_LONG']],
  ])('%s is refused with everything that is wrong: %s [MBX-02]', (password, problems) => {
    expect(newPasswordProblems(password)).toEqual(problems);
    expect(checkNewPassword(password)).toMatchObject({ ok: false, code: problems[0], attrs: { problems } });
  });

  test.each([
    ...[
      'Password1!',
      'p@$$w0rd123',
      '$ecret2024!',
      'Welcome2026!',
      'Sommer2025!',
      '!!Qwerty123',
      'iloveyou<3<3',
      'Liverpool#1',
      'Passwort!23',
    ],
    ...[
      '1q2w3e4r!',
      'abc12345!',
      'aaaaaaa1!',
      'testtest1!',
      '1L0v3y0u!',
      'Adm1n1str@tor1',
      'M0nk3y!!!',
      'contraseña1!'.replace('ñ', 'n'),
    ],
  ])('%s is too common and refused [MBX-02]', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([
    'summer-of-the-seagulls-9',
    'password-manager-likes-me-2',
    'kN7#vpLq',
    'Bäckerei!Nord42',
    'go4thAnd$prosper',
  ])('%s merely contains a common word and may be set [MBX-02]', (password) => {
    expect(checkNewPassword(password)).toEqual({ ok: true });
  });
});

describe('the generator', () => {
  test('makes ten letters, lower and upper case, by default [MBX-12]', () => {
    const passwords = Array.from({ length: 50 }, (_, seed) => generatePassword({}, seededBytes(seed)));
    for (const password of passwords) expect(password).toMatch(/^[a-zA-Z]{10}$/);
    expect(passwords.join('')).toMatch(/[a-z].*[A-Z]|[A-Z].*[a-z]/);
  });

  test.each<[string, GeneratorOptions]>([
    ['no class', { lowercase: false, uppercase: false }],
    ['no length', { length: 0 }],
    ['a broken length', { length: 9.5 }],
    ['a length that is no number', { length: Number.NaN }],
    ['more than a password may have', { length: 101 }],
    ['strict and too short for its classes', { length: 3, numbers: true, symbols: true, strict: true }],
  ])('throws on %s [MBX-12]', (_, options) => {
    expect(() => generatePassword(options, seededBytes(1))).toThrow(Error);
  });

  test('strict puts every enabled class into every password, at any length [MBX-12]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 100 }), fc.nat(), (length, seed) => {
        const password = generatePassword({ length, numbers: true, symbols: true, strict: true }, seededBytes(seed));
        expect(password).toHaveLength(length);
        for (const oneOf of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(password).toMatch(oneOf);
      }),
    );
  });

  test('what the form generates may always be set [MBX-12]', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect(checkNewPassword(generatePassword(FORM_PASSWORD_OPTIONS, seededBytes(seed)))).toEqual({ ok: true });
      }),
    );
  });

  test('uses every character equally often: bytes that would favour the first ones are thrown away [MBX-12]', () => {
    const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    let place = 0;
    const inTurn = (count: number) => Uint8Array.from({ length: count }, () => everyByte[place++ % 256] ?? 0);
    const seen = new Map<string, number>();
    for (let round = 0; round < 52; round += 1) {
      for (const character of generatePassword({ length: 100 }, inTurn))
        seen.set(character, (seen.get(character) ?? 0) + 1);
    }
    expect(seen.size).toBe(52);
    const counts = [...seen.values()];
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  test('a source that always returns the same byte throws instead of hanging [MBX-12]', () => {
    expect(() => generatePassword({ strict: true }, (count) => new Uint8Array(count))).toThrow('randomness');
    expect(() => generatePassword({}, (count) => new Uint8Array(count).fill(255))).toThrow('randomness');
  });
});

test('only a password longer than five characters is copied [MBX-12]', () => {
  expect(canCopyPassword('12345')).toBe(false);
  expect(canCopyPassword('123456')).toBe(true);
});
