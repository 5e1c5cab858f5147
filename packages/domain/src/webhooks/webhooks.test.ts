import { expect, test } from 'vitest';
import {
  actionsOf,
  EVENT_TYPES,
  eventTypeOf,
  findEndpointTrouble,
  findUrlFault,
  GIVE_UP_AFTER_MILLIS,
  pauseAfter,
  tellsDetails,
} from './index.ts';

test('every type of event has a name that Standard Webhooks allows, and one action [EVT-01]', () => {
  expect(EVENT_TYPES.length).toBeGreaterThan(50);
  for (const type of EVENT_TYPES) expect(type).toMatch(/^[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)+$/);
  expect(actionsOf(null).map(eventTypeOf)).toEqual(EVENT_TYPES);
  expect(actionsOf(['dkim_key.enabled', 'session.started', 'nothing'])).toEqual(['dkim-key.enabled']);
  expect([tellsDetails('subscription.renewed'), tellsDetails('mailbox.alternate-email-changed')]).toEqual([
    true,
    false,
  ]);
});

test('a message is tried ten times in a little over three days, never all at the same moment, and an address longer [EVT-01]', () => {
  const pauses: number[] = [];
  for (let tries = 1; ; tries += 1) {
    const pause = pauseAfter(tries, 0);
    if (pause === null) break;
    pauses.push(pause);
    expect(pauseAfter(tries, 1)).toBe(Math.round(pause * 1.1));
  }
  expect(pauses).toHaveLength(9);
  expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses);
  const days = pauses.reduce((sum, pause) => sum + pause, 0) / 86_400_000;
  expect(days).toBeGreaterThan(3);
  expect(GIVE_UP_AFTER_MILLIS / 86_400_000).toBeGreaterThan(days);
});

test.each([
  ['https://shop.example/hooks?of=postern', null, null],
  ['http://10.0.0.5:9000/hooks', 'not https', null],
  ['https://10.0.0.5/hooks', 'an IP address', null],
  ['https://[fd00::1]/hooks', 'an IP address', null],
  ['https://2130706433/', 'an IP address', null],
  ['ftp://shop.example/', 'not https', 'not https'],
  ['javascript:alert(1)', 'not https', 'not https'],
  ['https://me:secret@shop.example/', 'has a password', 'has a password'],
  ['https://shop.example/#top', 'has a fragment', 'has a fragment'],
  ['shop.example', 'malformed', 'malformed'],
  [`https://shop.example/${'x'.repeat(2_000)}`, 'too long', 'too long'],
])(
  'events for %s: a partner’s address is refused with %s, the operator’s with %s [EVT-01]',
  (url, ofPartner, ofOperator) => {
    expect(findUrlFault(url, true)).toBe(ofPartner);
    expect(findUrlFault(url, false)).toBe(ofOperator);
  },
);

const WELL = { isDisabled: false, failingMillis: null, lateMillis: null, givenUp: 0 };
const MINUTE = 60_000;

test.each([
  ['nothing', {}, []],
  ['a receiver that is restarted', { failingMillis: 59 * MINUTE, lateMillis: 4 * MINUTE }, []],
  ['an hour of errors', { failingMillis: 61 * MINUTE }, ['failing']],
  ['an event that nobody sends', { lateMillis: 6 * MINUTE }, ['late']],
  ['events that are no longer tried', { givenUp: 1 }, ['given-up']],
  ['a disabled address', { isDisabled: true, failingMillis: 200 * MINUTE, lateMillis: 200 * MINUTE }, ['disabled']],
  ['both', { isDisabled: true, givenUp: 3 }, ['disabled', 'given-up']],
])('an address for events with %s is in trouble, or not [EVT-01]', (_what, state, trouble) => {
  expect(findEndpointTrouble({ ...WELL, ...state })).toEqual(trouble);
});
