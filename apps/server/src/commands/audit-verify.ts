import path from 'node:path'
import { headsFolder, readHeads } from '../features/audit/audit-heads.ts'
import { verifyChain } from '../features/audit/verify-audit.ts'
import { CommandError, print, withProgram, type CommonOptions } from './command.ts'

interface AuditVerifyOptions extends CommonOptions {
  company?: string
  heads?: string
}

/**
 * Recomputes the audit's chains, a line a company, and names the first record that does not hold.
 *
 * @throws CommandError when one does not
 */
export async function auditVerify(options: AuditVerifyOptions): Promise<void> {
  await withProgram(options, async ({ database, dataDir, keys }, stop) => {
    const companies = await database.inIdentity((tx) =>
      tx
        .selectFrom('companies')
        .select(['id', 'key'])
        .$if(options.company !== undefined, (query) => query.where('key', '=', options.company as string))
        .orderBy('key')
        .execute(),
    )
    if (options.company && companies.length === 0) throw new CommandError(`There is no company ${options.company}.`)
    const written = await readHeads(options.heads ?? path.join(dataDir, headsFolder), keys.audit)
    const broken: string[] = []
    for (const { id, key } of companies) {
      stop.throwIfAborted()
      const report = await verifyChain(database, keys.audit, id, written.get(id) ?? [])
      const { verified, unsealed, hash, broken: found } = report
      const place = found ? `record ${found.id ?? 'unknown'}, number ${found.seq ?? 'none'}: ${found.reason}` : ''
      if (found) broken.push(`The audit of ${key} does not hold at ${place}.`)
      print(
        options,
        { company: key, ok: found === null, verified, unsealed, hash, ...(found ? { broken: found } : {}) },
        found ? `${key}: broken at ${place}` : `${key}: ${verified} records hold, ${unsealed} are not sealed yet`,
      )
    }
    if (broken.length > 0) throw new CommandError(broken.join(' '))
  })
}
