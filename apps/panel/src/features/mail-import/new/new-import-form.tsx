import { KNOWN_MAIL_PROVIDERS } from '@postern/domain/mail-providers';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Banner } from '@postern/ui/feedback/banner';
import { Field } from '@postern/ui/forms/field';
import { RadioPills } from '@postern/ui/forms/radio-pills';
import { Card } from '@postern/ui/layout/card';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { EmailInput } from '../../../lib/forms/email-input.tsx';
import { problemText } from '../../../lib/forms/field-problem.ts';
import { Form } from '../../../lib/forms/form.tsx';
import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { hasCode } from '../../../lib/http/api-error.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { takeDraft, useKeptDraft } from '../../../lib/reload/drafts.ts';
import type { ImportSearch } from '../import-search.ts';
import type { ConnectionTest, NewImport } from '../queries.ts';
import { ConnectionNote } from './connection-note.tsx';
import { DestinationField } from './destination-field.tsx';
import { FolderChoice } from './folder-choice.tsx';
import type { OfferedSignIn } from '../sign-in/sign-in-queries.ts';
import { refusedFields } from './refused-fields.ts';
import { SourceFields } from './source-fields.tsx';
import { sumsOf } from './tested-folders.ts';
import { OwnerField } from './owner-field.tsx';
import {
  askingImportOf,
  checkTyped,
  importOf,
  OTHER_PROVIDER,
  serverOf,
  sourceKey,
  sourceOf,
  type TestedSource,
  type Typed,
  withProvider,
} from './typed-import.ts';
import { roomIn, useDestination } from './use-destination.ts';
import { useSignInOf } from './use-sign-in-of.ts';

/** The answer of a good test, and what was tested. */
export type TestedConnection = { source: string; answer: ConnectionTest };

type Props = {
  initial: Typed;
  /** Null before a good test, and again after a bad one. */
  tested: TestedConnection | null;
  testing: boolean;
  starting: boolean;
  failure: Error | null;
  /** Where people can sign in instead of typing a password. */
  offers: readonly OfferedSignIn[];
  onTest: (source: TestedSource) => void;
  onStart: (input: NewImport) => void;
  onProvider: (providerId: string | null) => void;
};

const DRAFT = 'mail-import.new';
/** Of the address: the list and the reports are at the same path. */
const DEPENDS_ON = ['new', 'mailbox', 'again', 'task'] as const satisfies readonly (keyof ImportSearch)[];

/** Where the mail is and where it goes. Its button tests the connection; after a good test the next one starts the import. */
export function NewImportForm(props: Props) {
  const { initial, tested, testing, starting, failure, offers, onTest, onStart, onProvider } = props;
  const t = useText();
  const offerOf = ({ provider: id, usesPassword }: Typed) =>
    usesPassword ? null : (offers.find((one) => one.provider === id) ?? null);
  const form = useForm({
    initial: () => ({ ...initial, ...takeDraft<Partial<Typed>>(DRAFT) }),
    check: (typed) => checkTyped(typed, offerOf(typed) !== null),
    failure,
    refused: refusedFields,
    submit: send,
  });
  const { values } = form;
  // Passwords are never kept.
  useKeptDraft(DRAFT, () => ({ ...values, remotePassword: '' }));
  const destination = useDestination(values.destinationEmail);
  const setOwn = useEffectEvent((email: string) => form.change({ destinationEmail: email }));
  useEffect(() => {
    if (destination.own !== null) setOwn(destination.own);
  }, [destination.own]);
  useEffect(() => onProvider(values.provider), [values.provider, onProvider]);

  const server = serverOf(values);
  const source = server.ok ? sourceOf(values, server.value) : null;
  const answer = tested && source && tested.source === sourceKey(source) ? tested.answer : null;
  const sums = answer && sumsOf(answer.folders, values);
  const room = destination.chosen && roomIn(destination.chosen, sums?.bytes ?? 0);
  const hasRoom = room === null || room.ok;
  const certificate = hasCode(failure, 'CERTIFICATE_FAULT') && !testing ? failure.attrs : null;
  const provider = KNOWN_MAIL_PROVIDERS.find(({ providerId }) => providerId === values.provider) ?? null;
  const offer = offerOf(values);
  const signIn = useSignInOf(form);
  const isImpossible = provider?.access === 'none' && offer === null;
  const asksOwner = values.access === 'owner';

  function send(typed: Typed): void {
    if (!server.ok || isImpossible) return;
    if (asksOwner) onStart(askingImportOf(typed, server.value));
    else if (answer === null) onTest(sourceOf(typed, server.value));
    else if (hasRoom && sums?.messages !== 0) onStart(importOf(typed, server.value));
  }

  /** The link goes to the mailbox's alternate email unless another address is typed. */
  function choose(destinationEmail: string): void {
    const known = destination.chosen?.alternateEmail ?? '';
    const alternateEmail = destination.found.find(({ email }) => email === destinationEmail)?.alternateEmail ?? '';
    const isTyped = values.ownerEmail !== '' && values.ownerEmail !== known;
    form.change({ destinationEmail, ...(isTyped ? {} : { ownerEmail: alternateEmail }) });
  }

  /** After the person has compared the certificate: the same test with it. */
  function accept(fingerprint: string): void {
    form.change({ fingerprint });
    if (server.ok) onTest(sourceOf({ ...values, fingerprint }, server.value));
  }

  return (
    <Card padded>
      <Form form={form} dependsOn={DEPENDS_ON} className="grid gap-5">
        <RadioPills
          label={t('mailImport.new.where')}
          value={values.provider}
          onValueChange={(providerId) => form.change(withProvider(values, providerId, offers))}
          name="provider"
          pills={[
            ...KNOWN_MAIL_PROVIDERS.map(({ providerId, name }) => ({ value: providerId, label: name })),
            { value: OTHER_PROVIDER, label: t('mailImport.new.otherServer') },
          ]}
        />
        {isImpossible ? (
          <Banner kind="warn" title={t('mailImport.new.impossible', { provider: provider.name })}>
            {t('mailImport.new.impossibleText', { provider: provider.name })}
          </Banner>
        ) : (
          <>
            <SourceFields
              form={form}
              provider={provider}
              offers={offers}
              offer={offer}
              signIn={signIn}
              mayAsk={!destination.isOwn}
            />
            <DestinationField
              destination={destination}
              value={values.destinationEmail}
              onChange={choose}
              problem={problemText(form.problem('destinationEmail'), t)}
              room={room}
            />
            {asksOwner ? (
              <OwnerField form={form} offer={offer} />
            ) : (
              <ConnectionNote
                answer={answer}
                sums={sums}
                destination={destination.chosen}
                certificate={certificate}
                testing={testing}
                onTestAgain={() => source && onTest(source)}
                onAccept={accept}
              />
            )}
            {answer && !asksOwner && (
              <>
                <FolderChoice folders={answer.folders} value={values} onChange={form.change} />
                <Field
                  label={t('mailImport.new.notification')}
                  optionalText={t('mailImport.new.optional')}
                  error={problemText(form.problem('notificationEmail'), t)}
                >
                  <EmailInput {...form.text('notificationEmail')} placeholder={t('mailImport.new.emailPlaceholder')} />
                </Field>
              </>
            )}
            {form.failure && !certificate && <SubmitFailure failure={form.failure} pending={testing || starting} />}
          </>
        )}
        <FormActions
          sends={asksOwner && !isImpossible}
          starts={answer !== null && !asksOwner && !isImpossible}
          mayStart={hasRoom && sums?.messages !== 0}
          starting={starting}
        />
      </Form>
    </Card>
  );
}

type ActionProps = { sends: boolean; starts: boolean; mayStart: boolean; starting: boolean };

/** The button that starts the import or mails the link, and the way back. */
function FormActions({ sends, starts, mayStart, starting }: ActionProps) {
  const t = useText();
  return (
    <div className="flex flex-wrap gap-2.5 pt-1 max-phone:*:flex-1">
      {sends && (
        <Button type="submit" pending={starting}>
          {t('mailImport.action.sendLink')}
        </Button>
      )}
      {starts && (
        <Button type="submit" pending={starting} disabled={!mayStart}>
          {t('mailImport.new.start')}
        </Button>
      )}
      <ButtonLink kind="quiet" render={<Link to={PATHS.mailImport} />}>
        {t('shell.action.cancel')}
      </ButtonLink>
    </div>
  );
}
