import type { SpamLevel } from '@postern/domain/spam-filter';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, refusal } from '../../testing/fake-api.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

let opened = 0;

/** Opens the page in front of a server that stores the level. */
async function openSpamFilter(level: SpamLevel, options: PanelOptions = {}) {
  opened += 1;
  let kept = level;
  return await renderPanel('/spam-filter-control', {
    signedIn: aLogin({ token: `spam-filter-${opened}` }),
    ...options,
    handlers: {
      readSpamFilter: () => ({ level: kept }),
      setSpamFilter: (input) => {
        kept = input.level;
        return { level: kept };
      },
      ...options.handlers,
    },
  });
}
const radio = (name: RegExp) => page.getByRole('radio', { name });
const dialog = () => page.getByRole('alertdialog');

test('the three levels are shown with what they do, strict is recommended, and the domain’s own is selected [SPM-01]', async () => {
  await openSpamFilter('basic');
  await expect.element(radio(/^Basic/)).toBeChecked();
  await expect.element(radio(/^Strict\s*Recommended/)).not.toBeChecked();
  await expect.element(radio(/^Off/)).not.toBeChecked();
  expect(page.getByText('Recommended').elements()).toHaveLength(1);
  await expect.element(page.getByText(/messages over 50 MB and GTUBE.*are still refused/)).toBeVisible();
  await expectAccessible();
});

test.for([
  ['basic', /^Strict/, 'Filter strictly?', 'Filter strictly', 'Incoming mail is now filtered strictly.', 'strict'],
  [
    'strict',
    /^Basic/,
    'Switch to basic filtering?',
    'Switch to basic',
    'Incoming mail is now filtered at the basic level.',
    'basic',
  ],
  ['strict', /^Off/, 'Turn the spam filter off?', 'Turn it off', 'The spam filter is off.', 'off'],
] as const)('a change from %s asks first: %s [SPM-01]', async ([before, wanted, question, confirm, done, level]) => {
  const { api } = await openSpamFilter(before);
  await radio(wanted).click();
  await expect.element(page.getByRole('alertdialog', { name: question })).toBeVisible();
  await expectAccessible();
  expect(api.callsOf('setSpamFilter')).toEqual([]);
  await page.getByRole('button', { name: confirm, exact: true }).click();
  await expect.element(page.getByText(done)).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(radio(wanted)).toBeChecked();
  expect(api.callsOf('setSpamFilter').map((call) => call.input)).toEqual([{ level }]);
});

test('cancelling selects the previous level again, and nothing is sent [SPM-01]', async () => {
  const { api } = await openSpamFilter('strict');
  await radio(/^Off/).click();
  // Behind the question it is selected already.
  await expect.element(page.getByRole('radio', { name: /^Off/, includeHidden: true }).first()).toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(radio(/^Strict/)).toBeChecked();
  expect(api.callsOf('setSpamFilter')).toEqual([]);
});

test('a failed change says why and can be retried; cancelling keeps the previous level [SPM-01]', async () => {
  const { api } = await openSpamFilter('strict', {
    handlers: {
      setSpamFilter: () => {
        throw refusal('SERVICE_UNAVAILABLE');
      },
    },
  });
  await radio(/^Basic/).click();
  await page.getByRole('button', { name: 'Switch to basic' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/The spam filter wasn't changed. We'll be back in a moment/);
  await expectAccessible();
  await page.getByRole('button', { name: 'Switch to basic' }).click();
  await expect.poll(() => api.callsOf('setSpamFilter').length).toBe(2);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(radio(/^Strict/)).toBeChecked();
  await radio(/^Off/).click();
  await expect.element(dialog()).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a placeholder is shown while loading, and a failure can be retried [SPM-01]', async () => {
  const wait = gate();
  const { api } = await openSpamFilter('strict', {
    handlers: {
      readSpamFilter: async () => {
        await wait.closed;
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByText('Loading', { exact: true })).toBeInTheDocument();
  wait.open();
  await expect.element(page.getByRole('heading', { name: "We couldn't load your spam filter" })).toBeVisible();
  await expectAccessible();
  api.use({ readSpamFilter: () => ({ level: 'off' }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(radio(/^Off/)).toBeChecked();
});

test('a person without admin rights is told to ask their admin [SPM-01, MBX-14]', async () => {
  await openSpamFilter('strict', {
    handlers: {
      readSpamFilter: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Ask your admin' })).toBeVisible();
  expect(page.getByRole('radio').elements()).toEqual([]);
});
