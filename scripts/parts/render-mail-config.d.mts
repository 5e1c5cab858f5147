import type { NetworkInterfaceInfo } from 'node:os';

export function ownAddresses(interfaces?: Record<string, Pick<NetworkInterfaceInfo, 'address' | 'internal'>[]>): string;
export function isOpen(file: string): boolean;
