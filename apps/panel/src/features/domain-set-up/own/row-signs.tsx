import { Check, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useText } from '../../../lib/i18n/texts.ts';
import { isOnlyWatching, type OwnRow } from './own-rows.ts';

type Props = { rows: readonly OwnRow[]; isSettled: boolean };

/** One cell for each purpose: what works already, and what the world doesn't see yet. */
export function RowSigns({ rows, isSettled }: Props) {
  const t = useText();
  return (
    <ul className="grid grid-cols-2 gap-px border-t border-line bg-line max-phone:grid-cols-1">
      {rows.map((row) => {
        const { purpose, isSeen, change } = row;
        const isWrong = change !== 'none';
        const name = t(`domainSetUp.own.name.${purpose}`);
        const state = isSettled ? null : isWrong ? 'wrong' : isSeen ? 'seen' : 'notYet';
        return (
          <li
            key={purpose}
            className="flex items-center gap-3 bg-surface px-6 py-3.75 last:odd:col-span-2 max-phone:col-span-1! max-phone:px-4"
          >
            {isWrong ? (
              <TriangleAlert size={18} strokeWidth={2} aria-hidden="true" className="flex-none text-warn" />
            ) : isSeen ? (
              <Check size={18} strokeWidth={2.25} aria-hidden="true" className="flex-none text-good" />
            ) : (
              <LoaderCircle size={18} strokeWidth={2} aria-hidden="true" className="flex-none text-3rd" />
            )}
            <span className={`min-w-0 flex-1 text-nav ${isSeen && !isWrong ? 'font-medium' : 'text-2nd'}`}>
              {t(isOnlyWatching(row) ? 'domainSetUp.own.row.watching' : `domainSetUp.own.row.${purpose}`)}
            </span>
            <span className="flex-none text-small text-2nd">
              {state === null ? name : t(`domainSetUp.own.sign.${state}`, { name })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
