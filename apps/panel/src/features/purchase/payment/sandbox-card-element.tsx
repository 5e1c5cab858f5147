import { confirmSandboxPayment } from '@postern/contract/payment';
import { Banner } from '@postern/ui/feedback/banner';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { type ComponentProps, useEffect, useImperativeHandle } from 'react';
import { useForm } from '../../../lib/forms/use-form.ts';
import { call } from '../../../lib/http/api-client.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import type { CardElementProps, CardGateway, Confirmation, PaymentMeans } from './card-gateway.ts';
import {
  cardTypeOf,
  digitsOf,
  groupCardNumber,
  groupExpiry,
  hasLuhnDigit,
  isCardExpired,
  readExpiry,
} from './card-number.ts';
import { cardProblemKey } from './card-problem-text.ts';

type CardValues = { number: string; expiry: string; cvc: string };
const EMPTY: CardValues = { number: '', expiry: '', cvc: '' };

/** The checks that a gateway makes before it asks a bank, so that a typing mistake is found at its field. */
function problemsOf({ number, expiry, cvc }: CardValues): Partial<CardValues> {
  const digits = digitsOf(number);
  const date = readExpiry(expiry);
  const problems: Partial<CardValues> = {};
  if (digits === '') problems.number = 'number_missing';
  else if (digits.length < 12 || !hasLuhnDigit(digits)) problems.number = 'incorrect_number';
  if (expiry.trim() === '') problems.expiry = 'expiry_missing';
  else if (!date) problems.expiry = 'invalid_expiry';
  else if (isCardExpired(date, Date.now())) problems.expiry = 'expired_card';
  if (cvc.trim() === '') problems.cvc = 'cvc_missing';
  else if (digitsOf(cvc).length !== (cardTypeOf(digits) === 'amex' ? 4 : 3)) problems.cvc = 'invalid_cvc';
  return problems;
}

async function confirm(
  clientSecret: string,
  returnUrl: string,
  { number, expiry, cvc }: CardValues,
): Promise<Confirmation> {
  const date = readExpiry(expiry) ?? { expMonth: 0, expYear: 0 };
  const card = { number: digitsOf(number), ...date, cvc: digitsOf(cvc) };
  const answer = await call(confirmSandboxPayment, { clientSecret, card, returnUrl });
  // The server asks until a payment on which the bank still works is decided.
  if (answer.status === 'succeeded' || answer.status === 'processing') return { status: 'succeeded' };
  if (answer.status === 'requires_action' && answer.challengeUrl) {
    return { status: 'requires_action', challengeUrl: answer.challengeUrl };
  }
  const { code = 'processing_error', declineCode } = answer;
  return { status: 'failed', problem: declineCode ? { code, declineCode } : { code } };
}

/** The sandbox's own card fields. The typed card goes to the gateway only: not to storage, not to the server. */
function SandboxCardElement({ ref, onReady }: CardElementProps) {
  const t = useText();
  const form = useForm({ initial: EMPTY, check: problemsOf, judge: 'left' });
  const { values, validate } = form;
  useEffect(onReady, [onReady]);
  useImperativeHandle(
    ref,
    (): PaymentMeans => ({
      gateway: 'sandbox',
      validate: () => Promise.resolve(validate()),
      confirm: (clientSecret, returnUrl) => confirm(clientSecret, returnUrl, values),
      cardType: () => cardTypeOf(digitsOf(values.number)),
    }),
  );
  return (
    <div {...form.container} className="grid grid-cols-2 gap-x-4 gap-y-4.5">
      <Banner kind="info" className="col-span-2 text-small">
        {t('purchase.card.sandbox')}
      </Banner>
      <CardField form={form} name="number" write={groupCardNumber} autoComplete="cc-number" className="col-span-2" />
      <CardField
        form={form}
        name="expiry"
        write={groupExpiry}
        autoComplete="cc-exp"
        placeholder={t('purchase.card.expiryPlaceholder')}
      />
      <CardField
        form={form}
        name="cvc"
        write={(text) => digitsOf(text).slice(0, 4)}
        autoComplete="cc-csc"
        hint={t('purchase.card.cvcHint')}
      />
    </div>
  );
}

type CardFieldProps = Pick<ComponentProps<'input'>, 'autoComplete' | 'placeholder' | 'className'> & {
  form: ReturnType<typeof useForm<CardValues, Partial<CardValues>>>;
  name: keyof CardValues;
  /** Formats the text while it is typed. */
  write: (text: string) => string;
  hint?: string;
};

function CardField({ form, name, write, hint, className, ...input }: CardFieldProps) {
  const t = useText();
  const code = form.problem(name);
  const error = code && t(cardProblemKey({ code }));
  const former = form.values[name];
  return (
    <Field label={t(`purchase.card.${name}`)} error={error} hint={hint} className={className}>
      <TextInput
        {...form.text(name)}
        {...input}
        inputMode="numeric"
        onChange={(event) => {
          const { value } = event.target;
          // Grouping never restores a deleted character.
          const isDeleting = value.length < former.length && former.startsWith(value);
          form.change({ [name]: isDeleting ? value : write(value) });
        }}
      />
    </Field>
  );
}

export const sandboxCardGateway: CardGateway = { name: 'sandbox', CardElement: SandboxCardElement };
