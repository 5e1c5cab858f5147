import type { RecordType } from '@postern/domain/dns';
import type { DecodedPacket } from 'dns-packet';

/** A name server that can be asked. */
export type ServerAddress = { address: string; port: number };

export type Asking = { name: string; type: RecordType; isRecursive: boolean; timeoutMs: number };

/** What one question to one server came to. */
export type Exchange =
  | { kind: 'answer'; message: DecodedPacket; transport: 'udp' | 'tcp' }
  | { kind: 'timed-out' | 'unreachable' | 'garbled'; transport: 'udp' | 'tcp' };
