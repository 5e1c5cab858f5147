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
