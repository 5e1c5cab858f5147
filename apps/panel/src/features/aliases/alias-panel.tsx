import { canAddAlias, mayWithAliases } from '@postern/domain/aliases';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { SkeletonRows } from '@postern/ui/feedback/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRole } from '../../lib/access/use-role.ts';
import { GuardedModal } from '../../lib/forms/guarded-modal.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { AddAliasForm } from './add-alias-form.tsx';
import { AliasRow } from './alias-row.tsx';
import { addAliasMutation, aliasesQuery } from './queries.ts';

type Props = { email: string; open: boolean; onClose: () => void };

/** The other addresses of a mailbox. Spec 2 §4, alias panel. */
export function AliasPanel({ email, open, onClose }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const list = useQuery({ ...aliasesQuery(bundleId, email), enabled: open });
  const [isAdding, setAdding] = useState(false);
  return (
    <GuardedModal
      open={open}
      onClose={onClose}
      title={t('aliases.title', { email })}
      description={t('aliases.text')}
      renderFooter={(close) => (
        <Button kind="quiet" onClick={close}>
          {t('aliases.close')}
        </Button>
      )}
    >
      {list.data ? (
        <Aliases {...list.data} mailbox={{ bundleId, email }} isAdding={isAdding} onAdding={setAdding} />
      ) : list.error ? (
        <Banner
          kind="bad"
          live
          action={
            <Button kind="quiet" size="s" onClick={() => void list.refetch()} pending={list.isFetching}>
              {t('aliases.retry')}
            </Button>
          }
        >
          {errorText(list.error, t)}
        </Banner>
      ) : (
        <div role="status">
          <span className="sr-only">{t('app.loading')}</span>
          <SkeletonRows rows={2} leading={false} />
        </div>
      )}
    </GuardedModal>
  );
}

type ListProps = {
  aliases: readonly { email: string; displayName: string; senderId: string }[];
  limit: number;
  mailbox: { bundleId: string; email: string };
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
};

function Aliases({ aliases, limit, mailbox, isAdding, onAdding }: ListProps) {
  const t = useText();
  const canChange = mayWithAliases(useRole(), 'change');
  const addButton = useRef<HTMLButtonElement>(null);
  const { run, pending, error, reset } = useSingleCall(addAliasMutation(mailbox), (_, { alias }) => {
    showToast(t('aliases.added', { email: alias }), { kind: 'success' });
    leaveForm();
  });
  function leaveForm() {
    reset();
    onAdding(false);
  }
  const wasAdding = useRef(isAdding);
  // Closing the form returns the focus to the button that opened it.
  useEffect(() => {
    if (wasAdding.current && !isAdding) addButton.current?.focus();
    wasAdding.current = isAdding;
  }, [isAdding]);
  const hasRoom = canAddAlias(aliases.length, limit).ok;
  return (
    <div className="grid gap-4">
      {aliases.length > 0 ? (
        <ul aria-label={t('aliases.list')} className="divide-y divide-line rounded-md border border-line">
          {aliases.map((alias) => (
            <AliasRow key={alias.senderId} alias={alias} mailbox={mailbox} canChange={canChange} />
          ))}
        </ul>
      ) : (
        !isAdding && <p className="text-2nd">{t('aliases.none')}</p>
      )}
      {isAdding && (
        <AddAliasForm
          domain={mailbox.email.slice(mailbox.email.lastIndexOf('@') + 1)}
          pending={pending}
          failure={error}
          onSubmit={run}
          onCancel={leaveForm}
        />
      )}
      {canChange && !isAdding && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            ref={addButton}
            kind="quiet"
            icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
            disabled={!hasRoom}
            onClick={() => onAdding(true)}
          >
            {t('aliases.addAlias')}
          </Button>
          <p role="status" className="num text-small text-2nd">
            {hasRoom
              ? t('aliases.count', { count: aliases.length, limit })
              : t('errors.ALIAS_LIMIT_REACHED', { limit })}
          </p>
        </div>
      )}
    </div>
  );
}
