import type { CredentialName } from '@signet/contract/collection/connectors'
import type { Word } from './words.ts'

/** The labels of credentials. */
export const credentialWords: Record<CredentialName, Word> = {
  key: 'key',
  token: 'token',
  clientId: 'clientId',
  clientSecret: 'clientSecret',
  accountId: 'accountId',
  baseUrl: 'baseUrl',
  feeds: 'feeds',
  mailServer: 'mailServer',
  user: 'user',
  password: 'password',
  tokenUrl: 'tokenUrl',
  scope: 'scope',
  refreshToken: 'refreshToken',
  apiId: 'apiId',
  session: 'session',
}
