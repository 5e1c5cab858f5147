import type { DkimKeyView } from '@postern/contract/dkim';
import type { DomainConnectData } from '@postern/contract/domain-connection';
import { parseDmarcTags } from '@postern/domain/mail-policies';

/** `flawed`: right, but something else is unwise. `waiting`: not checked yet. `unknown`: checked without an answer. */
export type RowState = 'right' | 'flawed' | 'wrong' | 'unknown' | 'waiting';
export type DkimReason = 'right' | 'none' | 'off' | 'gone';

type Found = Pick<DomainConnectData, 'findings' | 'spfVerified' | 'spfWalk'>;

/** What was verified stays verified while name servers don't answer: ADR 18. */
export function spfState({ spfVerified, findings, spfWalk }: Found): RowState {
  if (spfVerified) return spfWalk && spfWalk.faults.length > 0 ? 'flawed' : 'right';
  return stateOf(findings.filter(({ purpose }) => purpose === 'spf'));
}

/** A policy that only asks for reports keeps no fake away. */
export function dmarcState({ findings }: Found): RowState {
  const own = findings.filter(({ purpose }) => purpose === 'dmarc');
  const state = stateOf(own);
  return state === 'right' && policyOf(own) === 'none' ? 'flawed' : state;
}

/** A key signs even if its record is gone, but then nobody can check the signature. */
export function dkimReason({ findings }: Found, keys: readonly DkimKeyView[]): DkimReason {
  const signing = keys.find(({ isEnabled }) => isEnabled);
  if (!signing) return keys.length > 0 ? 'off' : 'none';
  const own = findings.filter(
    ({ purpose, after }) => purpose === 'dkim' && after.some(({ host }) => host === signing.host),
  );
  return own.some(({ verdict }) => verdict !== 'match' && verdict !== 'unknown') ? 'gone' : 'right';
}

/** The text of the domain's policy; null if there is none. */
export const dmarcRecord = ({ findings }: Found): string | null =>
  findings.find(({ purpose, before }) => purpose === 'dmarc' && before.length > 0)?.before[0]?.value ?? null;

function stateOf(own: DomainConnectData['findings']): RowState {
  if (own.length === 0) return 'waiting';
  if (own.every(({ verdict }) => verdict === 'match')) return 'right';
  return own.some(({ verdict }) => verdict === 'unknown') ? 'unknown' : 'wrong';
}

function policyOf(own: DomainConnectData['findings']): string | undefined {
  const read = parseDmarcTags(own[0]?.before[0]?.value ?? '');
  return read.ok ? read.value.get('p')?.toLowerCase() : undefined;
}

/** The parts by which receivers can't tell genuine mail of the domain. */
export function wrongRows(data: Found, keys: readonly DkimKeyView[]): ('spf' | 'dkim' | 'dmarc')[] {
  const states = {
    spf: spfState(data),
    dkim: dkimReason(data, keys) === 'right' ? 'right' : 'wrong',
    dmarc: dmarcState(data),
  };
  return (['spf', 'dkim', 'dmarc'] as const).filter((name) => states[name] === 'wrong');
}
