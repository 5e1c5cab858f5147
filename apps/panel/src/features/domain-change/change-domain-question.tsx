import type { DomainChangePreview } from '@postern/contract/domain-change';
import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { useText } from '../../lib/i18n/texts.ts';

type Props = {
  open: boolean;
  preview: DomainChangePreview;
  pending: boolean;
  /** Why the change didn't start. */
  error: string | null;
  onConfirm: () => void;
  onClose: () => void;
  onClosed: () => void;
};

/** The one question before a change of domain: from where to where, what moves, and where mail goes meanwhile. */
export function ChangeDomainQuestion({ preview, error, ...dialog }: Props) {
  const t = useText();
  const { fromDomain, toDomain, mailboxes, aliases, forwarders, formerDays, mailState } = preview;
  const total = mailboxes + aliases + forwarders;
  const facts = [
    ['addresses', t('domainChange.ask.addresses', { total, mailboxes, aliases, forwarders })],
    ['former', t('domainChange.ask.former', { fromDomain, days: formerDays })],
    ['next', t(mailState === 'local' ? 'domainChange.ask.verified' : 'domainChange.ask.unverified', { toDomain })],
  ] as const;
  return (
    <ConfirmDialog
      {...dialog}
      title={<span className="wrap-anywhere">{t('domainChange.ask.title', { fromDomain, toDomain })}</span>}
      confirmLabel={t('domainChange.submit')}
      cancelLabel={t('shell.action.cancel')}
      closeLabel={t('app.close')}
      error={error}
      width={540}
    >
      <dl className="grid gap-4 wrap-anywhere">
        {facts.map(([fact, text]) => (
          <div key={fact}>
            <dt className="font-medium text-text">
              {t(`domainChange.ask.${fact}Title`, { fromDomain, toDomain, total })}
            </dt>
            <dd className="mt-0.5">{text}</dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  );
}
