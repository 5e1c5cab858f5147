import { Check, CircleHelp, Ellipsis, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { FoundRecords } from './found-records.tsx';
import { ProviderSteps } from './provider-steps.tsx';
import type { CardState, RecordCard } from './record-cards.ts';
import type { RecordPlace } from './record-fields.ts';
import { RecordsToAdd } from './records-to-add.tsx';

const LOOKS: Record<CardState, { Icon: LucideIcon; sign: string; word: string }> = {
  right: { Icon: Check, sign: 'bg-good-soft text-good', word: 'text-good' },
  notNeeded: { Icon: Check, sign: 'bg-good-soft text-good', word: 'text-good' },
  ready: { Icon: Check, sign: 'bg-sunken text-2nd', word: 'text-2nd' },
  part: { Icon: TriangleAlert, sign: 'bg-warn-soft text-warn', word: 'text-warn' },
  change: { Icon: TriangleAlert, sign: 'bg-warn-soft text-warn', word: 'text-warn' },
  missing: { Icon: TriangleAlert, sign: 'bg-warn-soft text-warn', word: 'text-warn' },
  unknown: { Icon: CircleHelp, sign: 'bg-sunken text-2nd', word: 'text-2nd' },
  waiting: { Icon: Ellipsis, sign: 'bg-sunken text-2nd', word: 'text-2nd' },
};

type Props = {
  card: RecordCard;
  domain: string;
  lastUpdated: string | null;
  /** The heading's level. */
  level: 2 | 3;
  /** Whether it is the first card with something to do, which says where. */
  isFirst: boolean;
  /** Where to change the records. */
  place: RecordPlace;
};

/** One purpose of the domain's records: its state in plain words, and what to do. */
export function RecordCardView({ card, domain, lastUpdated, place, level, isFirst }: Props) {
  const t = useText();
  const id = useId();
  const { purpose, state, codes, toAdd, selector } = card;
  const name = t(`domainConnection.name.${purpose}`, { selector: selector ?? '' });
  // Before the first answer nothing is known, and nothing has failed.
  const isWaiting = state === 'waiting';
  const stateWord = t(`domainConnection.state.${state}`);
  const Heading = level === 2 ? 'h2' : 'h3';
  const { Icon, sign, word } = LOOKS[state];
  const hasBody = state !== 'right' && state !== 'notNeeded' && !isWaiting;
  return (
    <section
      aria-labelledby={id}
      data-purpose={purpose}
      data-state={state}
      className="border-b border-line last:border-b-0 print:break-inside-avoid"
    >
      <div className="flex items-center gap-3.5 px-5 py-4 max-phone:px-4 print:py-2.5">
        <span className={`grid size-7.5 flex-none place-items-center rounded-full ${sign}`}>
          <Icon size={16} strokeWidth={2.25} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <Heading id={id} className="text-body! font-strong! leading-[1.4]!">
            {isWaiting ? name : t(titleKey(card), { domain })}
          </Heading>
          <p className="text-small text-2nd">{isWaiting ? stateWord : name}</p>
        </div>
        {!isWaiting && <span className={`flex-none text-small max-phone:hidden ${word}`}>{stateWord}</span>}
      </div>
      {hasBody && (
        <div className="px-5 pb-5 desk:ps-16 max-phone:px-4 print:pb-3">
          {codes.length > 0 && (
            <p className="prose-width">
              {isFirst && <ProviderSteps place={place} />}
              {codes.map((code) => `${t(`domainConnection.do.${code}`, { count: toAdd.length, domain })} `)}
            </p>
          )}
          {state === 'ready' && <p className="prose-width">{t('domainConnection.do.switchOn')}</p>}
          <RecordsToAdd records={toAdd} of={name} place={place} />
          <FoundRecords card={card} lastUpdated={lastUpdated} />
        </div>
      )}
    </section>
  );
}

/** A domain that receives no mail has no old provider to name. */
function titleKey({ purpose, state, codes }: RecordCard) {
  const isNone = purpose === 'mx' && codes.includes('REMOVE_NULL_MX') && !codes.includes('REMOVE_OTHER_MAIL_SERVER');
  return isNone && state === 'change'
    ? 'domainConnection.title.mx.none'
    : (`domainConnection.title.${purpose}.${titleState(state)}` as const);
}

/** A record that isn't needed has the same title as a right one. */
function titleState(state: CardState): 'right' | 'ready' | 'part' | 'change' | 'missing' | 'unknown' {
  if (state === 'notNeeded') return 'right';
  return state === 'waiting' ? 'unknown' : state;
}
