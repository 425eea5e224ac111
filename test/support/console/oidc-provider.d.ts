// The provider comes without types.

declare module 'oidc-provider';
