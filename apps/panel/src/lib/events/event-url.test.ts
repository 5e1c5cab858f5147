import { expect, test } from 'vitest';
import { eventUrl } from './event-url.ts';

const hosts = { usual: 'https://events.test', eu: 'https://events-eu.test' };

test.each([
  ['panel.harbour.test', 'https://events.test/panel/events/pre-auth'],
  ['panel-euc1.harbour.test', 'https://events-eu.test/panel/events/pre-auth'],
  ['PANEL-EUC1.harbour.test', 'https://events-eu.test/panel/events/pre-auth'],
  ['euc1.harbour.test', 'https://events.test/panel/events/pre-auth'],
])('an event of %s goes to %s [EVT-01]', (host, expected) => {
  expect(eventUrl('/panel/events/pre-auth', host, hosts)).toBe(expected);
});

test('without hosts of their own, events go to the host that served the panel [EVT-01]', () => {
  const own = { usual: '', eu: '' };
  expect(eventUrl('/panel/events/pre-auth', 'panel-euc1.harbour.test', own)).toBe('/panel/events/pre-auth');
});
