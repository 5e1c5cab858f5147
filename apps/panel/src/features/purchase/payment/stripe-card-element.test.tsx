import type { StripeError } from '@stripe/stripe-js';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseScheme } from '../../../lib/frame/theme.ts';
import { renderScreen } from '../../../testing/render-panel.tsx';
import type { PaymentMeans } from './card-gateway.ts';
import { stripeCardGateway } from './stripe-card-element.tsx';

type Wish = { clientSecret: string; confirmParams: { return_url: string }; redirect: string };
type Options = { mode?: string; amount?: number; appearance?: { theme: string; variables: Record<string, string> } };

const CHARGE = { amountMinor: 4_200, currency: 'EUR', savesCard: true };

/** Replaces the global object of Stripe's own script, which the loader uses. */
class FakeStripeJs {
  keys: string[] = [];
  options: Options[] = [];
  confirmed: [how: string, Wish][] = [];
  submitError: Partial<StripeError> | undefined;
  answer: object = { paymentIntent: { status: 'succeeded' } };
  loadsFail = 0;

  stripe(key: string) {
    this.keys.push(key);
    const confirm = (how: string) => async (wish: Wish) => {
      this.confirmed.push([how, wish]);
      return this.answer;
    };
    return {
      elements: (options: Options) => this.elements(options),
      confirmPayment: confirm('payment'),
      confirmSetup: confirm('setup'),
      _registerWrapper: () => {},
    };
  }

  elements(options: Options) {
    this.options.push(options);
    return {
      update: async (change: Options) => void this.options.push(change),
      submit: async () => ({ error: this.submitError }),
      create: () => {
        const listeners: Record<string, () => void> = {};
        const frame = document.createElement('iframe');
        frame.title = 'Secure payment input frame';
        return {
          on: (name: string, listener: () => void) => {
            listeners[name] = listener;
          },
          mount: (place: HTMLElement) => {
            place.append(frame);
            this.loadsFail -= 1;
            queueMicrotask(() => listeners[this.loadsFail >= 0 ? 'loaderror' : 'ready']?.());
          },
          destroy: () => frame.remove(),
        };
      },
    };
  }
}

// The real loader takes an existing script once and keeps it; each test has its own object behind it.
let current = new FakeStripeJs();
Object.assign(window, { Stripe: Object.assign((key: string) => current.stripe(key), { version: 'endive' }) });

const heard: string[] = [];
async function draw(js: FakeStripeJs, charge = CHARGE) {
  heard.length = 0;
  current = js;
  const means = createRef<PaymentMeans>();
  const { CardElement } = stripeCardGateway('pk_test_1');
  const drawn = (of: typeof CHARGE) => (
    <CardElement
      ref={means}
      charge={of}
      onReady={() => heard.push('ready')}
      onUnavailable={() => heard.push('unavailable')}
    />
  );
  const { screen } = await renderScreen(drawn(charge));
  await expect.poll(() => heard).toContain('ready');
  const read = () => {
    if (!means.current) throw new Error('the element gives its means when it is drawn');
    return means.current;
  };
  return { means: read, screen };
}

test("Stripe's fields are drawn with the operator's key, for this amount, in the page's colours [PUR-05] [PAY-02]", async () => {
  const js = new FakeStripeJs();
  await draw(js);
  expect(js.keys).toEqual(['pk_test_1']);
  expect(js.options[0]).toMatchObject({
    mode: 'payment',
    amount: 4_200,
    currency: 'eur',
    setupFutureUsage: 'off_session',
    locale: 'en',
    appearance: { theme: 'stripe', variables: { colorBackground: 'rgb(255, 255, 255)' } },
  });
  chooseScheme('dark');
  await expect.poll(() => js.options.at(-1)?.appearance?.theme).toBe('night');
});

test('a trial saves the card and names no amount [PUR-05]', async () => {
  const js = new FakeStripeJs();
  const { means } = await draw(js, { ...CHARGE, amountMinor: 0 });
  expect(js.options[0]).toMatchObject({ mode: 'setup', currency: 'eur' });
  expect(js.options[0]).not.toHaveProperty('amount');
  js.answer = { setupIntent: { status: 'succeeded' } };
  expect(await means().confirm('seti_1_secret_2', 'https://panel.test/back')).toEqual({ status: 'succeeded' });
  expect(js.confirmed[0]).toMatchObject(['setup', { clientSecret: 'seti_1_secret_2' }]);
});

test("an incomplete field of Stripe's stops the payment from being sent [PUR-05]", async () => {
  const js = new FakeStripeJs();
  const { means } = await draw(js);
  js.submitError = { type: 'validation_error', code: 'incomplete_number' };
  expect(await means().validate()).toBe(false);
  js.submitError = undefined;
  expect(await means().validate()).toBe(true);
});

test.each([
  [{ paymentIntent: { status: 'succeeded' } }, { status: 'succeeded' }],
  [{ paymentIntent: { status: 'processing' } }, { status: 'succeeded' }],
  [
    { paymentIntent: { status: 'requires_action', next_action: { redirect_to_url: { url: 'https://bank.test/' } } } },
    { status: 'requires_action', challengeUrl: 'https://bank.test/' },
  ],
  [
    { error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' } },
    { status: 'failed', problem: { code: 'card_declined', declineCode: 'insufficient_funds' } },
  ],
  [
    { error: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' } },
    { status: 'failed', problem: { code: 'payment_intent_authentication_failure' } },
  ],
  // Confirmed a second time because the first answer was lost.
  [
    {
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'succeeded' },
      },
    },
    { status: 'succeeded' },
  ],
  [
    {
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'canceled' },
      },
    },
    { status: 'failed', problem: { code: 'intent_canceled' } },
  ],
])("Stripe's answer %o is %o to the payment sequence [PAY-01] [PAY-02]", async (answer, confirmation) => {
  const js = new FakeStripeJs();
  const { means } = await draw(js);
  js.answer = answer;
  expect(await means().confirm('pi_1_secret_2', 'https://panel.test/back')).toEqual(confirmation);
  const wish = { redirect: 'if_required', confirmParams: { return_url: 'https://panel.test/back' } };
  expect(js.confirmed[0]).toMatchObject(['payment', wish]);
});

test('no answer from Stripe does not count as a declined card [PAY-03]', async () => {
  const js = new FakeStripeJs();
  const { means } = await draw(js);
  js.answer = { error: { type: 'api_connection_error' } };
  await expect(means().confirm('pi_1_secret_2', 'https://panel.test/back')).rejects.toThrow('did not answer');
});

test('fields that fail to load are reported, block the payment, and are drawn on a retry [PUR-05]', async () => {
  const js = new FakeStripeJs();
  js.loadsFail = 1;
  const { means } = await draw(js);
  expect(heard).toContain('unavailable');
  expect(await means().validate()).toBe(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => means().validate()).toBe(true);
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});
