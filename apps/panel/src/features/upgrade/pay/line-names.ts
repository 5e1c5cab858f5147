import type { Quote } from '@postern/contract/billing';
import type { CatalogueName } from '@postern/domain/plans';
import { useQuery } from '@tanstack/react-query';
import type { Currency } from '@postern/contract/shapes';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { allPlansQuery } from '../../subscriptions/queries.ts';
import { addOnsQuery } from '../queries.ts';

type Named = CatalogueName & { type: string };

/** A quote names plans in the catalogue's own language and add-ons by type; this gives their names in the reader's. */
export function useLineName(currency: Currency | undefined): (text: string) => { name: string; isAddOn: boolean } {
  const { bundleId = '' } = useSession();
  const format = useFormat();
  const { data: plans } = useQuery({ ...allPlansQuery(bundleId, currency ?? 'USD'), enabled: currency !== undefined });
  const { data: addOns = [] } = useQuery(addOnsQuery(bundleId));
  const sold: Named[] = plans ? [...plans.mailSuite, ...plans.site, ...plans.domain] : [];
  return (text) => {
    const addOn = addOns.find(({ type }) => type === text);
    const found = addOn ?? sold.find(({ displayName }) => displayName === text);
    return { name: found ? format.name(found) : text, isAddOn: addOn !== undefined };
  };
}

/** What tells the lines of a quote apart. */
export const keyOf = ({ kind, text, from, to, unitPrice, quantity }: Quote['lines'][number]): string =>
  [kind, text, from, to, unitPrice, quantity].join(' ');
