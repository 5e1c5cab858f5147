import type { Instructions } from '@postern/contract/domain-instructions';
import { type ReactNode, useId } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { CheckFailed } from './check-failed.tsx';
import { DomainFaults } from './domain-faults.tsx';
import { GoodToKnow } from './good-to-know.tsx';
import { LiveBar } from './live-bar.tsx';
import { FURTHER_PURPOSES, isRight, type Purpose, recordCards } from './record-cards.ts';
import { RecordList } from './record-list.tsx';
import type { DomainCheck } from './use-domain-check.ts';

/** What both the domain's admins and the person who manages its DNS see. */
export type KnownRecords = Omit<Instructions, 'domainName' | 'partnerId' | 'expiresAt'>;

type Props = {
  data: KnownRecords;
  domain: string;
  purposes: readonly Purpose[];
  check: DomainCheck;
  /** Whether we host the zone, and the reader changes it here (`ours`) or someone else does (`held`). */
  zone?: 'ours' | 'held' | 'theirs';
  /** A link to the page for the further records. */
  furtherLink?: ReactNode;
  /** Shown between the status bar and the records. */
  children?: ReactNode;
};

/** How many of the required records are right. */
export function progressOf(data: KnownRecords, purposes: readonly Purpose[], domain: string) {
  const cards = recordCards(data, purposes, domain);
  const right = cards.filter(isRight).length;
  return { cards, right, all: cards.length, isDone: right === cards.length };
}

/** The state of a domain's records, and what to do about each. */
export function DomainRecords({ data, domain, purposes, check, zone = 'theirs', furtherLink, children }: Props) {
  const t = useText();
  const furtherId = useId();
  const { cards, right, all, isDone } = progressOf(data, purposes, domain);
  const further = purposes.includes('mx') ? recordCards(data, FURTHER_PURPOSES, domain) : [];
  const { lastUpdated, failure, nsRecords, provider } = data;
  const listed = { domain, lastUpdated, place: zone === 'theirs' ? provider : zone };
  return (
    <>
      <LiveBar
        right={right}
        all={all}
        isUnsigned={purposes.includes('mx') && !data.dkimVerified}
        isUnknown={cards.some(({ state }) => state === 'unknown')}
        lastUpdated={lastUpdated}
        check={check}
      />
      <CheckFailed failure={failure} error={check.error} domain={domain} nameServers={nsRecords} />
      <DomainFaults faults={data.faults} domain={domain} />
      {children}
      <RecordList label={t('domainConnection.list.label')} cards={cards} level={2} {...listed} />
      {further.length > 0 && (
        <section aria-labelledby={furtherId} className="mt-8 print:mt-5">
          <h2 id={furtherId}>{t('domainConnection.further.title')}</h2>
          <p className="prose-width mt-1 mb-3 text-label text-2nd">
            {t('domainConnection.further.text')} {furtherLink}
          </p>
          <RecordList label={t('domainConnection.further.title')} cards={further} level={3} {...listed} />
        </section>
      )}
      {!isDone && zone === 'theirs' && <GoodToKnow />}
    </>
  );
}
