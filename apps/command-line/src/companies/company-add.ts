import { threatSources } from '@signet/contract/threats/sources'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { addCompany } from '@signet/server/features/companies/add-company'
import { toSource } from '../command/to-source.ts'
import { print, toName, withProgram, type CommonOptions } from '../command/command.ts'

const keyForm = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Adds a company; its key must be free. */
export function companyAdd(options: CommonOptions & { key: string; name: string; sources?: string }): Promise<void> {
  if (!keyForm.test(options.key)) throw new ProgramError('COMPANY_KEY_INVALID')
  const name = toName(options.name)
  const sources = options.sources === undefined ? threatSources : options.sources.split(',').map(toSource)
  return withProgram(options, async ({ database }) => {
    const { isNew } = await addCompany(database, { key: options.key, name, threatSources: sources })
    if (!isNew) throw new ProgramError('COMPANY_EXISTS', { key: options.key })
    print(options, { company: options.key, name }, `Added ${name} as ${options.key}.`)
  })
}
