import { expect, test } from 'vitest';
import { isAddressOf } from './index.ts';

test.for([
  ['ada@bluebottle.example', ['Ada@Bluebottle.example'], true],
  [' ADA@bluebottle.example ', ['ada@bluebottle.example'], true],
  ['ada.lovelace@googlemail.com', ['adalovelace@gmail.com'], true],
  ['ada@contoso.example', ['ada@contoso.onmicrosoft.example', 'ada@contoso.example'], true],
  ['ada.l@bluebottle.example', ['adal@bluebottle.example'], false],
  ['ada@gmail.com', ['ada@gmail.com.evil.example'], false],
  ['ada@gmail.com', ['eve@gmail.com'], false],
  ['ada@gmail.com', [], false],
  ['ada', ['ada@gmail.com'], false],
] as const)('for %s, an account that is %j is the typed one: %s [IMP-01]', ([typed, told, expected]) => {
  expect(isAddressOf(typed, told)).toBe(expected);
});
