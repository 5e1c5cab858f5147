import { Link, useMatches } from '@tanstack/react-router';
import { isMailboxUser } from '../../lib/access/is-mailbox-user.ts';
import { useRole } from '../../lib/access/use-role.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { MEMBER_SECTION, navSectionsFor } from './nav-sections.ts';
import { useActivePlan } from './use-active-plan.ts';
import { type DomainMark, useDomainMarks } from './use-domain-marks.ts';

export function SideNav({ onLeave }: { onLeave?: () => void }) {
  const t = useText();
  const { state } = useActivePlan();
  const isMember = isMailboxUser(useSession());
  const role = useRole();
  const marks = useDomainMarks();
  // A screen has several addresses, and a link knows only its own.
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData.panelRoute });
  const here = route?.menu ?? route?.path;
  const sections = isMember ? [MEMBER_SECTION] : navSectionsFor(state, role);
  if (sections.length === 0) return null;
  return (
    <nav aria-label={t('shell.nav.label')}>
      {sections.map((section) => (
        <div key={section.id}>
          {section.id !== 'mail' && (
            <div aria-hidden="true" className="px-2.5 pt-3.5 pb-1 text-tag text-3rd">
              {t(section.label)}
            </div>
          )}
          <ul aria-label={t(section.label)}>
            {section.items.map(({ path, label, icon: Icon }) => (
              <li key={path}>
                <Link to={path} onClick={onLeave} className={ITEM} {...(path === here && HERE)}>
                  <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
                  {t(label)}
                  <Dot mark={marks.get(path)} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Marks a screen on which something has to be done (filled), or on which we are checking (a ring). */
function Dot({ mark }: { mark: DomainMark | undefined }) {
  const t = useText();
  if (mark === undefined) return null;
  return (
    <>
      <i
        aria-hidden="true"
        data-mark={mark}
        className={
          mark === 'step'
            ? 'ms-auto size-1.75 flex-none rounded-full bg-warn forced-colors:bg-[CanvasText]'
            : 'ms-auto -me-px size-2.25 flex-none rounded-full border-[1.75px] border-accent'
        }
      />
      <span className="sr-only">{t(mark === 'step' ? 'shell.nav.notConnected' : 'shell.nav.checking')}</span>
    </>
  );
}

/** As the router marks a link of the page's own address. */
const HERE = { 'data-status': 'active', 'aria-current': 'page' } as const;

const ITEM = [
  'flex items-center gap-2.75 rounded-sm px-2.5 py-2 text-nav text-2nd no-underline transition-colors duration-120 hover:bg-sunken hover:text-text hover:no-underline pointer-coarse:py-2.75',
  'data-[status=active]:bg-accent-soft data-[status=active]:font-strong data-[status=active]:text-accent-text',
  'forced-colors:data-[status=active]:outline-2 forced-colors:data-[status=active]:-outline-offset-2 forced-colors:data-[status=active]:outline-[Highlight]',
].join(' ');
