import type { DomainChangePreview } from '@postern/contract/domain-change';
import { parseNewDomain } from '@postern/domain/domain-connection';
import { Button } from '@postern/ui/buttons/button';
import { MovingDoors } from '@postern/ui/drawings/moving-doors';
import { Checkbox } from '@postern/ui/forms/checkbox';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { Card } from '@postern/ui/layout/card';
import { useEffect, useRef, useState } from 'react';
import { Form } from '../../lib/forms/form.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { fieldCodes, hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { TechnicalName } from '../../lib/i18n/technical-name.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { rememberForVisit } from '../../lib/store/visit-memory.ts';
import { problemText } from './name-problem-text.ts';
import { changeDomainMutation, previewDomainChangeMutation } from './queries.ts';

/** The typed name survives a session that ends before it is sent; the confirmation of ownership doesn't. */
const left = rememberForVisit('');

const loadQuestion = () => import('./change-domain-question.tsx');

/** What the server has against the new name, as a code; null if its answer is about something else. */
const refusedName = (failure: Error): string | null =>
  hasCode(failure, 'DOMAIN_TAKEN') || hasCode(failure, 'LOOKUP_TIMEOUT')
    ? failure.code
    : (fieldCodes(failure)['newDomain'] ?? null);

/**
 * Asks for the new domain and for the word that it is theirs. The server has the public suffix list, and knows who has which name;
 * once it has nothing against the name, one question says what the change means.
 */
export function ChangeDomainForm() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const [asked, setAsked] = useState<DomainChangePreview | null>(null);
  const [isAsking, setAsking] = useState(false);
  const question = usePart(loadQuestion, isAsking ? 'now' : 'soon');
  const { run, pending, error } = useSingleCall(previewDomainChangeMutation(), (preview) => {
    setAsked(preview);
    setAsking(true);
  });
  const change = useSingleCall(changeDomainMutation(bundleId), () => left.write(''));
  const form = useForm({
    initial: () => ({ name: left.read(), isOwn: false }),
    check: ({ name, isOwn }): { name?: string | null; isOwn?: boolean } => {
      const parsed = parseNewDomain(name, domain);
      return { name: parsed.ok ? null : parsed.code, isOwn: !isOwn };
    },
    failure: error,
    refused: (failure) => ({ name: refusedName(failure) }),
    submit: ({ name }) => run(name),
  });
  const { name, isOwn } = form.values;
  const parsed = parseNewDomain(name, domain);
  const problem = form.problem('name');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  useEffect(() => left.write(name), [name]);
  function reasonOf(failure: Error): string {
    const code = refusedName(failure);
    return code === null ? errorText(failure, t) : t(problemText(code), { domain });
  }
  return (
    <Card>
      <div className="flex justify-center bg-accent-soft pt-6">
        <MovingDoors className="block" />
      </div>
      <Form form={form} className="grid gap-5 p-5 phone:p-6">
        <Field
          label={t('domainChange.field.label')}
          hint={
            <>
              {t('domainChange.field.hint')}
              {parsed.ok && <TechnicalName name={parsed.value} />}
            </>
          }
          error={problem && t(problemText(problem), { domain })}
        >
          <TextInput
            ref={field}
            {...form.text('name')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
          />
        </Field>
        <ul className="grid list-disc gap-1.5 ps-5 text-2nd marker:text-3rd">
          <li>{t('domainChange.what.moves')}</li>
          <li>{t('domainChange.what.signIn')}</li>
          <li>{t('domainChange.what.former', { domain })}</li>
          <li>{t('domainChange.what.records')}</li>
          <li>{t('domainChange.what.takes')}</li>
        </ul>
        <div>
          <Checkbox
            checked={isOwn}
            onCheckedChange={(checked) => form.change({ isOwn: checked })}
            required
            invalid={form.problem('isOwn')}
          >
            {t('domainChange.own.label')}
          </Checkbox>
          {form.problem('isOwn') && (
            <p role="alert" className="mt-1 ps-7 text-small text-bad">
              {t('domainChange.own.required')}
            </p>
          )}
        </div>
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
        <div className="flex flex-wrap gap-2.5 max-phone:*:flex-1">
          <Button type="submit" pending={pending}>
            {t('domainChange.submit')}
          </Button>
        </div>
      </Form>
      {question && asked && (
        <question.ChangeDomainQuestion
          open={isAsking}
          preview={asked}
          pending={change.pending}
          error={change.error && reasonOf(change.error)}
          onConfirm={() => change.run(asked.toDomain)}
          onClose={() => setAsking(false)}
          onClosed={change.reset}
        />
      )}
    </Card>
  );
}
