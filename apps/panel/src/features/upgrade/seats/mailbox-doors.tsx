import { useText } from '../../../lib/i18n/texts.ts';

const MOST_DRAWN = 40;
const KINDS = { used: 'bg-accent', free: 'bg-accent/35', fresh: 'border-2 border-accent' } as const;
type Kind = keyof typeof KINDS;

/** A little door for every mailbox: in use, paid and free, new. Above 40 in all a bar shows the same. */
export function MailboxDoors({ used, free, fresh }: Record<Kind, number>) {
  const t = useText();
  const all = used + free + fresh;
  const kinds = (
    [
      ['used', used],
      ['free', free],
      ['fresh', fresh],
    ] as const
  ).filter(([, count]) => count > 0);
  return (
    <>
      <div aria-hidden="true" className="flex flex-wrap gap-2">
        {all <= MOST_DRAWN ? (
          kinds.flatMap(([kind, count]) =>
            Array.from({ length: count }, (_, at) => <Door key={`${kind}${at}`} kind={kind} className="h-8 w-6.5" />),
          )
        ) : (
          <div className="flex h-3 w-full overflow-clip rounded-full bg-line">
            {kinds.map(([kind, count]) => (
              <span key={kind} className={KINDS[kind]} style={{ width: `${(count / all) * 100}%` }} />
            ))}
          </div>
        )}
      </div>
      <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 text-small text-2nd">
        {kinds.map(([kind, count]) => (
          <li key={kind} className="flex items-center gap-2">
            <Door kind={kind} className="h-3.5 w-2.75" />
            {t(`upgrade.seats.${kind}`, { count })}
          </li>
        ))}
      </ul>
    </>
  );
}

function Door({ kind, className }: { kind: Kind; className: string }) {
  return <span aria-hidden="true" className={`rounded-t-full rounded-b-[3px] ${KINDS[kind]} ${className}`} />;
}
