import type { DecodedPacket } from 'dns-packet';
import type { QueryType } from '../wire/dns-message.ts';

/** A name server that we can query. */
export type ServerAddress = { address: string; port: number };

export type Query = { name: string; type: QueryType; isRecursive: boolean; timeoutMs: number };

/** The outcome of one query to one server. */
export type Exchange =
  | { kind: 'answer'; message: DecodedPacket; transport: 'udp' | 'tcp' }
  | { kind: 'timed-out' | 'unreachable' | 'garbled'; transport: 'udp' | 'tcp' };
