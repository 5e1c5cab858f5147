import type { DomainConnectData } from '@postern/contract/domain-connection';
import { Button } from '@postern/ui/buttons/button';
import { LetterDoor } from '@postern/ui/drawings/letter-door';
import { Banner } from '@postern/ui/feedback/banner';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { Card } from '@postern/ui/layout/card';
import { PageHeader } from '@postern/ui/layout/page-header';
import { Verdict } from '@postern/ui/layout/verdict';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { TechnicalName } from '../../../lib/i18n/technical-name.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { ReadOutdated } from '../../../lib/loading/read-failed.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import {
  CheckFailed,
  DomainFaults,
  type DomainCheck,
  ProgressRing,
  type Purpose,
  progressOf,
  SIGNED_PURPOSES,
  TRANSPORT_PURPOSES,
  useCheckTime,
} from '../../domain-connection/panel.ts';
import { doesMailArrive } from '../../domain-connection/queries.ts';
import { isOutdated, planProblem, UndoLine, useApplied, useApplyPlan } from '../../domain-plan/panel.ts';
import { domainPlanQuery } from '../../domain-plan/queries.ts';
import { ToFirstSteps } from '../to-first-steps.tsx';
import { OwnRecords } from './own-records.tsx';
import { type OwnRow, ownRows } from './own-rows.ts';
import { RowSigns } from './row-signs.tsx';

type Props = {
  data: DomainConnectData;
  domain: string;
  check: DomainCheck;
  /** Notes above the card. */
  notes: ReactNode;
  /** Links below it. */
  links: ReactNode;
};

/**
 * The page's state. `before`: mail doesn't arrive here; `part`: it does, and a record is missing or wrong; `decide`: a person must decide;
 * `checking`: all records are set, and not all of them were seen; `done`: mail arrives and is signed.
 */
type Phase = 'loading' | 'before' | 'part' | 'decide' | 'checking' | 'done';

/** The purposes that must be seen until a domain whose zone we hold is in order. */
export function isOwnDomainDone(data: DomainConnectData, domain: string): boolean {
  return doesMailArrive(data) && seenOf(data, domain).every(({ isSeen }) => isSeen);
}

function seenOf(data: DomainConnectData, domain: string): { purpose: Purpose; isSeen: boolean }[] {
  const { cards } = progressOf(data, SIGNED_PURPOSES, domain);
  const seen = cards.map(({ purpose, state }) => ({ purpose, isSeen: state === 'right' || state === 'notNeeded' }));
  // Before the first key there is no record of it to look for.
  return seen.some(({ purpose }) => purpose === 'dkim') ? seen : [...seen, { purpose: 'dkim', isSeen: false }];
}

/** A domain whose zone we hold: one sentence, one button, and the records folded away. */
export function OwnDomain({ data, domain, check, notes, links }: Props) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const read = useQuery(domainPlanQuery(bundleId));
  const applied = useApplied(bundleId);
  const plan = read.data;
  const call = useApplyPlan(plan);
  const rows = ownRows(plan, data, [...seenOf(data, domain), ...transportSeen(data, domain)]);
  // Mail works without these, so they are offered, and nothing waits for them.
  const [extra, needed] = [rows.filter(isTransport), rows.filter((row) => !isTransport(row))];
  const offered = extra.filter(({ change }) => change === 'new' || change === 'changed');
  const signs = [...needed, ...extra.filter(({ change }) => change === 'none')];
  const phase = phaseOf(needed, plan !== undefined, isOwnDomainDone(data, domain), data.mxVerified);
  const isOpen = phase === 'before' || phase === 'part';
  const error = call.error && !call.pending ? call.error : null;
  const setUp = (label: 'setUp' | 'setRight' | 'setExtra', size: 's' | 'm' | 'l') => (
    <Button kind={label === 'setExtra' ? 'quiet' : 'primary'} size={size} pending={call.pending} onClick={call.apply}>
      {t(`domainSetUp.own.${label}`)}
    </Button>
  );
  const title = phase === 'done' ? 'domainConnection.connected.title' : null;
  return (
    <>
      <PageHeader
        title={t(title ?? (phase === 'checking' ? 'domainSetUp.own.connecting' : 'domainSetUp.page.connect'), {
          domain,
        })}
        actions={phase === 'done' && <ToFirstSteps />}
        sentence={
          <>
            {t(`domainSetUp.own.sentence.${phase === 'loading' ? 'before' : phase}`)}
            <TechnicalName name={domain} />
          </>
        }
      />
      {notes}
      <CheckFailed failure={data.failure} error={check.error} domain={domain} nameServers={data.nsRecords} />
      <DomainFaults faults={data.faults} domain={domain} />
      {read.error && !plan && <ReadOutdated title={t('domainPlan.failed.title')} read={read} />}
      {error && (isOpen || offered.length > 0) && (
        <Banner
          kind="warn"
          live
          className="mb-5"
          title={isOutdated(error) ? t('domainPlan.outdated.title') : undefined}
        >
          {isOutdated(error) ? t('domainSetUp.own.changed') : planProblem(error, t)}
        </Banner>
      )}
      {phase === 'loading' ? (
        !read.error && <Skeleton height={282} />
      ) : (
        <Card data-phase={phase}>
          {phase === 'before' ? (
            <Offer rows={rows} button={setUp('setUp', 'l')} />
          ) : (
            <>
              <OwnVerdict phase={phase} rows={needed} check={check} lastUpdated={data.lastUpdated} button={setUp} />
              <RowSigns rows={signs} isSettled={phase === 'done'} />
              {!isOpen && offered.length > 0 && <ExtraOffer rows={offered} button={setUp('setExtra', 's')} />}
            </>
          )}
          <OwnRecords
            key={phase}
            rows={rows}
            note={
              phase === 'done' && offered.length === 0 ? t('domainSetUp.own.allRight') : summaryOf(rows, t, format.list)
            }
            open={phase === 'decide' || error !== null}
          />
        </Card>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-3 px-6 text-small text-2nd max-phone:px-4">
        {links}
        {applied && !isOpen && <UndoLine applied={applied} />}
      </div>
    </>
  );
}

const isTransport = ({ purpose }: Pick<OwnRow, 'purpose'>): boolean => TRANSPORT_PURPOSES.includes(purpose);

/** What a check has seen of the records about encryption. */
const transportSeen = (data: DomainConnectData, domain: string): { purpose: Purpose; isSeen: boolean }[] =>
  progressOf(data, TRANSPORT_PURPOSES, domain).cards.map(({ purpose, state }) => ({
    purpose,
    isSeen: state === 'right',
  }));

function phaseOf(rows: readonly OwnRow[], isPlanned: boolean, isDone: boolean, arrives: boolean): Phase {
  if (!isPlanned) return isDone ? 'done' : 'loading';
  if (rows.some(({ change }) => change === 'new' || change === 'changed')) return arrives ? 'part' : 'before';
  if (rows.some(({ change }) => change === 'left')) return 'decide';
  return isDone ? 'done' : 'checking';
}

/** How many records are new, and how many change. */
function summaryOf(
  rows: readonly OwnRow[],
  t: ReturnType<typeof useText>,
  list: ReturnType<typeof useFormat>['list'],
): string {
  const count = (change: OwnRow['change']) => rows.filter((row) => row.change === change).length;
  const parts = (['new', 'changed', 'left'] as const).filter((change) => count(change) > 0);
  if (parts.length === 0) return t('domainSetUp.own.count.none');
  return list(parts.map((change) => t(`domainSetUp.own.count.${change}`, { count: count(change) })));
}

/** What one more press does, for a domain whose mail works without it. */
function ExtraOffer({ rows, button }: { rows: readonly OwnRow[]; button: ReactNode }) {
  const t = useText();
  const words = rows.some(({ purpose }) => purpose === 'mta-sts') ? 'policy' : 'reports';
  return (
    <div className="flex items-center gap-x-4.5 gap-y-3 border-t border-line px-6 py-4 max-phone:flex-wrap max-phone:px-4">
      <div className="min-w-0 flex-1 max-phone:basis-full">
        <p className="font-medium">{t(`domainSetUp.own.extra.${words}`)}</p>
        <p className="max-w-[68ch] text-small text-pretty text-2nd">{t(`domainSetUp.own.extra.${words}Text`)}</p>
      </div>
      <div className="flex-none max-phone:w-full max-phone:*:w-full">{button}</div>
    </div>
  );
}

/** What the one press does, in three lines, and the button. */
function Offer({ rows, button }: { rows: readonly OwnRow[]; button: ReactNode }) {
  const t = useText();
  const touchesSite = rows.some(({ purpose, change }) => (purpose === 'a' || purpose === 'cname') && change !== 'none');
  const isLeft = rows.some(({ change }) => change === 'left');
  const lines = ['arrives', 'signed', touchesSite ? 'site' : 'sameSite'] as const;
  return (
    <div className="grid desk:grid-cols-[minmax(0,1fr)_14.5rem]">
      <div className="px-6 pt-7.5 pb-8 max-phone:px-4 max-phone:pt-5.5 max-phone:pb-5">
        <ul className="mb-6.5 grid gap-3">
          {lines.map((line) => (
            <li key={line} className="flex items-start gap-3">
              <Check size={18} strokeWidth={2.25} aria-hidden="true" className="mt-0.5 flex-none text-accent-text" />
              {t(`domainSetUp.own.offer.${line}`)}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 max-phone:flex-col max-phone:items-stretch">
          {button}
          <p className="text-small text-2nd max-phone:text-center">
            {t(isLeft ? 'domainSetUp.own.offer.left' : 'domainSetUp.own.offer.time')}
          </p>
        </div>
      </div>
      <div className="flex items-end justify-center pe-6 max-desk:order-first max-desk:bg-accent-soft max-desk:pe-0 max-desk:pt-6">
        <LetterDoor className="block max-desk:w-37.5" />
      </div>
    </div>
  );
}

type VerdictProps = {
  phase: Exclude<Phase, 'before' | 'loading'>;
  rows: readonly OwnRow[];
  check: DomainCheck;
  lastUpdated: string | null;
  button: (label: 'setRight', size: 'm') => ReactNode;
};

function OwnVerdict({ phase, rows, check, lastUpdated, button }: VerdictProps) {
  const t = useText();
  const format = useFormat();
  const time = useCheckTime(lastUpdated, check, phase === 'done');
  const toSet = rows.filter(({ change }) => change === 'new' || change === 'changed');
  const names = format.list(toSet.map(({ purpose }) => t(`domainSetUp.own.name.${purpose}`)));
  const seen = rows.filter(({ isSeen }) => isSeen).length;
  const again = (
    <Button kind="quiet" size="s" pending={check.isChecking} onClick={check.check}>
      {t('domainConnection.bar.check')}
    </Button>
  );
  if (phase === 'part')
    return (
      <Verdict
        kind="warn"
        title={t('domainSetUp.own.verdict.part', { count: toSet.length })}
        action={button('setRight', 'm')}
      >
        {t('domainSetUp.own.verdict.partText', { count: toSet.length, names })}
      </Verdict>
    );
  if (phase === 'decide')
    return (
      <Verdict
        kind="warn"
        title={t('domainPlan.note.decide', { count: rows.filter(({ change }) => change === 'left').length })}
        action={<Link to={PATHS.manageDns}>{t('domainSetUp.own.toRecords')}</Link>}
      >
        {t('domainPlan.note.decideText')}
      </Verdict>
    );
  if (phase === 'checking')
    return (
      <Verdict
        kind="unknown"
        sign={<ProgressRing share={seen / rows.length} isWorking={check.isChecking} />}
        title={t('domainSetUp.own.verdict.checking')}
        action={again}
      >
        {t('domainSetUp.own.verdict.checkingText')}
      </Verdict>
    );
  return (
    <Verdict kind="good" title={t('domainSetUp.own.verdict.done')} action={again}>
      {time}
    </Verdict>
  );
}
