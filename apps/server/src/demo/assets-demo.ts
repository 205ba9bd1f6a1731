import type { Assets } from '@signet/contract/assets'
import { findAssets, lockAssets, replaceAssets } from '../features/settings/assets.queries.ts'
import type { DemoCompany } from './demo-companies.ts'
import type { DemoPart } from './demo-part.ts'
import type { Random } from './random.ts'

const titles = ['Chief executive', 'Chief financial officer', 'Head of security', 'Member of the board'] as const
const firstNames = ['Astrid', 'Bao', 'Carmen', 'Dmitri', 'Efua', 'Farid'] as const

/** What an invented company protects beside the names of its brands. */
export const assetsDemo: DemoPart = {
  name: 'assets',
  async load({ program, company, companyId, random }) {
    if (!company.isInvented) return
    await program.database.inCompanies([companyId], async (tx) => {
      const before = await findAssets(tx, companyId)
      // Whatever was set here before, by this or by a person, stays.
      if (before.domains.length > 0 || before.people.length > 0 || before.version > 1) return
      await lockAssets(tx, companyId)
      await replaceAssets(tx, companyId, assetsOf(company, before, random))
    })
  },
}

function assetsOf(company: DemoCompany, { brands }: Assets, random: Random): Omit<Assets, 'version'> {
  const { word } = company
  const proper = word.charAt(0).toUpperCase() + word.slice(1)
  return {
    brands: brands.map((brand) => {
      const handle = brand.key.replaceAll('-', '')
      return {
        ...brand,
        handles: [
          { source: 'Twitter' as const, handle },
          { source: 'Instagram' as const, handle: `${handle}.official` },
          { source: 'FB' as const, handle: `${handle}.page` },
        ],
        // Numbers kept for drama by the British regulator, and accounts of a bank and country that do not exist.
        phones: [`+44 20 7946 0${random.int(100, 999)}`],
        accounts: [`XX00 ${word.slice(0, 4).toUpperCase()} ${random.int(1000, 9999)} ${random.int(1000, 9999)}`],
      }
    }),
    domains: [`${word}-mail.example`, `${word}-careers.example`],
    people: random
      .shuffled(firstNames)
      .slice(0, titles.length)
      .map((first, at) => ({
        name: `${first} ${proper}`,
        title: titles[at] as string,
        handles: [{ source: 'LinkedIn' as const, handle: `${first.toLowerCase()}-${word}` }],
      })),
    apps: brands.map(({ name, key }) => ({
      name,
      packageName: `example.${word}.${key.replaceAll('-', '')}`,
      signerSha256: [random.hex(64)],
    })),
  }
}
