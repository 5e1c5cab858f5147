import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAfterPress } from './use-after-press.ts';

/** What is wrong, by field; mostly a rule's code, which the form turns into a text. */
type Problems<Values> = { readonly [Field in keyof Values]?: unknown };

/** When a field says what is wrong with it. After a try to send that was stopped, all of them do. */
type Judging =
  | 'sent'
  /** Once it is left with something in it. */
  | 'leftFilled'
  /** Once it is left. */
  | 'left'
  /** At once. */
  | 'typed';

type Options<Values, Wrong, Failure> = {
  initial: Values | (() => Values);
  /** Everything that is wrong with the values. It is asked at every rendering, so it is a rule and calls nobody. */
  check: (values: Values) => Wrong;
  /** Gets values that `check` has nothing against. */
  submit?: (values: Values) => void;
  judge?: Judging;
  /** Why the values that were sent last came back; null while they are on their way. */
  failure?: Failure | null;
  /** The fields that a failure is about. */
  refused?: (failure: Failure, sent: Values) => Partial<NoInfer<Wrong>>;
};

type TextField<Values> = { [Field in keyof Values]: Values[Field] extends string ? Field : never }[keyof Values];

type State<Values> = {
  values: Values;
  /** The fields that say what is wrong with them. */
  judged: readonly (keyof Values)[];
  sent: Values | null;
  /** How often `check` stopped what was to be sent. */
  stopped: number;
};

/** A field that is wrong; or the way out that a note offers about all of them. */
const WRONG = '[aria-invalid=true], [data-problem] button';
const start = <Values>(values: Values): State<Values> => ({ values, judged: [], sent: null, stopped: 0 });
const hasAny = (problems: object): boolean => Object.values(problems).some(Boolean);

/** What is typed, and which fields may be judged. */
function useTyped<Values extends object>(atFirst: Values | (() => Values), judge: Judging) {
  // Every keystroke changes what it returns, so there is nothing to keep: memoizing would double its size.
  'use no memo';
  type Field = keyof Values;
  const afterPress = useAfterPress();
  const [initial] = useState(atFirst);
  const [state, setState] = useState(() => start(initial));
  return {
    ...state,
    isDirty: JSON.stringify(state.values) !== JSON.stringify(initial),
    /** `unjudged` are fields that begin anew. */
    change: (changes: Partial<Values>, unjudged: readonly Field[] = []): void =>
      setState((now) => ({
        ...now,
        values: { ...now.values, ...changes },
        judged: now.judged.filter((field) => !unjudged.includes(field)),
      })),
    leave(field: Field): void {
      const isSkipped = (now: State<Values>) =>
        judge === 'sent' || now.judged.includes(field) || (judge === 'leftFilled' && now.values[field] === '');
      afterPress(() => setState((now) => (isSkipped(now) ? now : { ...now, judged: [...now.judged, field] })));
    },
    /** Fields that were right when sent start without a verdict, and so does a field that appears with the answer. */
    markSent: (): void => setState((now) => ({ ...start(now.values), sent: now.values })),
    stop: (): void =>
      setState((now) => ({ ...now, judged: Object.keys(now.values) as Field[], stopped: now.stopped + 1 })),
    /** Goes on with other values, of which nothing has been said yet. */
    restart: (next: Values): void => setState(start(next)),
  };
}

/**
 * What all forms do alike: keeps what is typed, says what is wrong with a field when it is time, puts the focus into the first field that is
 * wrong, and shows what the server refused at its field until it is changed. ADR 67.
 */
export function useForm<Values extends object, Wrong extends Problems<Values>, Failure = Error>(
  options: Options<Values, Wrong, Failure>,
) {
  'use no memo';
  const { judge = 'sent', failure = null } = options;
  const element = useRef<HTMLElement>(null);
  const { markSent, stop, ...typed } = useTyped(options.initial, judge);
  const { values, judged, sent, stopped, change, leave } = typed;
  const wrong = options.check(values);
  const refused: Partial<Wrong> = (failure !== null && options.refused?.(failure, sent ?? values)) || {};

  useEffect(() => {
    if (stopped > 0 || failure !== null) element.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [stopped, failure]);

  const isJudged = (field: keyof Values): boolean => judge === 'typed' || judged.includes(field);
  /** Marks the values as sent, or shows what is wrong with them. */
  function validate(): boolean {
    const isRight = !hasAny(wrong);
    if (isRight) markSent();
    else stop();
    return isRight;
  }
  const container = {
    ref: (holder: HTMLElement | null): void => {
      element.current = holder;
    },
  };
  return {
    ...typed,
    /** Whether something was typed that nobody has: it was never sent, or it came back. */
    isUnsaved: typed.isDirty && (failure !== null || JSON.stringify(sent) !== JSON.stringify(values)),
    isJudged,
    validate,
    /** What is wrong with a field, once it may be said. */
    problem: <Field extends keyof Values & keyof Wrong>(field: Field): NonNullable<Wrong[Field]> | undefined =>
      (sent?.[field] === values[field] && refused[field]) || (isJudged(field) && wrong[field]) || undefined,
    /** The failure, unless it is about a field. */
    failure: hasAny(refused) ? null : failure,
    focus: (field: keyof Values): void =>
      element.current?.querySelector<HTMLElement>(`[name="${String(field)}"]`)?.focus(),
    /** What the input of a text takes. */
    text: (name: TextField<Values> & string) => ({
      name,
      value: values[name] as string,
      onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value } as Partial<Values>),
      onBlur: () => leave(name),
    }),
    /** Attributes for the element that holds the fields, if it isn't a form. */
    container,
    /** Attributes for the form's element. */
    attributes: {
      ...container,
      noValidate: true,
      onSubmit: (event: FormEvent): void => {
        event.preventDefault();
        if (validate()) options.submit?.(values);
      },
    },
  };
}
