import { PageHeader } from '@postern/ui/layout/page-header';
import { SkeletonRows } from '@postern/ui/feedback/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useKeyedCall, useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { WaitingStatus } from '../../../lib/loading/waiting.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { BackToImports } from '../back-to-imports.tsx';
import { needsPassword, ownerOf } from '../import-facts.ts';
import { importsQuery, scheduleImportMutation, testConnectionMutation } from '../queries.ts';
import { type OfferedSignIn, signInsQuery } from '../sign-in/sign-in-queries.ts';
import { ImportGuide } from './import-guide.tsx';
import { NewImportForm, type TestedConnection } from './new-import-form.tsx';
import { NOTHING_TYPED, sourceKey, type Typed, typedFrom } from './typed-import.ts';

type Props = {
  /** The mailbox to copy into, if the address of the screen says. */
  mailbox: string | null;
  /** The import to do again. */
  again: string | null;
};

/** Where the mail is, a test of the connection, then the start. */
export function NewImportScreen({ mailbox, again }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const list = useQuery({ ...importsQuery(bundleId), enabled: again !== null });
  const former = again === null ? undefined : list.data?.find(({ taskId }) => taskId === again);
  // Without the list, the form has no sign-ins and works all the same.
  const offers = useQuery(signInsQuery(bundleId));
  const isWaiting = (again !== null && list.isPending) || offers.isPending;
  return (
    <>
      <PageHeader
        title={former ? t('mailImport.new.againTitle', { name: ownerOf(former) }) : t('mailImport.new.title')}
        sentence={t(
          former && former.ownerEmail === undefined
            ? former.signInWith === undefined
              ? 'mailImport.new.againSentence'
              : 'mailImport.signIn.againSentence'
            : 'mailImport.new.sentence',
        )}
        back={<BackToImports />}
      />
      {isWaiting ? (
        <>
          <WaitingStatus />
          <SkeletonRows rows={5} leading={false} />
        </>
      ) : (
        <NewImport
          offers={offers.data ?? []}
          initial={former ? typedFrom(former) : { ...NOTHING_TYPED, destinationEmail: mailbox ?? '' }}
        />
      )}
    </>
  );
}

function NewImport({ initial, offers }: { initial: Typed; offers: readonly OfferedSignIn[] }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const navigate = useNavigate();
  const [providerId, setProviderId] = useState<string | null>(null);
  const [tested, setTested] = useState<TestedConnection | null>(null);
  const test = useSingleCall(testConnectionMutation(), (answer, input) =>
    setTested({ source: sourceKey(input), answer }),
  );
  const start = useKeyedCall(scheduleImportMutation(bundleId), (task) => {
    const { destinationEmail, mailedTo } = task;
    const done =
      needsPassword(task) && mailedTo !== undefined
        ? t(task.signInWith === undefined ? 'mailImport.ask.done' : 'mailImport.signIn.askDone', { email: mailedTo })
        : t('mailImport.new.started', { email: destinationEmail });
    showToast(done, { kind: 'success' });
    void navigate({ to: PATHS.mailImport });
  });
  return (
    <div className="grid items-start gap-x-12 gap-y-8 min-[70rem]:grid-cols-[minmax(0,1fr)_19rem]">
      <NewImportForm
        initial={initial}
        tested={test.error === null && !test.pending ? tested : null}
        testing={test.pending}
        starting={start.pending}
        failure={start.error ?? test.error}
        offers={offers}
        onTest={(source) => {
          start.reset();
          test.run(source);
        }}
        onStart={(input) => start.run(input)}
        onProvider={setProviderId}
      />
      <ImportGuide providerId={providerId} offers={offers} />
    </div>
  );
}
