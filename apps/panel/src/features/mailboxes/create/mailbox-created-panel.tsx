import { showNames } from '@postern/domain/addresses';
import { canCopyPassword } from '@postern/domain/passwords';
import { CopyButton } from '@postern/ui/buttons/copy-button';
import { IconButton } from '@postern/ui/buttons/icon-button';
import { Link } from '@tanstack/react-router';
import { ExternalLink, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { usePartner } from '../../../lib/frame/partner.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { CreatedNote } from './created-note.tsx';
import { SendDetails } from './send-details.tsx';
import type { CreatedMailbox } from './use-create-mailbox.ts';

type PanelProps = CreatedMailbox & {
  /** The mailbox that it replaced. */
  replaced?: string;
  /** How many mailboxes were created in this dialog, this one included. */
  count?: number;
};

/** What the new mailbox's owner needs to sign in. Spec 2 §4, create account flow. */
export function MailboxCreatedPanel({ account, password, replaced, count = 1 }: PanelProps) {
  const t = useText();
  const { webmail } = usePartner().urls;
  const panel = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  const { email } = account;
  // The form that had the focus no longer exists.
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} className="grid gap-4 outline-none">
      <CreatedNote email={email} replaced={replaced} count={count} />
      <dl className="divide-y divide-line rounded-md border border-line">
        <Detail name={t('mailboxes.created.email')} text={showNames(email)}>
          {(source) => <Copy text={email} subject={t('mailboxes.created.email')} source={source} />}
        </Detail>
        <Detail name={t('mailboxes.created.password')} text={isShown ? password : '•'.repeat(12)} mono={isShown}>
          {(source) => (
            <>
              <IconButton
                size="s"
                label={t(isShown ? 'mailboxes.password.hide' : 'mailboxes.password.show')}
                onClick={() => setShown(!isShown)}
              >
                {isShown ? <EyeOff size={18} strokeWidth={1.75} /> : <Eye size={18} strokeWidth={1.75} />}
              </IconButton>
              {canCopyPassword(password) && (
                <Copy text={password} subject={t('mailboxes.created.password')} source={source} />
              )}
            </>
          )}
        </Detail>
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <CopyButton
          kind="quiet"
          text={`${t('mailboxes.created.email')}: ${email}\n${t('mailboxes.created.password')}: ${password}`}
          idleLabel={t('mailboxes.created.copyBoth')}
          copiedLabel={t('mailboxes.password.copied')}
          failedLabel={t('mailboxes.password.unableCopy')}
        />
        <span className="flex flex-wrap gap-x-5 gap-y-2">
          {webmail && (
            <a href={webmail} target="_blank" rel="noopener noreferrer" className="inline-flex items-center gap-1.5">
              {t('mailboxes.menu.webmail')}
              <ExternalLink size={15} strokeWidth={1.75} aria-hidden="true" />
            </a>
          )}
          <Link to={PATHS.clientSetup} search={{ mailbox: email }}>
            {t('mailboxes.created.mobile')}
          </Link>
        </span>
      </div>
      <SendDetails email={email} alternateEmail={account.alternateEmail} />
    </div>
  );
}

type DetailProps = {
  name: string;
  text: string;
  mono?: boolean;
  children: (source: RefObject<HTMLElement | null>) => ReactNode;
};

function Detail({ name, text, mono, children }: DetailProps) {
  const source = useRef<HTMLElement>(null);
  return (
    <div className="px-4 py-2.5">
      <dt className="text-small text-2nd">{name}</dt>
      <dd className="flex min-h-8 items-center gap-3">
        <span
          ref={source}
          className={mono ? 'min-w-0 flex-1 break-all font-mono text-label' : 'min-w-0 flex-1 break-words'}
        >
          {text}
        </span>
        <span className="flex flex-none items-center gap-2">{children(source)}</span>
      </dd>
    </div>
  );
}

function Copy(props: { text: string; subject: string; source: RefObject<HTMLElement | null> }) {
  const t = useText();
  return (
    <CopyButton
      {...props}
      idleLabel={t('mailboxes.password.copy')}
      copiedLabel={t('mailboxes.password.copied')}
      failedLabel={t('mailboxes.password.unableCopy')}
    />
  );
}
