import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useScheme } from '../../../lib/frame/theme.ts';
import { currentLocale, useLocale, useText } from '../../../lib/i18n/texts.ts';
import { loadChunk } from '../../../lib/reload/chunk-errors.ts';
import type { CardCharge, CardElementProps, CardGateway, PaymentMeans } from './card-gateway.ts';
import { stripeAppearance, stripeLocale } from './stripe-appearance.ts';
import { toConfirmation } from './stripe-confirmation.ts';

type Props = CardElementProps;
type Mounted = { stripe: Stripe; elements: StripeElements };

/** Stripe's fields are created before the intent, and must match it when it is confirmed. */
const detailsOf = ({ amountMinor, currency, savesCard }: CardCharge) =>
  amountMinor === 0
    ? ({ mode: 'setup', currency: currency.toLowerCase(), setupFutureUsage: 'off_session' } as const)
    : ({
        mode: 'payment',
        amount: amountMinor,
        currency: currency.toLowerCase(),
        setupFutureUsage: savesCard ? 'off_session' : null,
      } as const);

/**
 * Stripe as a card gateway, with the operator's publishable key. Reuse it while the key is the same, because a new one draws new fields.
 */
export function stripeCardGateway(publishableKey: string): CardGateway {
  return {
    name: 'stripe',
    CardElement: (props) => <StripeCardElement {...props} publishableKey={publishableKey} />,
  };
}

/** Stripe's Payment Element. Its fields are in a frame of Stripe's, so that this page never sees a card number. */
function StripeCardElement({
  publishableKey,
  charge,
  ref,
  onReady,
  onUnavailable,
}: Props & { publishableKey: string }) {
  const t = useText();
  const [attempt, setAttempt] = useState(0);
  const { place, mounted, isFailed } = usePaymentElement({ publishableKey, charge, onReady, onUnavailable, attempt });
  useImperativeHandle(
    ref,
    (): PaymentMeans => ({
      gateway: 'stripe',
      validate: async () => {
        if (!mounted.current) return false;
        const { error } = await mounted.current.elements.submit();
        return error === undefined;
      },
      confirm: async (clientSecret, returnUrl) => {
        if (!mounted.current) throw new Error("Stripe's fields are gone.");
        return confirmCard(mounted.current, clientSecret, returnUrl);
      },
      // Stripe tells the brand only to the server.
      cardType: () => null,
    }),
  );
  return (
    <>
      {isFailed && (
        <Banner kind="bad" title={t('billingAndUpgrade.manageCard.toastMessage.stripeInitFailure')}>
          <Button onClick={() => setAttempt(attempt + 1)}>{t('purchase.error.tryAgain')}</Button>
        </Banner>
      )}
      <div ref={place} className={isFailed ? 'hidden' : 'min-h-48'} />
    </>
  );
}

async function confirmCard({ stripe, elements }: Mounted, clientSecret: string, returnUrl: string) {
  const wish = { elements, clientSecret, confirmParams: { return_url: returnUrl }, redirect: 'if_required' } as const;
  const isSetup = clientSecret.startsWith('seti_');
  return toConfirmation(isSetup ? await stripe.confirmSetup(wish) : await stripe.confirmPayment(wish));
}

type Life = Pick<Props, 'charge' | 'onReady' | 'onUnavailable'> & { publishableKey: string; attempt: number };

/** Loads Stripe.js from Stripe, as Stripe requires, draws its fields, and keeps amount, language and colours up to date. */
function usePaymentElement({ publishableKey, attempt, ...props }: Life) {
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<Mounted>(null);
  const [isFailed, setFailed] = useState(false);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    let isGone = false;
    let element: StripePaymentElement | null = null;
    const fail = () => {
      if (isGone) return;
      mounted.current = null;
      setFailed(true);
      // The error shown instead must be visible.
      latest.current.onReady();
      latest.current.onUnavailable();
    };
    const start = async () => {
      setFailed(false);
      const { loadStripe } = await loadChunk(() => import('@stripe/stripe-js/pure'));
      const stripe = await loadStripe(publishableKey);
      if (isGone || !place.current) return;
      if (!stripe) throw new Error('Stripe.js is for browsers only.');
      const look = { appearance: stripeAppearance(place.current), locale: stripeLocale(currentLocale()) };
      const elements = stripe.elements({ ...detailsOf(latest.current.charge), ...look });
      element = elements.create('payment', { layout: 'tabs' });
      element.on('ready', () => latest.current.onReady());
      element.on('loaderror', fail);
      element.mount(place.current);
      mounted.current = { stripe, elements };
    };
    start().catch(fail);
    return () => {
      isGone = true;
      mounted.current = null;
      element?.destroy();
    };
  }, [publishableKey, attempt]);

  useFollowPage(mounted, place, props.charge);
  return { place, mounted, isFailed };
}

function useFollowPage(
  mounted: { current: Mounted | null },
  place: { current: HTMLElement | null },
  { amountMinor, currency, savesCard }: CardCharge,
): void {
  const locale = useLocale();
  const scheme = useScheme();
  useEffect(() => {
    void mounted.current?.elements.update(detailsOf({ amountMinor, currency, savesCard }));
  }, [mounted, amountMinor, currency, savesCard]);
  useEffect(() => {
    const dress = () => {
      if (!place.current) return;
      const appearance = stripeAppearance(place.current);
      void mounted.current?.elements.update({ appearance, locale: stripeLocale(locale) });
    };
    dress();
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', dress);
    return () => system.removeEventListener('change', dress);
  }, [mounted, place, locale, scheme]);
}
