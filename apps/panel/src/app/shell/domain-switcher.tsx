import { showNames } from '@postern/domain/addresses';
import { Spinner } from '@postern/ui/buttons/spinner';
import { Link } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { signOutHere } from '../../lib/access/sign-out.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { SidePopover } from './side-popover.tsx';
import { useActivePlan } from './use-active-plan.ts';
import { useDomains } from './use-domains.ts';

/** Shows the active domain and switches to another one. Spec 1 §2, domain switcher. */
export function DomainSwitcher({ as, onLeave }: { as: 'menu' | 'list'; onLeave?: () => void }) {
  const { domains, hasHiddenOnes } = useDomains();
  if (hasHiddenOnes) return <AllDomainsLink onLeave={onLeave} />;
  if (domains.length < 2) return <div className={CARD}>{<PlaceWords />}</div>;
  return as === 'menu' ? <DomainMenu /> : <DomainList onChosen={onLeave} />;
}

/** If the frame shows only the current domain, its card leads to the list of all. */
function AllDomainsLink({ onLeave }: { onLeave: (() => void) | undefined }) {
  const t = useText();
  return (
    <Link
      to={PATHS.domains}
      onClick={onLeave}
      className={`${CARD} text-text no-underline transition-colors duration-120 hover:border-line-strong`}
    >
      <PlaceWords />
      <span className="sr-only">{t('shell.domain.all')}</span>
      {CHEVRONS}
    </Link>
  );
}

function DomainMenu() {
  const t = useText();
  const { isSwitching } = useDomains();
  const face = (
    <>
      <PlaceWords />
      {isSwitching ? <Spinner size={16} /> : CHEVRONS}
    </>
  );
  return (
    <SidePopover
      label={t('shell.domain.switch')}
      face={face}
      buttonClass={`${CARD} transition-colors duration-120 hover:border-line-strong`}
      placeClass="inset-[8.75rem_auto_auto_0.875rem] p-1.5"
    >
      {(close) => (
        <>
          <DomainButtons onChosen={close} />
          <hr className="-mx-1.5 my-1.5" />
          <button type="button" onClick={() => void signOutHere()} className={LINE}>
            {t('shell.account.signOut')}
          </button>
        </>
      )}
    </SidePopover>
  );
}

/** In a phone's drawer the list opens in place. */
function DomainList({ onChosen = () => {} }: { onChosen?: (() => void) | undefined }) {
  return (
    <details className="mb-3.5">
      <summary className={`${CARD} mb-0! cursor-pointer list-none`}>
        <PlaceWords />
        {CHEVRONS}
      </summary>
      <div className="mt-1.5 max-h-72 overflow-y-auto rounded-md border border-line bg-surface p-1.5">
        <DomainButtons onChosen={onChosen} />
      </div>
    </details>
  );
}

function DomainButtons({ onChosen }: { onChosen: () => void }) {
  const t = useText();
  const { currentId, domains, switchTo } = useDomains();
  function choose(bundleId: string) {
    onChosen();
    switchTo(bundleId);
  }
  return (
    <ul aria-label={t('shell.domain.label')}>
      {domains.map(({ bundleId, domainName }) => (
        <li key={bundleId}>
          <button
            type="button"
            // A domain that ended may have been bought again.
            aria-current={bundleId === currentId ? 'true' : undefined}
            onClick={() => choose(bundleId)}
            className={`${LINE} aria-[current]:bg-accent-soft aria-[current]:font-strong aria-[current]:text-accent-text`}
          >
            {showNames(domainName)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function PlaceWords() {
  const { current, isEnded } = useDomains();
  const t = useText();
  const plan = usePlanLine();
  const line = isEnded ? t('shell.domain.ended') : plan;
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate text-label font-strong">{showNames(current)}</span>
      <span className="block min-h-[1.5em] truncate text-tag text-2nd">{line}</span>
    </span>
  );
}

function usePlanLine(): string {
  const t = useText();
  const format = useFormat();
  const { plan } = useActivePlan();
  const details = plan?.mailSuiteDetails ?? plan?.siteDetails ?? plan?.domainDetails;
  if (!plan || !details) return '';
  const name = format.name(details.planDetails);
  const { isTrial, displayName } = details.planDetails;
  // A plan named “Pro trial” says it already, in every language.
  if (isTrial) return /\btrial\b/i.test(displayName) ? name : t('shell.domain.trial', { plan: name });
  return t('shell.domain.plan', { plan: name, cycle: t(`shell.cycle.${plan.billingCycle}`) });
}

const CARD =
  'mb-3.5 flex w-full items-center gap-2.5 rounded-md border border-line bg-surface px-2.5 py-2.25 text-start';
const LINE = 'block w-full truncate rounded-sm px-2.5 py-2 text-start text-nav hover:bg-sunken pointer-coarse:py-2.75';
const CHEVRONS = <ChevronsUpDown size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-3rd" />;
