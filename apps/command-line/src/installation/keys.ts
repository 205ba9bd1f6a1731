import { ProgramError } from '@signet/contract/errors/program-errors'
import { resealJob } from '@signet/server/secrets/secrets.jobs'
import type { Tx } from '@signet/server/db/database'
import { companyTarget } from '@signet/server/features/companies/company-target'
import { asProduct, recordAudit } from '@signet/server/features/audit/audit.queries'
import { deleteKeys } from '@signet/server/secrets/data-keys.queries'
import { rotateKeys } from '@signet/server/secrets/rotate-keys'
import { pemOf, publicKeys, renewSigningKey, signingKey } from '@signet/server/secrets/signing-keys'
import { companyIdOf } from '../command/company-id.ts'
import { print, withProgram, type CommonOptions } from '../command/command.ts'

/** Encrypts every data key with a new key-encryption key; if the keys come from the environment, it is the one of `SIGNET_KEK`. */
export function keysRotate(options: CommonOptions): Promise<void> {
  return withProgram(options, async ({ database, keyProvider }, stop) => {
    const { companies, rewrapped, isResumed } = await rotateKeys(database, keyProvider, stop)
    print(
      options,
      { companies, rewrapped, isResumed },
      `${isResumed ? 'Finished a rotation: wrapped' : 'Wrapped'} ${rewrapped} keys of ${companies} companies again.`,
    )
  })
}

/** Gives a company a new data key; a job re-encrypts its secrets with it and deletes the previous key. */
export function keysRenew(options: CommonOptions & { company: string }): Promise<void> {
  return withProgram(options, async ({ database, secrets, queue }) => {
    const companyId = await companyIdOf({ database }, options.company)
    await database.inCompanies([companyId], async (tx) => {
      await secrets.newSealKey(tx, companyId)
      await queue.enqueue(tx, resealJob, { companyId })
      await recordKeys(tx, companyId, 'keys.renewed')
    })
    print(options, { company: options.company }, `${options.company} has a new key; a worker moves its secrets to it.`)
  })
}

/** Deletes the data keys of a company: anything encrypted with them can never be decrypted again. */
export function keysErase(options: CommonOptions & { company: string; confirm: string }): Promise<void> {
  if (options.confirm !== options.company) throw new ProgramError('KEY_NOT_CONFIRMED')
  return withProgram(options, async ({ database }) => {
    const companyId = await companyIdOf({ database }, options.company)
    const erased = await database.inCompanies([companyId], async (tx) => {
      const count = await deleteKeys(tx, companyId)
      await recordKeys(tx, companyId, 'keys.erased')
      return count
    })
    print(options, { company: options.company, erased }, `Deleted ${erased} keys of ${options.company}.`)
  })
}

/** Prints the public keys of the evidence packs; with `renew`, new packs get a new key. */
export function keysSigning(options: CommonOptions & { renew?: boolean }): Promise<void> {
  return withProgram(options, async ({ database, keys: { sealing } }) => {
    await (options.renew ? renewSigningKey : signingKey)({ database, sealing })
    for (const { id, publicKey, createdAt, retiredAt } of await publicKeys(database)) {
      const pem = pemOf(publicKey)
      const state = retiredAt ? `retired ${retiredAt.toISOString()}` : 'current'
      print(
        options,
        { id, publicKey: pem, createdAt, retiredAt },
        `${id}\n${state}, created ${createdAt.toISOString()}\n${pem}`,
      )
    }
  })
}

function recordKeys(tx: Tx, companyId: number, action: string): Promise<void> {
  const context = asProduct(tx, companyId)
  return recordAudit(context, { action, targetType: 'company', targetId: companyTarget(companyId) })
}
