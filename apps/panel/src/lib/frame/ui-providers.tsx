import { isAccentNearDanger } from '@postern/domain/themes';
import { UiProvider } from '@postern/ui/ui-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../http/query-client.ts';
import { usePartner } from './partner.ts';
import { useView } from './view.ts';

/** The contexts of the signed-in screens and the purchase. The entry screens load faster without them. */
export function UiProviders({ children }: { children: ReactNode }) {
  const { theme } = usePartner();
  const { modalsArePages } = useView();
  return (
    <QueryClientProvider client={queryClient}>
      <UiProvider accentNearDanger={isAccentNearDanger(theme)} modalsArePages={modalsArePages}>
        {children}
      </UiProvider>
    </QueryClientProvider>
  );
}
