export { parseIpv4, parseIpv6 } from './parse-ip.ts';
