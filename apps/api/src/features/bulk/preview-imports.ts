import { BULK_ROW_CODES, type BulkPreviewRow, type BulkRowCode } from '@postern/contract/bulk';
import {
  BULK_IMPORTS_MAXIMUM,
  type CheckedImport,
  checkImports,
  type CommonServer,
  readImports,
  type WantedImport,
} from '@postern/domain/bulk';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import { listMailboxesByAddress } from '../mailboxes/public.ts';
import { trySource, type SourceDeps } from '../mail-import/public.ts';
import type { ExpectedOutcome, PreviewInput } from './expected-outcome.ts';
import type { Domain } from './read-domain.ts';
import { importFailure } from './to-failure.ts';

export type ImportPreviewDeps = SourceDeps & { importPorts: readonly number[] };

/** The time limit for all sign-ins of a preview, so that the answer comes before a proxy gives up. */
const WITHIN_MILLIS = 30_000;
const AT_ONCE = 10;
const AT_ONE_HOST = 4;

type Row = { row: number; wanted: WantedImport; ownerEmail: string | null };

/**
 * Previews imports of a pasted table. Each row is checked by the rules for a single import, and its sign-in is tried. The job tries those
 * that didn't fit in the time limit before it imports anything.
 */
export async function previewImports(
  deps: ImportPreviewDeps,
  actor: SessionActor,
  domain: Domain,
  { csv = '', importServer }: PreviewInput,
): Promise<ExpectedOutcome> {
  const { imports, ignoredColumns } = readImports(csv);
  if (imports.length === 0) throw invalid([{ path: 'csv', code: 'NOTHING_TO_DO', message: 'Send at least one row.' }]);
  if (imports.length > BULK_IMPORTS_MAXIMUM) {
    const message = `Send at most ${BULK_IMPORTS_MAXIMUM} rows.`;
    throw invalid([{ path: 'csv', code: 'TOO_MANY_ROWS', message }]);
  }
  const common: CommonServer = importServer ?? null;
  const checked = checkImports(imports, { domainName: domain.domainName, common, allowedPorts: deps.importPorts });
  const addresses = checked.flatMap(({ outcome }) => (outcome.ok ? [outcome.value.address] : []));
  const found = await deps.db.asTenant(actor.customerId, (tx) => listMailboxesByAddress(tx, actor, addresses));
  const alternates = new Map(found.map(({ address, alternateEmail }) => [address, alternateEmail]));
  const refused = new Map<number, { code: BulkRowCode; attrs: Record<string, unknown> }>();
  const rows = checked.flatMap(({ row, outcome }): Row[] => {
    if (!outcome.ok) refused.set(row, outcome);
    if (!outcome.ok) return [];
    const wanted = outcome.value;
    if (!alternates.has(wanted.address)) refused.set(row, { code: 'DESTINATION_UNKNOWN', attrs: {} });
    const ownerEmail = wanted.ownerEmail ?? alternates.get(wanted.address) ?? null;
    if (wanted.password === null && ownerEmail === null) refused.set(row, { code: 'OWNER_UNKNOWN', attrs: {} });
    return refused.has(row) ? [] : [{ row, wanted, ownerEmail }];
  });
  const untried = await trySignIns(deps, actor.customerId, rows, (row, failure) => refused.set(row, failure));
  const feasible = rows.filter(({ row }) => !refused.has(row));
  const owners = new Map(
    feasible.map(({ row, wanted, ownerEmail }) => [row, wanted.password === null ? ownerEmail : null]),
  );
  return {
    rows: checked.map((one) => toPreviewRow(one, refused, owners.get(one.row) ?? null, untried.has(one.row))),
    feasible: feasible.map(toWantedRow),
    // A refused row must be corrected in the table and sent again, so its password isn't kept.
    refused: checked
      .filter(({ row }) => refused.has(row))
      .map(({ row, source, destination }) => ({
        row,
        wish: { address: destination, sourceEmail: source },
        password: null,
      })),
    ...{ ignoredColumns, activeAfter: domain.mailboxCount, missingPlaces: 0 },
  };
}

function toWantedRow({ row, wanted, ownerEmail }: Row): ExpectedOutcome['feasible'][number] {
  const { password, address, remoteEmail: sourceEmail, host, port, ssl } = wanted;
  const owner = password === null && ownerEmail !== null ? { ownerEmail } : {};
  return { row, wish: { address, sourceEmail, server: { host, port, ssl }, ...owner }, password };
}

function toPreviewRow(
  { row, source, destination: email }: CheckedImport,
  refused: ReadonlyMap<number, { code: BulkRowCode; attrs: Record<string, unknown> }>,
  ownerEmail: string | null,
  isUntried: boolean,
): BulkPreviewRow {
  const base = { row, email, sourceEmail: source };
  const refusal = refused.get(row);
  if (refusal !== undefined) return { ...base, ok: false, ...refusal, message: BULK_ROW_CODES[refusal.code] };
  if (ownerEmail !== null) return { ...base, ok: true, effect: 'askOwner', ownerEmail };
  return { ...base, ok: true, effect: isUntried ? 'importUntried' : 'import' };
}

/** Tries each sign-in that has a password, a few at a time and fewer per host. Returns the rows left untried when time ran out. */
async function trySignIns(
  deps: ImportPreviewDeps,
  customerId: string,
  rows: readonly Row[],
  onFailure: (row: number, failure: { code: BulkRowCode; attrs: Record<string, unknown> }) => void,
): Promise<Set<number>> {
  const open = rows.filter(({ wanted }) => wanted.password !== null);
  const untried = new Set(open.map(({ row }) => row));
  const busy = new Map<string, number>();
  const broken = new Map<string, { code: BulkRowCode; attrs: Record<string, unknown> }>();
  const until = performance.now() + WITHIN_MILLIS;
  const change = (host: string, by: number) => busy.set(host, (busy.get(host) ?? 0) + by);
  const next = (): Row | undefined => {
    const place = open.findIndex(({ wanted }) => (busy.get(wanted.host) ?? 0) < AT_ONE_HOST);
    return place === -1 ? undefined : open.splice(place, 1)[0];
  };
  const tryOne = async ({ row, wanted }: Row): Promise<void> => {
    const { host, port, ssl, remoteEmail: user, password } = wanted;
    const known = broken.get(`${host}:${port}`);
    if (known !== undefined) return onFailure(row, known);
    try {
      await trySource(deps, customerId, { host, port, ssl, user, password: password ?? '' });
    } catch (error) {
      const failure = error instanceof PanelError ? importFailure(error, true) : null;
      if (failure === null) throw error;
      // A fault of the server itself applies to all its rows, so it isn't probed again for each.
      if (failure.code !== 'IMAP_AUTH_FAILED') broken.set(`${host}:${port}`, failure);
      onFailure(row, failure);
    }
  };
  const work = async (): Promise<void> => {
    for (let one = next(); one !== undefined && performance.now() < until; one = next()) {
      const { host } = one.wanted;
      change(host, 1);
      await tryOne(one).finally(() => change(host, -1));
      untried.delete(one.row);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return untried;
}
