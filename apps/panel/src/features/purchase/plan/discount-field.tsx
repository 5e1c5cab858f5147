import { Button } from '@postern/ui/buttons/button';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { Card } from '@postern/ui/layout/card';
import { useQueryClient } from '@tanstack/react-query';
import { BadgePercent, Tag } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { errorText } from '../../../lib/http/error-text.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { type Text, useText } from '../../../lib/i18n/texts.ts';
import type { Order } from '../order.ts';
import { codeInUse, updatePurchase, useOpenedPurchase, usePurchase } from '../purchase-store.ts';
import { discountQuery } from '../queries.ts';
import { useMoneyText } from '../use-money-text.ts';
import { codeProblemOf } from './code-problem.ts';

/** The code that is typed, and how it is tried. `linkProblem` is why the one of the link can't be used. */
export function useDiscountField(linkProblem: Error | null) {
  const t = useText();
  const client = useQueryClient();
  const { token } = useOpenedPurchase();
  const purchase = usePurchase();
  const input = useRef<HTMLInputElement>(null);
  const used = codeInUse(purchase);
  const isRefused = linkProblem !== null && used !== null;
  const [isOpen, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  // The part that was pressed is gone then, so the focus goes to what took its place.
  const [isChanged, setChanged] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const typed = isRefused && purchase.code.typed === '' ? used : purchase.code.typed;

  /** True once the order can go on: there is no code, or it counts now. What was typed stays where it is refused. */
  async function tryCode(mayBeEmpty: boolean): Promise<boolean> {
    const code = typed.trim();
    if (code === '') {
      // An empty field gives up the link's code that can't be used.
      if (mayBeEmpty && isRefused) updatePurchase({ code: { used: null, typed: '' } });
      if (!mayBeEmpty) refuse(t('purchase.discount.empty'));
      return mayBeEmpty;
    }
    if (isPending) return false;
    setPending(true);
    setProblem(null);
    try {
      await client.fetchQuery(discountQuery(token, code));
      setChanged(!mayBeEmpty);
      updatePurchase({ code: { used: code, typed: '' } });
      setOpen(false);
      return true;
    } catch (error) {
      refuse(problemText(error, code, t));
      return false;
    } finally {
      setPending(false);
    }
  }
  function refuse(why: string) {
    setProblem(why);
    input.current?.focus();
  }
  return {
    input,
    typed,
    isPending,
    problem: problem ?? (isRefused ? problemText(linkProblem, used, t) : null),
    isOpen: isOpen || typed !== '' || isRefused,
    open: () => setOpen(true),
    type: (next: string) => {
      setProblem(null);
      // Typing takes the place of the code that was refused.
      updatePurchase({ code: isRefused ? { used: null, typed: next } : { ...purchase.code, typed: next } });
      setOpen(true);
    },
    isChanged,
    remove: () => {
      setChanged(true);
      updatePurchase({ code: { used: null, typed: '' } });
    },
    tryCode,
  };
}

type FieldState = ReturnType<typeof useDiscountField>;

function problemText(error: unknown, code: string, t: Text): string {
  const problem = codeProblemOf(error);
  return problem === null ? errorText(error, t) : t(`purchase.discount.${problem}`, { code });
}

/** Under the cycles: the code that counts, the field for one, or the way to that field. */
export function DiscountField({ order, field }: { order: Order; field: FieldState }) {
  const t = useText();
  if (order.discount !== null) return <CodeInUse order={order} isNew={field.isChanged} onRemove={field.remove} />;
  if (!field.isOpen)
    return (
      <Button
        kind="ghost"
        className="-ms-2.5 mt-4"
        icon={<Tag size={18} strokeWidth={1.75} aria-hidden="true" />}
        autoFocus={field.isChanged}
        onClick={field.open}
      >
        {t('purchase.discount.have')}
      </Button>
    );
  return (
    <form
      noValidate
      className="mt-6 max-w-[28rem]"
      onSubmit={(event) => {
        event.preventDefault();
        void field.tryCode(false);
      }}
    >
      <Field label={t('purchase.discount.label')} error={field.problem}>
        <div className="flex flex-wrap gap-2.5">
          <CodeInput field={field} inputRef={field.input} />
          <Button kind="quiet" type="submit" pending={field.isPending}>
            {t('purchase.discount.use')}
          </Button>
        </div>
      </Field>
    </form>
  );
}

function CodeInput({ field, inputRef }: { field: FieldState; inputRef: RefObject<HTMLInputElement | null> }) {
  return (
    <TextInput
      ref={inputRef}
      value={field.typed}
      onChange={(event) => field.type(event.currentTarget.value)}
      autoCapitalize="characters"
      autoComplete="off"
      autoFocus={field.typed === ''}
      spellCheck={false}
      maxLength={50}
      name="discountCode"
      // Takes all that the button leaves, and a line of its own where a long word leaves little.
      frameClassName="min-w-0 flex-[999_1_10.5rem]"
    />
  );
}

function CodeInUse({ order, isNew, onRemove }: { order: Order; isNew: boolean; onRemove: () => void }) {
  const t = useText();
  const { date, number } = useFormat();
  const money = useMoneyText(order.currency);
  const { discount } = order;
  if (discount === null) return null;
  const { type, value, expiresOn } = discount;
  const off = type === 'flat' ? money(value) : number(value / 10_000, { style: 'percent', maximumFractionDigits: 2 });
  return (
    <div role="status">
      <Card className="mt-6 flex items-center gap-3.5 px-5 py-3 max-phone:px-4">
        <BadgePercent size={20} strokeWidth={1.75} aria-hidden="true" className="flex-none text-good" />
        <p className="min-w-0 flex-1">
          <span className="font-strong wrap-anywhere">{discount.code}</span>
          <span className="block text-small text-pretty text-2nd">
            {expiresOn === null
              ? t('purchase.discount.off', { value: off })
              : t('purchase.discount.offUntil', { value: off, date: date(expiresOn, 'long') })}
          </span>
        </p>
        <Button kind="ghost" size="s" className="-me-2.5 flex-none" autoFocus={isNew} onClick={onRemove}>
          {t('purchase.discount.remove')}
        </Button>
      </Card>
    </div>
  );
}
