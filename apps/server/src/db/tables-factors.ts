import type { ColumnType, Generated } from 'kysely'

type At = ColumnType<Date, Date | undefined, Date>

export interface TotpFactorsTable {
  user_id: string
  secret: Buffer
  /** A bigint: read as text. */
  last_step: ColumnType<string, number | undefined, number>
  confirmed_at: Date | null
  created_at: At
}

export interface RecoveryCodesTable {
  user_id: string
  code_hash: Buffer
  used_at: Date | null
}

export interface PasskeysTable {
  id: string
  user_id: string
  credential_id: string
  public_key: Buffer
  /** A bigint: read as text. */
  counter: ColumnType<string, number, number>
  transports: string[]
  name: string
  created_at: At
  last_used_at: Date | null
}

export type ChallengePurpose = 'register' | 'signIn' | 'stepUp'

export interface PasskeyChallengesTable {
  challenge_hash: Buffer
  user_id: string | null
  purpose: ChallengePurpose
  expires_at: Date
}

export type UserTokenKind = 'reset' | 'invite' | 'enrol'

export interface UserTokensTable {
  token_hash: Buffer
  user_id: string
  kind: UserTokenKind
  created_at: At
  expires_at: Date
  used_at: Generated<Date | null>
}

export interface FactorsTables {
  totp_factors: TotpFactorsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  user_tokens: UserTokensTable
}
