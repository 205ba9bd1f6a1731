import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Tx } from '../../db/database.ts'
import { openSealed, seal } from '../../db/sealed.ts'
import { putPendingTotp, lockTotp, spendTotpStep, type TotpState } from './factors.queries.ts'

/*
 * Time-based one-time codes (RFC 6238): six digits, 30 seconds, SHA-1, which every authenticator app supports. Everything here runs in an
 * identity transaction and names the user.
 */

const issuer = 'Signet'
const periodSeconds = 30
// Clocks of phones differ, so the previous and the next code are accepted too.
const toleranceSeconds = periodSeconds

/** A secret for an authenticator app: typed in, or scanned as a URI from a QR code. */
export interface NewTotp {
  /** Base32 without padding. */
  secret: string
  /** `otpauth://totp/…` */
  uri: string
}

const placeOf = (userId: string) => ['totp_factors', userId]

/** The URI from which an authenticator app reads a secret. */
const totpUri = (email: string, secret: string) => generateURI({ issuer, label: email, secret })

/** A secret as it is stored. */
export const sealTotp = (key: Buffer, userId: string, secret: string) => seal(key, secret, placeOf(userId))

/**
 * Stores a new secret, which isn't valid before its first code; an unconfirmed one is replaced.
 *
 * @returns null if the user has a confirmed one
 */
export async function startTotp(tx: Tx, key: Buffer, user: { id: string; email: string }): Promise<NewTotp | null> {
  const secret = generateSecret()
  const sealed = sealTotp(key, user.id, secret)
  return (await putPendingTotp(tx, user.id, sealed)) ? { secret, uri: totpUri(user.email, secret) } : null
}

/**
 * Whether the code is currently correct and wasn't used before; a correct code is used up by the check.
 *
 * @param state which secret is checked: the confirmed one, or the one that waits for its first code, which this confirms
 */
export async function useTotpCode(
  tx: Tx,
  key: Buffer,
  userId: string,
  code: string,
  state: TotpState = 'confirmed',
): Promise<boolean> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const factor = await lockTotp(tx, userId, state)
  if (!factor) return false
  const secret = openSealed(key, factor.secret, placeOf(userId))
  // Encrypted with the key of another installation, so no code is correct.
  if (secret === null) return false
  const result = verifySync({ secret, token, epochTolerance: toleranceSeconds })
  if (!result.valid || !('timeStep' in result)) return false
  // Compared here because the library throws if the clock was set back.
  if (result.timeStep <= Number(factor.last_step)) return false
  await spendTotpStep(tx, userId, result.timeStep, state)
  return true
}
