import { ProgramError, type ProgramErrorReason } from '@signet/contract/program-errors'
import type { Tx } from '../db/database.ts'

/** A secret that does not open, or keys that cannot be used; the message never holds a part of the secret. */
export class SecretsError<R extends ProgramErrorReason = ProgramErrorReason> extends ProgramError<R> {}

/** Where a sealed value belongs. It opens nowhere else: not in another row, another field or another company. */
export interface SealedPlace {
  companyId: number
  recordId: string
  /** What of the record it is, e.g. `password`. */
  field: string
}

/** Closes and recognises many values of one company in one go; good for the transaction it was made in. */
export interface Sealer {
  /** What is to be stored of a value. */
  seal(place: Omit<SealedPlace, 'companyId'>, value: string): Buffer
  /** The keyed hash that a value is found and de-duplicated by; another company has another for the same value. */
  lookup(parts: readonly string[]): Buffer
}

/** An encrypted value and its place in its company. */
export interface Closed extends Omit<SealedPlace, 'companyId'> {
  stored: Buffer
}

/**
 * The one place where secrets are closed and opened (docs/security.md, case 14). Every method runs in a transaction that sees the
 * company, so people who may not see a company cannot open its secrets either.
 */
export interface Secrets {
  /** Makes the company's key of this year if it is the first. */
  sealer(tx: Tx, companyId: number): Promise<Sealer>
  /** @throws SecretsError when the value was changed, moved, or its key was deleted */
  open(tx: Tx, place: SealedPlace, stored: Buffer): Promise<string>
  /** Opens many values of one company; null in the place of one that does not open. */
  openAll(tx: Tx, companyId: number, closed: readonly Closed[]): Promise<(string | null)[]>
  /** The id of the key that is closed with now. */
  currentKeyId(tx: Tx, companyId: number): Promise<string>
  /** Puts a new key for closing in place; values closed before stay readable. */
  newSealKey(tx: Tx, companyId: number): Promise<void>
  /** Forgets all keys in memory. */
  forget(): void
}
