import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, refusal } from '../../testing/fake-api.ts';
import { servingChoices } from '../../testing/serving-choices.ts';
import { openForwarders, PHONE } from './testing/open-forwarders.tsx';

const dialog = () => page.getByRole('dialog', { name: 'Create a forwarder' });
const address = () => page.getByRole('textbox', { name: 'Address' });
const field = () => page.getByRole('combobox', { name: 'Deliver to' });
const option = (name: string) => page.getByRole('option', { name: new RegExp(`${name}@`) });
const submit = () => dialog().getByRole('button', { name: 'Create forwarder' });

async function openForm(options: Parameters<typeof openForwarders>[0] = {}) {
  const opened = await openForwarders(options);
  await page.getByRole('button', { name: 'Create forwarder' }).click();
  await expect.element(address()).toHaveFocus();
  return opened;
}

test('mailboxes are searched on the server, by name too [FWD-01]', async () => {
  const { api } = await openForm();
  await expectAccessible();
  await field().fill('dev of');
  await expect.element(option('dev')).toBeVisible();
  await expect.poll(() => api.callsOf('listMailboxes').at(-1)?.input['q']).toBe('dev of');
  await field().fill('zoe');
  await expect.element(page.getByText(/No other mailbox at bluebottle.coffee matches/)).toBeVisible();
});

test('until the server has answered, Enter chooses only among loaded mailboxes that match [FWD-01]', async () => {
  const wait = gate();
  const { listMailboxes } = servingChoices(['ada', 'bert', 'orders']);
  await openForm({
    handlers: {
      listMailboxes: async (input, request) => {
        if (input.q) await wait.closed;
        if (!listMailboxes) throw new Error('the choices are served by this handler');
        return await listMailboxes(input, request);
      },
    },
  });
  await field().click();
  await expect.element(option('bert')).toBeVisible();
  await field().fill('orders');
  await expect.element(option('orders')).toBeVisible();
  await expect.element(option('bert')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Remove orders@bluebottle.coffee' })).toBeVisible();
  wait.open();
});

test('a forwarder is created with several recipients and sorted into the list [FWD-01]', async () => {
  const { api } = await openForm();
  await address().fill('Sales');
  await field().fill('ada');
  await option('ada').click();
  await field().fill('orders');
  await expect.poll(() => api.callsOf('listMailboxes').at(-1)?.input['q']).toBe('orders');
  await expect.element(option('orders')).toHaveAttribute('data-highlighted');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Remove orders@bluebottle.coffee' })).toBeVisible();
  await expectAccessible();
  await submit().click();
  await expect.element(page.getByText('sales@bluebottle.coffee now delivers to 2 mailboxes.')).toBeVisible();
  expect(api.callsOf('createForwarder').map((call) => call.input)).toEqual([
    { email: 'sales@bluebottle.coffee', recipients: ['ada@bluebottle.coffee', 'orders@bluebottle.coffee'] },
  ]);
  const names = () =>
    page
      .getByRole('row')
      .elements()
      .map((row) => /^\w+@/.exec(row.textContent)?.[0]);
  await expect.poll(names).toEqual([undefined, 'press@', 'sales@', 'team@']);
});

test.for([
  ['another domain', 'zoe@elsewhere.test', "zoe@elsewhere.test isn't at bluebottle.coffee."],
  ['another forwarder', 'team@bluebottle.coffee', 'team@bluebottle.coffee is a forwarder itself'],
  ['itself', 'sales@bluebottle.coffee', "A forwarder can't deliver to its own address"],
  ['nobody', 'nobody', 'There is no mailbox nobody@bluebottle.coffee'],
] as const)('mail is not passed on to %s, and the field says why [FWD-01]', async ([, typed, reason]) => {
  const { api } = await openForm();
  await address().fill('sales');
  await field().fill('ada');
  await option('ada').click();
  await field().fill(typed);
  await userEvent.keyboard('{Escape}');
  await submit().click();
  await expect.element(dialog().getByText(reason, { exact: false })).toBeVisible();
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field()).toHaveFocus();
  expect(api.callsOf('createForwarder')).toEqual([]);
  await expectAccessible();
});

test.for([
  ['', 'Enter the part before the @.'],
  ['a+b', 'Leave out the plus sign.'],
  ['.sales', "A dot can't be first or last"],
  ['sales team', 'Use only letters a to z'],
] as const)('the address “%s” is refused with what to do about it [FWD-01]', async ([text, reason]) => {
  await openForm();
  await address().fill(text);
  await submit().click();
  await expect.element(dialog().getByText(reason, { exact: false })).toBeVisible();
  await expect.element(dialog().getByText('Choose at least one mailbox.')).toBeVisible();
  await expect.element(address()).toHaveFocus();
});

test.for([
  ['EMAIL_EXISTS', {}, 'Not available. A mailbox, an alias or another forwarder already has this address.', 'Address'],
  ['FORWARDER_LOOP', { email: 'ada@bluebottle.coffee' }, 'ada@bluebottle.coffee is a forwarder itself', 'Deliver to'],
  [
    'VALIDATION_FAILED',
    { fields: [{ path: 'recipients.0', code: 'RECIPIENT_NOT_A_MAILBOX', message: '' }] },
    'There is no mailbox ada@bluebottle.coffee',
    'Deliver to',
  ],
] as const)(
  'a refusal with %s is shown at its field until that is changed [FWD-01]',
  async ([code, attrs, reason, name]) => {
    await openForm({
      handlers: {
        createForwarder: () => {
          throw refusal(code, { attrs });
        },
      },
    });
    await address().fill('sales');
    await field().fill('ada');
    await option('ada').click();
    await submit().click();
    await expect.element(dialog().getByText(reason, { exact: false })).toBeVisible();
    await expect.element(dialog().getByLabelText(name, { exact: true }).first()).toHaveFocus();
    if (name === 'Address') await address().fill('shop');
    else await page.getByRole('button', { name: 'Remove ada@bluebottle.coffee' }).click();
    await expect.element(dialog().getByText(reason, { exact: false })).not.toBeInTheDocument();
  },
);

test('a domain at its limit of forwarders says so [FWD-01]', async () => {
  await openForm({
    handlers: {
      createForwarder: () => {
        throw refusal('FORWARDER_LIMIT_REACHED', { attrs: { limit: 500 } });
      },
    },
  });
  await address().fill('sales');
  await field().fill('ada');
  await option('ada').click();
  await submit().click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/This domain already has 500 forwarders/);
});

test('a second press sends nothing twice, and a retry is the same request [FWD-01]', async () => {
  const wait = gate();
  const { api } = await openForm({
    handlers: {
      createForwarder: async () => {
        await wait.closed;
        throw refusal('SERVICE_UNAVAILABLE');
      },
    },
  });
  await address().fill('sales');
  await field().fill('ada');
  await option('ada').click();
  await submit().click();
  await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toBeVisible();
  wait.open();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => api.callsOf('createForwarder').length).toBe(2);
  const keys = api.callsOf('createForwarder').map((call) => call.headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(1);
});

test('Escape closes the choices, then the dialog, and removes no recipient [FWD-01]', async () => {
  await openForm();
  await field().fill('ada');
  await option('ada').click();
  await field().fill('bert');
  await expect.element(option('bert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(option('bert')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Remove ada@bluebottle.coffee' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('the form is a sheet on a phone and stays inside it [FWD-01]', async () => {
  await openForm({ viewport: PHONE });
  for (const name of ['ada', 'bert', 'orders']) {
    await field().fill(name);
    await option(name).click();
  }
  await expect.poll(() => document.documentElement.scrollWidth).toBe(PHONE[0]);
  await expectAccessible();
});
