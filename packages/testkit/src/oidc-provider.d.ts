/** The part of oidc-provider that the tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Token = { destroy: () => Promise<void>; jti: string; accountId?: string; isExpired: boolean };
  type Details = {
    prompt: { name: string };
    params: Record<string, string | undefined>;
    session?: { accountId: string };
  };

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Details>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
    on(event: string, listener: (token: Token) => void): void;
    Grant: new (owner: {
      accountId: string;
      clientId: string;
    }) => {
      addOIDCScope(scope: string): void;
      rejectOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    AccessToken: { find(token: string): Promise<Token | undefined> };
  }
}
