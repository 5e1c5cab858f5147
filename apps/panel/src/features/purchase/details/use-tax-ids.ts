import { TAX_ID_TYPES, type TaxIdType } from '@postern/domain/purchase';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { showToast } from '../../../lib/toasts.ts';
import { taxDetailsQuery } from '../queries.ts';

const isTaxIdType = (id: string): id is TaxIdType => (TAX_ID_TYPES as readonly string[]).includes(id);

/** The server's table of tax ids; while it can't be read the form works without them. */
export function useTaxIds() {
  const t = useText();
  const { data, isPending, isError, refetch } = useQuery(taxDetailsQuery);
  useEffect(() => {
    if (isError) showToast(t('purchaseFlow.APIFailure'), { kind: 'error' });
  }, [isError, t]);
  const taxIdsOf = (country: string) =>
    (data?.find((each) => each.countryCode === country)?.taxIds ?? []).filter(isTaxIdType);
  const reload = () => {
    if (isError) void refetch();
  };
  return { isLoading: isPending, taxIdsOf, reload };
}
