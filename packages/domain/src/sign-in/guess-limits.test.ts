import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressLimit, CODE_LIMIT, type GuessCount, networkOf, siteOf, startGuess } from './index.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const LIMIT = { inWindow: 10, inDay: 100 };

/** Makes guesses one after another, each checked before the next. Returns how many were checked. */
function guess(times: number, isRight: (time: number) => boolean, everyMillis = 0) {
  let count: GuessCount | null = null;
  let checked = 0;
  for (let time = 0; time < times; time += 1) {
    const answer = startGuess(count, LIMIT, NOW + time * everyMillis);
    if (answer.verdict !== 'check') continue;
    checked += 1;
    const wrong = isRight(time) ? 0 : 1;
    const { count: taken } = answer;
    count = {
      ...taken,
      beingChecked: taken.beingChecked - 1,
      wrong: taken.wrong + wrong,
      wrongInDay: taken.wrongInDay + wrong,
    };
  }
  return { checked, count };
}

test('ten wrong guesses are checked in 15 minutes and a hundred in a day, however they are spread [ENT-14]', () => {
  expect(guess(500, () => false).checked).toBe(10);
  expect(guess(24 * 60, () => false, MINUTE).checked).toBe(100);
  expect(guess(24 * 60 * 4, () => false, 15_000).checked).toBe(100);
});

test('right guesses never use up a limit [ENT-14]', () => {
  expect(guess(1000, () => true).checked).toBe(1000);
  expect(guess(1000, (time) => time % 100 !== 0).checked).toBe(1000 - 99);
});

test('guesses being checked take places: more than the limit wait, and continue when they turn out right [ENT-14]', () => {
  let count: GuessCount | null = null;
  const verdicts = Array.from({ length: 50 }, () => {
    const answer = startGuess(count, LIMIT, NOW);
    if (answer.verdict === 'check') ({ count } = answer);
    return answer.verdict;
  });
  expect(verdicts).toEqual([...Array<string>(10).fill('check'), ...Array<string>(40).fill('wait')]);
  const taken = count as unknown as GuessCount;
  expect(startGuess({ ...taken, beingChecked: 9 }, LIMIT, NOW + 100)).toMatchObject({ verdict: 'check' });
  const allWrong = { ...taken, beingChecked: 0, wrong: 10, wrongInDay: 10 };
  expect(startGuess(allWrong, LIMIT, NOW + 100)).toEqual({ verdict: 'refuse', until: NOW + 15 * MINUTE });
  expect(startGuess(taken, LIMIT, NOW + 2 * MINUTE), 'lost with a process').toMatchObject({ verdict: 'refuse' });
  expect(startGuess(taken, LIMIT, NOW + 15 * MINUTE), 'next window').toMatchObject({ verdict: 'check' });
});

test('an address may fail ten times, three times more for each known user, and a hundred times at most [ENT-14]', () => {
  expect([0, 1, 10, 30, 1000].map((users) => addressLimit(users).inWindow)).toEqual([10, 13, 40, 100, 100]);
  expect(addressLimit(1000).inDay).toBe(2000);
});

test('an attacker who knows the password has a chance of at most 4 % to find the code within a year [MBX-08]', () => {
  const guesses = CODE_LIMIT.inDay * 365;
  expect(1 - (1 - 3 / 1_000_000) ** guesses).toBeLessThan(0.04);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0::/48'],
  ['192.0.2.7', null],
  ['::ffff:192.0.2.7', null],
  ['not an address', null],
])('the networks of %s belong to the site %s', (address, site) => {
  expect(siteOf(address)).toBe(site);
});

test('all addresses of one connection are counted together', () => {
  fc.assert(
    fc.property(fc.ipV6(), (one) => {
      fc.pre(networkOf(one).endsWith('::/64'));
      const [first = ''] = networkOf(one).split('::/64');
      expect(networkOf(`${first}:1:2:3:4`)).toBe(networkOf(one));
    }),
  );
});
