import path from 'node:path'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { headsFolder, readHeads } from '@signet/server/features/audit/audit-heads'
import { verifyChain, type Break } from '@signet/server/features/audit/verify-audit'
import { sentenceOf } from '@signet/server/errors/sentences'
import { print, withProgram, type CommonOptions } from '../command/command.ts'
import { companyKeys } from '@signet/server/db/company-keys.queries'
import { brokenChain } from './broken-chain.ts'

interface AuditVerifyOptions extends CommonOptions {
  company?: string
  heads?: string
}

/**
 * Recomputes the audit chains, prints a line for each company and names the first record that doesn't match.
 *
 * @throws ProgramError if a record doesn't match
 */
export async function auditVerify(options: AuditVerifyOptions): Promise<void> {
  await withProgram(options, async ({ database, dataDir, keys }, stop) => {
    const companies = [...(await database.inIdentity(companyKeys))].filter(
      ([, key]) => options.company === undefined || key === options.company,
    )
    if (options.company && companies.length === 0) throw new ProgramError('COMPANY_UNKNOWN', { key: options.company })
    const written = await readHeads(options.heads ?? path.join(dataDir, headsFolder), keys.audit)
    const broken: [company: string, found: Break][] = []
    for (const [id, key] of companies) {
      stop.throwIfAborted()
      const report = await verifyChain(database, keys.audit, id, written.get(id) ?? [])
      const { verified, unsealed, hash, broken: found } = report
      if (found) broken.push([key, found])
      print(
        options,
        { company: key, ok: found === null, verified, unsealed, hash, ...(found ? { broken: found } : {}) },
        found
          ? sentenceOf('AUDIT_BROKEN', brokenChain(key, found))
          : `${key}: ${verified} records verified, ${unsealed} not sealed yet`,
      )
    }
    const [first] = broken
    if (first) throw new ProgramError('AUDIT_BROKEN', brokenChain(...first, broken.length - 1))
  })
}
