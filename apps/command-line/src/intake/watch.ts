import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { lettersAndDigits } from '@signet/contract/letters-and-digits'
import { isHostName, normaliseName, splitName } from '@signet/detection'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { addCompany } from '@signet/server/features/companies/add-company'
import { print, toName, withProgram, type CommonOptions } from '../command/command.ts'
import { companyIdOf } from '../command/company-id.ts'
import { scanAndPrint } from './scan.ts'
import { addBrands } from '@signet/server/features/companies/companies.queries'

const companyKeyMax = 63

interface WatchOptions extends CommonOptions {
  name?: string
  company?: string
  feed: string[]
}

/** Creates a company with one brand (or adds the brand to an existing company) and scans the given feeds for it. */
export async function watch(domain: string, options: WatchOptions): Promise<void> {
  const host = normaliseName(domain)?.host
  const { labels, registrableAt } = splitName(host ?? '')
  const label = labels[registrableAt]
  if (!host || isIP(host) || !isHostName(host) || !label || labels.length < 2)
    throw new ProgramError('DOMAIN_INVALID', { domain })
  const written = domainToUnicode(label) || label
  const name = toName(options.name ?? written.charAt(0).toUpperCase() + written.slice(1))
  const aliases = [...new Set([written, lettersAndDigits(name)])].filter(Boolean)
  const official = labels.slice(registrableAt).join('.')

  await withProgram(options, async (program, stop) => {
    const { database } = program
    const key = options.company ?? keyOf(official)
    const companyId = options.company
      ? await companyIdOf(program, options.company)
      : (await addCompany(database, { key, name })).companyId
    await database.inCompanies([companyId], (tx) =>
      addBrands(tx, companyId, [{ id: label, name, aliases, official: [official] }]),
    )
    print(
      options,
      { company: key, brand: name, aliases, official: [official] },
      `${key} now watches ${official} (${aliases.join(', ')}).`,
    )
    for (const feed of options.feed) await scanAndPrint(program, stop, options, feed, companyId)
  })
}

/** The key of a company made for a domain: `example.co.uk` gives `example-co-uk`. */
function keyOf(domain: string): string {
  return domain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, companyKeyMax)
    .replaceAll(/^-+|-+$/g, '')
}
