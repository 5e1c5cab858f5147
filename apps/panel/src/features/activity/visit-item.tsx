import type { ActivityEntry } from '@postern/contract/activity';
import { VISIT_PLACES, type VisitPlace } from '@postern/domain/support-visits';
import { Avatar } from '@postern/ui/layout/avatar';
import { ListItem } from '@postern/ui/layout/list-item';
import { useFormat } from '../../lib/i18n/format.ts';
import { type Text, useText } from '../../lib/i18n/texts.ts';
import { isKnown } from './activity-item.tsx';
import { UndoStep } from './undo-step.tsx';

/** A support visit: the supporter and the reason, and below them the steps, newest first. */
export function VisitItem({ steps }: { steps: readonly ActivityEntry[] }) {
  const t = useText();
  const format = useFormat();
  const [newest] = steps;
  const first = steps.at(-1);
  if (!newest?.visit || !first) return null;
  const { staffName, company, reason, ticket } = newest.visit;
  return (
    <ListItem
      className="items-start!"
      leading={<Avatar name={staffName} className="bg-warn-soft text-warn" />}
      title={
        <span className="whitespace-normal">
          {t('supportVisits.who', { name: staffName, company })}
          <span className="block font-normal break-words text-2nd">
            {t(ticket === undefined ? 'supportVisits.card.reason' : 'supportVisits.card.reasonTicket', {
              reason,
              ticket: ticket ?? '',
            })}
          </span>
        </span>
      }
      // The time takes room from the name only, so that the steps have the whole width on a phone.
      tags={
        <time dateTime={first.at} className="ms-auto flex-none self-start text-small text-3rd tabular-nums">
          {format.time(first.at)}
        </time>
      }
      meta={
        <ol className="mt-2 grid gap-1.5 border-s-2 border-line ps-4 whitespace-normal">
          {steps.map((step) => (
            <li key={step.id} className="flex gap-3 text-label text-text">
              <time dateTime={step.at} className="flex-none text-2nd tabular-nums">
                {format.time(step.at)}
              </time>
              <span className="min-w-0 break-words">
                <span>{wordsOf(step, t)}</span> {step.undo && <UndoStep undo={step.undo} did={wordsOf(step, t)} />}
              </span>
            </li>
          ))}
        </ol>
      }
    />
  );
}

const isPlace = (place: string | null): place is VisitPlace => VISIT_PLACES.some((one) => one === place);

function wordsOf({ action, by, email, target, detail }: ActivityEntry, t: Text): string {
  const did = t(isKnown(action) ? `activity.did.${action}` : 'activity.did.other');
  if (action === 'visit.looked') return isPlace(detail) ? t(`supportVisits.place.${detail}`) : did;
  if (by === 'person' && email !== null) return t('activity.visit.byOwner', { did, email });
  if (action === 'visit.extended') return `${did}: ${detail ?? ''}`;
  if (action.startsWith('dns-record.') && detail !== null) return `${did}: ${detail}`;
  return action.startsWith('visit.') || target === null ? did : `${did}: ${target}`;
}
