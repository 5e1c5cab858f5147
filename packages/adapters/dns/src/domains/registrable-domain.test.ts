import { canHoldZone } from '@postern/domain/domain-connection';
import { expect, test } from 'vitest';
import { registrableDomain } from './registrable-domain.ts';

test.each([
  ['example.com', 'example.com', false],
  ['www.example.com', 'example.com', false],
  ['example.co.uk', 'example.co.uk', false],
  ['www.example.co.uk', 'example.co.uk', false],
  ['co.uk', null, false],
  ['com', null, false],
  ['shop.github.io', 'shop.github.io', true],
  ['github.io', null, true],
  ['xn--bcher-kva.xn--p1ai', 'xn--bcher-kva.xn--p1ai', false],
  ['bluebottle.test', 'bluebottle.test', false],
])('of %s, %s can be registered; shared out: %s [VER-05]', (name, domain, isShared) => {
  expect(registrableDomain(name)).toEqual({ domain, isShared });
});

test.each([
  ['example.com', true],
  ['example.co.uk', true],
  ['shop.example.com', false],
  ['co.uk', false],
  ['shop.github.io', true],
  ['deep.shop.github.io', false],
  ['panel.test', true],
  ['operator.net', false],
  ['mx.example.org', false],
  ['rator.net', true],
])(
  'we may host a zone for %s: %s; none may lie within another of our zones or contain one of our own names [DNS-02] [API-02]',
  (name, may) => {
    expect(canHoldZone(name, registrableDomain, ['ns1.operator.net', 'mx.example.org'])).toBe(may);
  },
);
