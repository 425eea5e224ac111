// Other people's programs that tests let the service talk to.

export { Client } from '@modelcontextprotocol/client';
export { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
export { Provider } from 'oidc-provider';
