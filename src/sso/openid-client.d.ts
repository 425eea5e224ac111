// Of the library's types what is used here, no more: its own are several hundred, and compiled with every check.

declare module 'openid-client' {
  export const clockTolerance: unique symbol;
  export const skipStateCheck: unique symbol;

  export interface ServerMetadata {
    readonly issuer: string;
    readonly end_session_endpoint?: string;
    readonly userinfo_endpoint?: string;
  }
  export interface ClientMetadata {
    readonly client_secret?: string;
    readonly [clockTolerance]?: number;
  }
  export type ClientAuth = (...given: never[]) => void;
  export type Extend = (configuration: Configuration) => void;

  export class Configuration {
    constructor(server: ServerMetadata, clientId: string, metadata?: ClientMetadata, auth?: ClientAuth);
    timeout: number | undefined;
    serverMetadata(): ServerMetadata;
  }

  interface DiscoveryOptions {
    readonly timeout?: number;
    readonly execute?: readonly Extend[];
  }
  export function discovery(
    server: URL,
    clientId: string,
    metadata: ClientMetadata,
    auth: ClientAuth,
    options: DiscoveryOptions,
  ): Promise<Configuration>;
  export function None(): ClientAuth;
  export function ClientSecretPost(clientSecret: string): ClientAuth;
  export const enableNonRepudiationChecks: Extend;
  export const allowInsecureRequests: Extend;
  export function calculatePKCECodeChallenge(verifier: string): Promise<string>;
  export function buildAuthorizationUrl(configuration: Configuration, parameters: Record<string, string>): URL;
  export function buildEndSessionUrl(configuration: Configuration, parameters: Record<string, string>): URL;

  interface Checks {
    readonly expectedState: string | typeof skipStateCheck;
    readonly expectedNonce: string;
    readonly pkceCodeVerifier: string;
    readonly idTokenExpected: boolean;
  }
  interface Tokens {
    readonly access_token: string;
    claims(): Readonly<Record<string, unknown>> | undefined;
  }
  export function authorizationCodeGrant(configuration: Configuration, answer: URL, checks: Checks): Promise<Tokens>;
  export function fetchUserInfo(
    configuration: Configuration,
    accessToken: string,
    subject: string,
  ): Promise<Readonly<Record<string, unknown>>>;
}
