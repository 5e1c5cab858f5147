import type { ImportTask } from '@postern/contract/mail-import';
import { showNames } from '@postern/domain/addresses';
import { cx } from '@postern/ui/cx';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { countsOf, ownerOf, percentOf, useProgressTexts } from '../import-facts.ts';

/** How often a screen reader announces progress, in percent. */
const SAY_EVERY_PERCENT = 25;

/** Whose import it is, how far it is, and the sums. */
export function ImportProgress({ task, actions }: { task: ImportTask; actions: ReactNode }) {
  const t = useText();
  const format = useFormat();
  const { amountOf, doingOf } = useProgressTexts();
  const percent = percentOf(task);
  const counts = countsOf(task);
  const doing = doingOf(task);
  const amount = amountOf(task);
  const percentText = percent === null ? null : format.number(percent / 100, { style: 'percent' });
  return (
    <>
      <div className="flex items-center gap-4.5 px-6 pt-5 max-phone:flex-wrap max-phone:gap-3 max-phone:px-4 max-phone:pt-4">
        <div className="min-w-0 flex-1 max-phone:basis-full">
          <h2 className="truncate text-lead! max-phone:whitespace-normal max-phone:wrap-anywhere">{ownerOf(task)}</h2>
          <p className="mt-px truncate text-label text-2nd max-phone:whitespace-normal max-phone:wrap-anywhere">
            {t('mailImport.run.way', { from: showNames(task.sourceEmail), to: showNames(task.destinationEmail) })}
          </p>
        </div>
        <div className="flex flex-none gap-2.5 max-phone:w-full max-phone:*:min-h-11 max-phone:*:flex-1">{actions}</div>
      </div>
      <div className="px-6 pt-4 pb-4.5 max-phone:px-4 max-phone:pt-3.5 max-phone:pb-4">
        <Bar counts={counts} percent={percent} label={t('mailImport.run.progress')} />
        <div className="num mt-2.5 flex gap-x-4 gap-y-0.5 text-label text-2nd max-phone:flex-wrap">
          <p className="min-w-0 flex-1 wrap-anywhere max-phone:basis-full">
            {percentText !== null && <b className="font-strong text-text">{percentText}</b>}
            {percentText !== null && ' · '}
            {doing}
          </p>
          {amount && <p className="flex-none max-phone:flex-auto">{amount}</p>}
        </div>
        <Said text={saidText()} />
      </div>
      <dl className="grid grid-cols-4 border-t border-line max-phone:grid-cols-2">
        <Sum label={t('mailImport.sum.found')} count={counts.found} />
        <Sum label={t('mailImport.sum.copied')} count={counts.copied} />
        <Sum label={t('mailImport.sum.present')} count={counts.present} />
        <Sum label={t('mailImport.sum.skipped')} count={counts.missed} />
      </dl>
    </>
  );

  /** Only at certain shares of the way, or when it stops: every message would be noise. */
  function saidText(): string {
    if (task.status === 'interrupted' || percent === null) return doing;
    const step = Math.floor(percent / SAY_EVERY_PERCENT) * SAY_EVERY_PERCENT;
    return t('mailImport.run.said', { percent: format.number(step / 100, { style: 'percent' }) });
  }
}

/** Says a text when it changes, not when the screen opens. */
function Said({ text }: { text: string }) {
  const [first] = useState(text);
  const [hasChanged, setChanged] = useState(false);
  if (text !== first && !hasChanged) setChanged(true);
  return (
    <p role="status" className="sr-only">
      {hasChanged && text}
    </p>
  );
}

type BarProps = { counts: ReturnType<typeof countsOf>; percent: number | null; label: string };

/** Three parts: copied, already there, skipped. Without a known whole there is only the empty bar. */
function Bar({ counts: { found, copied, present, missed }, percent, label }: BarProps) {
  const share = (count: number) => ({ width: `${(Math.min(count, found) / found) * 100}%` });
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === null ? {} : { 'aria-valuenow': percent })}
      className="flex h-2 overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line/60 forced-colors:border"
    >
      {percent !== null && (
        <>
          <Part style={share(copied)} className="bg-accent forced-colors:bg-[CanvasText]" />
          <Part style={share(present)} className="bg-accent-line forced-colors:bg-[GrayText]" />
          {missed > 0 && <Part style={share(missed)} className="min-w-1 bg-warn forced-colors:bg-[Highlight]" />}
        </>
      )}
    </div>
  );
}

const Part = ({ style, className }: { style: { width: string }; className: string }) => (
  <i className={cx('transition-[width] duration-200 motion-reduce:transition-none', className)} style={style} />
);

function Sum({ label, count }: { label: string; count: number }) {
  const format = useFormat();
  return (
    <div className="flex flex-col-reverse border-e border-line px-6 py-3.5 last:border-e-0 max-phone:px-4 max-phone:py-2.5 max-phone:even:border-e-0 max-phone:nth-[-n+2]:border-b">
      <dt className="text-small text-2nd">{label}</dt>
      <dd className="num text-h2 leading-snug font-semibold">{format.number(count)}</dd>
    </div>
  );
}
