export { encodeQrCode, QUIET_ZONE_MODULES } from './encode-qr-code.ts';
