import { expect, test } from 'vitest';
import { leavePage } from './leave-page.ts';

test.for([
  'javascript:void 0',
  `javascript://${window.location.hostname}/%0avoid 0`,
  'data:text/html,x',
  'ftp://shop.example/',
])('an address that is no page is never opened: %s [PAY-02]', (address) => {
  expect(() => leavePage.to(address)).toThrow('https');
});
