import { type FirstStep, FIRST_STEPS, firstSteps, type StepState } from '@postern/domain/first-steps';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { IconButton } from '@postern/ui/buttons/icon-button';
import { cx } from '@postern/ui/cx';
import { EmptyMailbox } from '@postern/ui/drawings/empty-mailbox';
import { Link } from '@tanstack/react-router';
import { Check, ChevronDown, Plus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { RichText } from '../../lib/i18n/rich-text.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { DomainRow } from './domain-row.tsx';
import { noteFirstStepMutation } from './queries.ts';
import { StepRow } from './step-row.tsx';
import type { ShownSteps } from './use-first-steps.ts';

type Props = {
  shown: ShownSteps;
  /** Whether there are no mailboxes: then the card takes the place of their list, and can't be folded. */
  isEmpty: boolean;
  onCreate: () => void;
  /** Opens the mail with login details for a mailbox; null if there is none, or it isn't offered. */
  onTell: (() => void) | null;
  /** Whether anyone apart from the visitor has a mailbox. */
  hasTeam: boolean;
};

/** What a new customer does first, each step ticked by what really happened. It goes away when all of it is done. */
export function FirstStepsCard({ shown, isEmpty, onCreate, onTell, hasTeam }: Props) {
  const t = useText();
  const rowsId = useId();
  const titleId = useId();
  if (shown.isComplete) return <AllDone onClose={shown.end} />;
  const states = firstSteps(shown.facts);
  const isFolded = shown.isFolded && !isEmpty;
  const isSlim = !isEmpty;
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        'overflow-clip rounded-lg border border-line bg-surface shadow-raised',
        isEmpty ? 'desk:grid desk:grid-cols-[minmax(0,1fr)_minmax(12rem,19.5rem)]' : 'mb-7',
      )}
    >
      {isEmpty && (
        <div className="flex h-32 flex-col items-center justify-end overflow-clip bg-accent-soft desk:order-last desk:h-auto">
          <EmptyMailbox className="-mb-1.5 block w-42 desk:-mb-2.5 desk:w-66" />
        </div>
      )}
      <div className="flex flex-col">
        <header
          className={cx(
            'flex items-center gap-x-3 px-4 py-3.5 desk:gap-x-4 desk:px-5',
            !isSlim && 'desk:py-4',
            !isFolded && 'border-b border-line',
          )}
        >
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
            <h2 id={titleId} className="text-lead">
              {t('firstSteps.title')}
            </h2>
            {isFolded && states.domain !== 'done' && (
              <span className="text-small text-warn">{t('firstSteps.noMailYet')}</span>
            )}
          </div>
          <Progress states={states} />
          {!isEmpty && (
            <IconButton
              size="s"
              label={t(isFolded ? 'firstSteps.unfold' : 'firstSteps.fold')}
              aria-expanded={!isFolded}
              aria-controls={rowsId}
              className="-me-2 -my-1"
              onClick={() => shown.fold(!isFolded)}
            >
              <ChevronDown
                size={18}
                strokeWidth={1.75}
                className={cx('transition-transform duration-150', !isFolded && 'rotate-180')}
              />
            </IconButton>
          )}
        </header>
        <ol id={rowsId} hidden={isFolded}>
          <StepRow
            number={1}
            state={states.mailbox}
            title={t('firstSteps.mailbox.title')}
            text={t('firstSteps.mailbox.text')}
            isSlim={isSlim}
            action={
              <Button
                className="max-desk:min-h-11 max-desk:w-full"
                icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
                onClick={onCreate}
              >
                {t('mailboxes.page.create')}
              </Button>
            }
          />
          <DomainRow {...shown} state={states.domain} isSlim={isSlim} />
          <StepRow
            number={3}
            state={states.phone}
            title={t('firstSteps.phone.title')}
            text={t('firstSteps.phone.text')}
            isSlim={isSlim}
            action={
              <WithWord step="phone" word={t('firstSteps.phone.word')}>
                <ButtonLink kind="quiet" size="s" className={WIDE} render={<Link to={PATHS.clientSetup} />}>
                  {t('firstSteps.phone.action')}
                </ButtonLink>
              </WithWord>
            }
          />
          <StepRow
            number={4}
            state={states.team}
            title={t('firstSteps.team.title')}
            text={teamText()}
            isSlim={isSlim}
            action={
              <WithWord step="team" word={t(hasTeam ? 'firstSteps.team.word' : 'firstSteps.team.wordAlone')}>
                {onTell && (
                  <Button kind="quiet" size="s" className={WIDE} onClick={onTell}>
                    {t('firstSteps.team.action')}
                  </Button>
                )}
              </WithWord>
            }
          />
        </ol>
        {!isEmpty && !isFolded && <BringMail />}
        {isEmpty && (
          <p className="mt-auto border-t border-line bg-page px-4 py-3 text-small text-2nd desk:px-5">
            {t('firstSteps.foot')}
          </p>
        )}
      </div>
    </section>
  );

  function teamText(): string {
    return t(hasTeam || isEmpty ? 'firstSteps.team.text' : 'firstSteps.team.textAlone');
  }
}

/** An action, and next to it the person's word that it is done, for what no server can see. */
function WithWord({ step, word, children }: { step: 'phone' | 'team'; word: string; children: ReactNode }) {
  const { bundleId = '' } = useSession();
  const t = useText();
  const noting = noteFirstStepMutation(bundleId);
  const { run, pending } = useSingleCall(
    { ...noting, onError: (error) => showToast(errorText(error, t), { kind: 'error' }) },
    () => {},
  );
  return (
    <>
      <Button
        kind="link"
        className="min-h-6! text-small max-desk:order-last max-desk:-mb-2 max-desk:min-h-11!"
        pending={pending}
        onClick={() => run({ step })}
      >
        {word}
      </Button>
      {children}
    </>
  );
}

/** For people who come from another provider. Importing their mail isn't a step, but it is what they would miss next. */
function BringMail() {
  const t = useText();
  const link = (words: string) => <Link to={PATHS.mailImport}>{words}</Link>;
  return (
    <p className="border-t border-line px-4 py-3 text-small text-2nd desk:px-5">
      <RichText text={t('firstSteps.import')} parts={{ link }} />
    </p>
  );
}

/** How many steps are done, as four short bars and in words. */
function Progress({ states }: { states: Record<FirstStep, StepState> }) {
  const t = useText();
  const done = FIRST_STEPS.filter((step) => states[step] === 'done').length;
  return (
    <div className="flex flex-none items-center gap-1">
      {FIRST_STEPS.map((step) => (
        <i
          key={step}
          aria-hidden="true"
          className={cx(
            'h-1.25 w-4 rounded-full max-[22.5rem]:w-2.5 phone:w-7 forced-colors:border',
            states[step] === 'done'
              ? 'bg-accent forced-colors:bg-[CanvasText]'
              : states[step] === 'waiting'
                ? HALF
                : 'bg-line',
          )}
        />
      ))}
      <span className="ms-2 text-small whitespace-nowrap text-2nd">
        {t('firstSteps.progress', { done, all: FIRST_STEPS.length })}
      </span>
    </div>
  );
}

function AllDone({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { domain = '' } = useSession();
  return (
    <div
      role="status"
      className="mb-7 flex items-center gap-3.5 rounded-lg bg-good-soft px-4 py-3.5 desk:px-5 forced-colors:border"
    >
      <span className="grid size-7.5 flex-none place-items-center rounded-full bg-surface text-good">
        <Check size={16} strokeWidth={2.25} aria-hidden="true" />
      </span>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-strong">{t('firstSteps.over.title')}</b> {t('firstSteps.over.text', { domain })}
      </p>
      <IconButton label={t('app.close')} onClick={onClose} className="-me-2 hover:bg-transparent">
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

const HALF = 'bg-linear-to-r from-accent from-40% to-accent-line to-40%';
const WIDE = 'max-desk:min-h-11 max-desk:w-full';
