import { type ReactNode, useState } from 'react';
import type { MutationOptions } from '@tanstack/react-query';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { showToast } from '../../lib/toasts.ts';
import type { Begun } from './queries.ts';

const loadModal = async () => {
  const { CardModal, prepareCardModal } = await import('./card-modal.tsx');
  await prepareCardModal();
  return { CardModal };
};

type Props<Wish> = {
  begin: MutationOptions<Begun, Error, Wish>;
  formerCard: string | null;
  /** Whether a renewal that failed is charged to the card at once. */
  paysRenewal?: boolean;
  onDone?: () => void;
  /** Draws the button: it asks the server for something to confirm, and then the dialog opens. */
  children: (open: (wish: Wish) => void, pending: boolean) => ReactNode;
};

/** A button that leads to the card form. */
export function CardDialog<Wish>({ begin, formerCard, paysRenewal = false, onDone = () => {}, children }: Props<Wish>) {
  const t = useText();
  const [begun, setBegun] = useState<Begun | null>(null);
  const change = { ...begin, onError: (error: Error) => showToast(errorText(error, t), { kind: 'error' }) };
  const { run, pending } = useSingleCall<Begun, Wish>(change, setBegun);
  const modal = usePart(loadModal, begun ? 'now' : 'later');
  return (
    <>
      {children(run, pending || (begun !== null && modal === null))}
      {modal && begun && (
        <modal.CardModal {...{ begun, formerCard, paysRenewal, onDone }} onClose={() => setBegun(null)} />
      )}
    </>
  );
}
