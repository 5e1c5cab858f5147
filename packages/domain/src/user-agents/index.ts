export { describeUserAgent } from './describe-user-agent.ts';
