import type { CurrentPlan, OwnedAddOn } from '@postern/contract/subscriptions';
import { showNames } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { Card } from '@postern/ui/layout/card';
import { Tag } from '@postern/ui/layout/tag';
import { useState } from 'react';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { usePart } from '../../../lib/loading/use-part.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { assignAddOnMutation } from '../queries.ts';
import { AddOnRenewal } from './add-on-renewal.tsx';

const loadDialog = () => import('./assign-modal.tsx');

type Props = { addOn: OwnedAddOn; plan: CurrentPlan; stacks: boolean };

/** One purchase of an add-on: when it renews, the mailboxes that have its pieces, and the pieces that are free. */
export function OwnAddOn({ addOn, plan, stacks }: Props) {
  const t = useText();
  // The mailbox whose piece is moved; null: a free piece is given away.
  const [assigning, setAssigning] = useState<{ from: string | null } | null>(null);
  const dialog = usePart(loadDialog, assigning ? 'now' : 'soon');
  const { attachments = [] } = addOn;
  const free = addOn.quantity - attachments.length;
  const rows = [...Map.groupBy(attachments, ({ email }) => email)];
  return (
    <Card>
      <AddOnRenewal addOn={addOn} plan={plan} />
      <ul>
        {rows.map(([email, pieces]) => (
          <HolderRow
            key={email}
            {...{ addOn, email }}
            count={pieces.length}
            isSuspended={pieces[0]?.status === 'suspended'}
            onMove={() => setAssigning({ from: email })}
          />
        ))}
        {free > 0 && (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 max-phone:px-4">
            <p className="min-w-0 flex-1 basis-44 text-2nd">{t('addOns.own.free', { count: free })}</p>
            <Button kind="quiet" size="s" onClick={() => setAssigning({ from: null })}>
              {t('addOns.own.give')}
            </Button>
          </li>
        )}
      </ul>
      {dialog && assigning && (
        <dialog.AssignModal addOn={addOn} stacks={stacks} from={assigning.from} onClose={() => setAssigning(null)} />
      )}
    </Card>
  );
}

type RowProps = { addOn: OwnedAddOn; email: string; count: number; isSuspended: boolean; onMove: () => void };

function HolderRow({ addOn, email, count, isSuspended, onMove }: RowProps) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const name = showNames(email);
  const takeBack = {
    ...assignAddOnMutation(bundleId),
    onError: (error: Error) => showToast(errorText(error, t), { kind: 'error' }),
  };
  const { run, pending } = useSingleCall(takeBack, () =>
    showToast(t('addOns.own.takenBack', { email: name }), { kind: 'success' }),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 max-phone:px-4">
      <p className="flex min-w-0 flex-1 basis-44 flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        {count > 1 && <span className="flex-none text-2nd">{t('addOns.pieces', { count })}</span>}
        {isSuspended && <Tag kind="warn">{t('addOns.own.suspended')}</Tag>}
      </p>
      <div className="flex flex-none gap-2">
        <Button kind="quiet" size="s" onClick={onMove} aria-label={t('addOns.own.moveOf', { email: name })}>
          {t('addOns.own.move')}
        </Button>
        <Button
          kind="quiet"
          size="s"
          pending={pending}
          onClick={() => run({ addonId: addOn.id, fromEmail: email })}
          aria-label={t('addOns.own.takeBackOf', { email: name })}
        >
          {t('addOns.own.takeBack')}
        </Button>
      </div>
    </li>
  );
}
