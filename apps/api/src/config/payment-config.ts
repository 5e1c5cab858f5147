import { oneOf, type Settings, urlOf } from './setting-values.ts';

type StripeConfig = {
  secretKey: string;
  webhookSecret: string;
  publishableKey: string;
  /** The address of a server that imitates Stripe's API, for a rehearsal. */
  apiUrl: string | null;
};

/** Who takes cards: Stripe, the sandbox gateway (evaluation only), or nobody. */
export type PaymentConfig =
  | { kind: 'stripe'; stripe: StripeConfig }
  /** `url` is where the gateway listens; null: this process starts one. */
  | { kind: 'sandbox'; url: string | null }
  | { kind: 'none' };

const STRIPE_KEYS = {
  POSTERN_STRIPE_SECRET_KEY: { form: /^(sk|rk)_(test|live)_\w+$/, example: 'sk_live_… or rk_live_…' },
  POSTERN_STRIPE_WEBHOOK_SECRET: { form: /^whsec_[\w+/=]+$/, example: 'whsec_…' },
  POSTERN_STRIPE_PUBLISHABLE_KEY: { form: /^pk_(test|live)_\w+$/, example: 'pk_live_…' },
};
type KeyName = keyof typeof STRIPE_KEYS;
const KEY_NAMES = Object.keys(STRIPE_KEYS) as KeyName[];

export const PAYMENT_SETTINGS = [
  ...KEY_NAMES,
  'POSTERN_STRIPE_API_URL',
  'POSTERN_CARD_PAYMENTS',
  'POSTERN_SANDBOX_GATEWAY_URL',
];

/** In production it is Stripe, unless the operator wrote that no card is taken. The sandbox is never a fall-back. ADR 80. */
export function paymentOf(settings: Settings): PaymentConfig {
  const { env, mode } = settings;
  const isOn = oneOf(settings, 'POSTERN_CARD_PAYMENTS', ['on', 'off'], 'on') === 'on';
  const given = KEY_NAMES.filter((name) => env[name]);
  const url = urlOf(settings, 'POSTERN_SANDBOX_GATEWAY_URL', ['http:']);
  const stripe = given.length > 0 ? stripeOf(settings) : null;
  if (mode === 'production' && env['POSTERN_SANDBOX_GATEWAY_URL'])
    settings.refuse(
      'POSTERN_SANDBOX_GATEWAY_URL is for evaluation mode: anyone can pay there with a test card. Leave it out.',
    );
  if (!isOn && given.length > 0)
    settings.refuse(`POSTERN_CARD_PAYMENTS is off, but ${given[0]} is set. Leave out one of them.`);
  if (!isOn) return { kind: 'none' };
  if (stripe !== null) return { kind: 'stripe', stripe };
  if (mode === 'production')
    settings.refuse(
      `${listed(KEY_NAMES)} are missing. Write the keys of your Stripe account; or, if only partners take payments, POSTERN_CARD_PAYMENTS=off.`,
    );
  return { kind: 'sandbox', url };
}

/** All three keys, of the same mode. The values are secret, so no message repeats one. */
function stripeOf(settings: Settings): StripeConfig {
  const { env } = settings;
  for (const name of KEY_NAMES) {
    const { form, example } = STRIPE_KEYS[name];
    if (form.test(env[name] ?? '')) continue;
    const wrong = env[name] ? 'is not that kind of Stripe key' : 'is missing, but another Stripe key is set';
    settings.refuse(`${name} ${wrong}. Write ${example}, from the same Stripe account as the others.`);
  }
  const [secretKey = '', webhookSecret = '', publishableKey = ''] = KEY_NAMES.map((name) => env[name]);
  const isTest = secretKey.includes('_test_');
  if (isTest !== publishableKey.includes('_test_'))
    settings.refuse(
      'POSTERN_STRIPE_SECRET_KEY and POSTERN_STRIPE_PUBLISHABLE_KEY must both be test keys or both live keys.',
    );
  if (isTest && settings.mode === 'production' && !settings.isRehearsal)
    settings.refuse(
      'POSTERN_STRIPE_SECRET_KEY is a test key: anyone can pay with a test card. Write the live one, or POSTERN_REHEARSAL=true.',
    );
  const apiUrl = urlOf(settings, 'POSTERN_STRIPE_API_URL', ['http:', 'https:']);
  if (apiUrl !== null && !isTest)
    settings.refuse(
      'POSTERN_STRIPE_API_URL is for a stand-in with test keys; live keys go to Stripe only. Leave it out.',
    );
  return { secretKey, webhookSecret, publishableKey, apiUrl };
}

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
