import type { ActivityEntry } from '@postern/contract/activity';
import { ACTIONS, type ActivityAction, type ActivityArea } from '@postern/domain/activity';
import { toAmountNumber } from '@postern/domain/money';
import { Button } from '@postern/ui/buttons/button';
import { ListItem } from '@postern/ui/layout/list-item';
import { AtSign, CreditCard, FileText, Globe, Headset, type LucideIcon, ShieldCheck, Users } from 'lucide-react';
import { Fragment } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';

const ICONS: Record<ActivityArea, LucideIcon> = {
  mailboxes: Users,
  addresses: AtSign,
  domain: Globe,
  security: ShieldCheck,
  billing: CreditCard,
  data: FileText,
  support: Headset,
};

/** Whether this panel has words for an action; a newer server may record others. */
export const isKnown = (action: string): action is ActivityAction => ACTIONS[action as ActivityAction] != null;

type Props = {
  entry: ActivityEntry;
  /** The reader wants only what this person did. */
  onPerson: (email: string) => void;
};

/** One change: what was done to what; below it who did it, when and from where. */
export function ActivityItem({ entry, onPerson }: Props) {
  const t = useText();
  const format = useFormat();
  const { action, target, detail, by, email, browser, os } = entry;
  const Icon = isKnown(action) ? ICONS[ACTIONS[action]] : FileText;
  const amount =
    entry.amountMinor !== null && entry.currency !== null
      ? format.money(toAmountNumber(entry.amountMinor), entry.currency)
      : '';
  const program = browser === '' || os === '' ? browser : t('activity.list.browser', { browser, os });
  const facts = [detail, amount, entry.network, program].filter((fact) => fact);
  return (
    <ListItem
      leading={<Icon size={20} strokeWidth={1.75} aria-hidden="true" className="text-3rd" />}
      title={
        <span className="whitespace-normal">
          {t(isKnown(action) ? `activity.did.${action}` : 'activity.did.other')}
          {target !== null && <span className="block break-words font-normal">{target}</span>}
        </span>
      }
      meta={
        <span className="block whitespace-normal">
          {by === 'person' && email !== null ? (
            <Button
              kind="link"
              className="max-w-full text-small font-normal text-2nd"
              aria-label={t('activity.person.filter', { email })}
              onClick={() => onPerson(email)}
            >
              <span className="truncate">{email}</span>
            </Button>
          ) : (
            t(`activity.by.${by === 'person' ? 'panel' : by}`)
          )}
          {facts.map((fact) => (
            <Fragment key={fact}>
              {' '}
              <span className="inline-block max-w-full break-words">{`·\u00a0${fact}`}</span>
            </Fragment>
          ))}
        </span>
      }
      trailing={
        <time dateTime={entry.at} className="self-start text-small text-3rd tabular-nums">
          {format.time(entry.at)}
        </time>
      }
    />
  );
}
