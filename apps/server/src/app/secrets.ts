import { ProgramError, type ProgramErrorReason } from '@signet/contract/errors/program-errors'
import type { Tx } from '../db/database.ts'

/** A secret can't be decrypted, or keys can't be used; the message never contains a part of the secret. */
export class SecretsError<R extends ProgramErrorReason = ProgramErrorReason> extends ProgramError<R> {}

/** The location of an encrypted value. It can't be decrypted anywhere else: not in another row, another field or another company. */
export interface SealedPlace {
  companyId: number
  recordId: string
  /** The field of the record, e.g. `password`. */
  field: string
}

/** Encrypts many values of one company and computes their look-up hashes; valid only in the transaction it was created in. */
export interface Sealer {
  /** The encrypted form of a value, as it is stored. */
  seal(place: Omit<SealedPlace, 'companyId'>, value: string): Buffer
  /** The keyed hash for finding and de-duplicating a value; the same value has a different hash in each company. */
  lookup(parts: readonly string[]): Buffer
}

/** An encrypted value and its location within its company. */
export interface Closed extends Omit<SealedPlace, 'companyId'> {
  stored: Buffer
}

/**
 * The only place where secrets are encrypted and decrypted (docs/security.md, case 14). Every method runs in a transaction that sees the
 * company, so users without access to a company can't decrypt its secrets either.
 */
export interface Secrets {
  /** Creates this year's key of the company if there is none yet. */
  sealer(tx: Tx, companyId: number): Promise<Sealer>
  /** @throws SecretsError if the value was changed or moved, or its key was deleted */
  open(tx: Tx, place: SealedPlace, stored: Buffer): Promise<string>
  /** Decrypts many values of one company; the result has null for each value that can't be decrypted. */
  openAll(tx: Tx, companyId: number, closed: readonly Closed[]): Promise<(string | null)[]>
  /** The id of the key that is currently used for encryption. */
  currentKeyId(tx: Tx, companyId: number): Promise<string>
  /** Replaces the key for encryption; values that are already encrypted stay readable. */
  newSealKey(tx: Tx, companyId: number): Promise<void>
  /** Removes all keys from memory. */
  forget(): void
}
