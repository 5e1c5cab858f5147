import type { InstructionLink } from '@postern/contract/domain-instructions';
import { showNames } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { CopyButton } from '@postern/ui/buttons/copy-button';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { revokeInstructionLinkMutation } from './queries.ts';

/** The valid links: their recipients, their expiry, and a button to revoke them. */
export function InstructionLinks({ links, isLoading }: { links: readonly InstructionLink[]; isLoading: boolean }) {
  const t = useText();
  if (isLoading) return <Skeleton height={56} className="mt-2.5" />;
  if (links.length === 0) return <p className="mt-2 text-label text-2nd">{t('domainInstructions.share.none')}</p>;
  return (
    <ul className="mt-2.5 divide-y divide-line rounded-md border border-line">
      {links.map((link) => (
        <Link key={link.linkId} link={link} />
      ))}
    </ul>
  );
}

function Link({ link: { linkId, address, sentTo, expiresAt } }: { link: InstructionLink }) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const { run, pending, error } = useSingleCall(revokeInstructionLinkMutation(bundleId), () =>
    showToast(t('domainInstructions.share.closed'), { kind: 'success' }),
  );
  const name = sentTo ? showNames(sentTo) : t('domainInstructions.share.copied');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <span className="min-w-0 flex-1 basis-48">
        <a href={address} target="_blank" rel="noopener noreferrer" className="block min-h-6 truncate">
          {name}
        </a>
        <span className="block text-small text-2nd">
          {error ? errorText(error, t) : t('domainInstructions.share.until', { date: format.date(expiresAt) })}
        </span>
      </span>
      <CopyButton
        text={address}
        subject={name}
        idleLabel={t('domainConnection.copy.idle')}
        copiedLabel={t('domainConnection.copy.copied')}
        failedLabel={t('domainConnection.copy.failed')}
      />
      <Button
        kind="link"
        className="touch text-small"
        pending={pending}
        aria-label={t('domainInstructions.share.closeOf', { name })}
        onClick={() => run({ linkId })}
      >
        {t('domainInstructions.share.close')}
      </Button>
    </li>
  );
}
