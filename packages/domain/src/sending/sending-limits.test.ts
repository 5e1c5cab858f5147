import { expect, test } from 'vitest';
import { sendingLimitsOf } from '../plans/index.ts';
import { decideSending, type SendingCount, spanEnd, spanStart } from './index.ts';

const NOW = new Date('2026-12-31T23:40:00Z');

const count = (
  recipients: number,
  { scope = 'mailbox', span = 'hour', limit = 50, noticed = 0 }: Partial<SendingCount> = {},
): SendingCount => ({ scope, span, limit, recipients, startsAt: spanStart(span, NOW), noticed });

test.each([
  ['hour', '2026-12-31T23:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['day', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['month', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
] as const)('the %s of a moment begins at %s and ends at %s', (span, startsAt, endsAt) => {
  expect(spanStart(span, NOW).toISOString()).toBe(startsAt);
  expect(spanEnd(span, spanStart(span, NOW)).toISOString()).toBe(endsAt);
});

test.each<[string, SendingCount[], number, string | null, number[]]>([
  ['far from the limit', [count(0)], 10, null, []],
  ['up to 80 %', [count(30)], 10, null, [1]],
  ['beyond 80 %, told before', [count(41, { noticed: 1 })], 1, null, []],
  ['up to the limit', [count(49, { noticed: 1 })], 1, null, [2]],
  ['beyond the limit', [count(50, { noticed: 2 })], 1, 'mailbox hour, later', []],
  ['beyond the limit in one step', [count(0), count(45, { span: 'day' })], 6, 'mailbox day, later', [2]],
  ['the domain beyond its limit', [count(0), count(99, { scope: 'domain', limit: 100 })], 2, 'domain hour, later', [2]],
  ['more recipients than the limit', [count(0)], 51, 'mailbox hour, never', []],
  ['beyond two limits', [count(50), count(50, { span: 'day', limit: 50 })], 1, 'mailbox hour, later', [2, 2]],
  ['no limit', [], 10_000, null, []],
])('%s: refused as expected, and the administrators are told once', (_name, counts, recipients, refused, told) => {
  const { refusal, notices } = decideSending(counts, recipients, NOW);
  const shown = refusal && `${refusal.scope} ${refusal.span}, ${refusal.freeAt === null ? 'never' : 'later'}`;
  expect(shown).toBe(refused);
  expect(notices.map(({ level }) => level)).toEqual(told);
});

test('a message waits for at most a day; one that would wait longer is refused for good', () => {
  const midMonth = new Date('2026-11-10T08:00:00Z');
  const monthly = { ...count(50, { span: 'month' }), startsAt: spanStart('month', midMonth) };
  expect(decideSending([monthly], 1, midMonth).refusal?.isTemporary).toBe(false);
  expect(decideSending([monthly], 1, new Date('2026-11-30T08:00:00Z')).refusal?.isTemporary).toBe(true);
  expect(decideSending([count(50)], 1, NOW).refusal?.isTemporary).toBe(true);
  expect(decideSending([count(0)], 51, NOW).refusal?.isTemporary).toBe(false);
});

test("a plan's limits, those of its domain, and what an add-on raises", () => {
  const feature = (attrs: Record<string, unknown>) => ({ features: [{ type: 'mail_send', attrs }] });
  expect(sendingLimitsOf({ features: [] }, [])).toEqual({
    mailbox: { hour: 300, day: 1_000, month: 20_000 },
    domain: { hour: 3_000, day: 10_000, month: 200_000 },
  });
  expect(sendingLimitsOf(feature({ hourlyLimit: 50, domainHourlyLimit: 100, dailyLimit: 0 }), [])).toEqual({
    mailbox: { hour: 50, day: 0, month: null },
    domain: { hour: 100, day: 0, month: null },
  });
  const raised = sendingLimitsOf(feature({ hourlyLimit: 50, domainHourlyLimit: 100 }), [
    feature({ hourlyLimit: 1_000 }),
  ]);
  expect(raised.mailbox.hour).toBe(1_000);
  expect(raised.domain.hour).toBe(1_000);
});
