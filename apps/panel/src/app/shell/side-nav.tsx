import { Link } from '@tanstack/react-router';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { isMailboxUser } from '../guards.ts';
import { MEMBER_SECTION, navSectionsFor } from './nav-sections.ts';
import { useActivePlan } from './use-active-plan.ts';
import { useUnconnectedPaths } from './use-unconnected-paths.ts';

export function SideNav({ onLeave }: { onLeave?: () => void }) {
  const t = useText();
  const { state } = useActivePlan();
  const isMember = isMailboxUser(useSession());
  const unconnected = useUnconnectedPaths();
  const sections = isMember ? [MEMBER_SECTION] : navSectionsFor(state);
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
                <Link to={path} onClick={onLeave} className={ITEM}>
                  <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
                  {t(label)}
                  {unconnected.includes(path) && <Dot />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Marks a screen on which something has to be done. */
function Dot() {
  const t = useText();
  return (
    <>
      <i
        aria-hidden="true"
        className="ms-auto size-1.75 flex-none rounded-full bg-warn forced-colors:bg-[CanvasText]"
      />
      <span className="sr-only">{t('shell.nav.notConnected')}</span>
    </>
  );
}

const ITEM = [
  'flex items-center gap-2.75 rounded-sm px-2.5 py-2 text-nav text-2nd no-underline transition-colors duration-120 hover:bg-sunken hover:text-text hover:no-underline pointer-coarse:py-2.75',
  'data-[status=active]:bg-accent-soft data-[status=active]:font-strong data-[status=active]:text-accent-text',
].join(' ');
