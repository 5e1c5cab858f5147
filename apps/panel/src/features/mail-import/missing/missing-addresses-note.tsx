import type { listMissingAddresses } from '@postern/contract/mail-import';
import type { OutputOf } from '@postern/contract/operation';
import { showNames } from '@postern/domain/addresses';
import { maySeeMissingAddresses } from '@postern/domain/mail-import';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Fold } from '@postern/ui/layout/fold';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRole } from '../../../lib/access/use-role.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { rememberForVisit } from '../../../lib/store/visit-memory.ts';
import { offerNewMailboxes } from '../../bulk/panel.ts';
import { missingAddressesQuery } from '../queries.ts';

type Missing = OutputOf<typeof listMissingAddresses>['addresses'][number];

/** How many addresses show at first; the others are folded away. */
const SHOWN = 4;

/** The addresses that the admin chose to leave out. If more turn up, the note comes back. */
const goneOnWithout = rememberForVisit('');

/**
 * Shown before the mail moves: the addresses that receive mail at the old provider but don't exist here, and where each was seen. One
 * button creates them, another continues without them. Shows nothing if all exist, or if this session may not see them.
 */
export function MissingAddressesNote({ className = 'mb-5' }: { className?: string }) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const navigate = useNavigate();
  const mayRead = maySeeMissingAddresses(useRole());
  const read = useQuery({ ...missingAddressesQuery(bundleId), enabled: mayRead });
  const [gone, setGone] = useState(goneOnWithout.read());
  const { addresses = [], count = 0 } = read.data ?? {};
  const key = JSON.stringify([bundleId, addresses.map(({ email }) => email)]);
  if (!mayRead || addresses.length === 0 || gone === key) return null;
  function create(): void {
    offerNewMailboxes(addresses.map(({ email }) => email));
    void navigate({ to: PATHS.bulk });
  }
  function goOn(): void {
    goneOnWithout.write(key);
    setGone(key);
  }
  const rest = addresses.slice(SHOWN);
  return (
    <Banner
      kind="warn"
      className={className}
      title={t('missingAddresses.title', { count })}
      action={
        <div className="flex flex-wrap gap-2.5">
          <Button size="s" onClick={create}>
            {t('missingAddresses.create', { count: addresses.length })}
          </Button>
          <Button kind="quiet" size="s" onClick={goOn}>
            {t('missingAddresses.goOn')}
          </Button>
        </div>
      }
    >
      <p className="text-pretty">{t('missingAddresses.text', { domain, count })}</p>
      <Addresses label={t('missingAddresses.label')} addresses={addresses.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <Fold summary={t('missingAddresses.more', { count: rest.length })}>
          <Addresses label={t('missingAddresses.more', { count: rest.length })} addresses={rest} />
        </Fold>
      )}
    </Banner>
  );
}

function Addresses({ label, addresses }: { label: string; addresses: readonly Missing[] }) {
  const evidence = useEvidence();
  return (
    <ul aria-label={label} className="mt-2 grid gap-1.5">
      {addresses.map((one) => (
        <li key={one.email} className="wrap-anywhere">
          <b className="font-strong">{showNames(one.email)}</b>{' '}
          <span className="text-small text-2nd">{evidence(one)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Where an address was seen, in one sentence. */
function useEvidence(): (one: Missing) => string {
  const t = useText();
  const format = useFormat();
  return ({ isSource, messages, lastSeenAt, seenIn: [first = '', ...others] }) => {
    const where = { email: showNames(first), others: others.length };
    if (messages === 0 || isSource) return t('missingAddresses.source', where);
    return lastSeenAt === null
      ? t('missingAddresses.seen', { ...where, count: messages })
      : t('missingAddresses.seenUntil', { ...where, count: messages, date: format.date(lastSeenAt) });
  };
}
