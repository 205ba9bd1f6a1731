import type { Assets } from '@signet/contract/companies/assets'
import { required } from '@signet/contract/narrow'
import type { StoredPerson } from '@signet/server/db/columns'
import { addPeople, findAssets, lockAssets, replaceAssets } from '@signet/server/features/assets/assets.queries'
import type { DemoCompany } from './demo-companies.ts'
import type { DemoPart } from '../demo-part.ts'
import type { Random } from '../random.ts'

const titles = [
  'Chief executive',
  'Chief financial officer',
  'Chief risk officer',
  'Head of security',
  'General counsel',
  'Member of the board',
] as const
const firstNames = ['Astrid', 'Bao', 'Carmen', 'Dmitri', 'Efua', 'Farid'] as const
const lastNames = ['Aubert', 'Castellano', 'Haldane', 'Nakamura', 'Okoro', 'Winther'] as const

/** The assets of an invented company other than the names of its brands, including the people whose leaks are watched. */
export const assetsDemo: DemoPart = {
  name: 'assets',
  async load({ program, company, companyId, random }) {
    if (!company.isInvented) return
    await program.database.inCompanies([companyId], async (tx) => {
      const before = await findAssets(tx, companyId)
      // Earlier settings are kept, whether the demo or a person made them.
      if (before.domains.length > 0 || before.people.length > 0 || before.version > 1) return
      await lockAssets(tx, companyId)
      await replaceAssets(tx, companyId, assetsOf(company, before, random))
      await addPeople(tx, companyId, peopleOf(company, random))
    })
  },
}

function assetsOf({ word }: DemoCompany, { brands }: Assets, random: Random): Omit<Assets, 'version'> {
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
        // Numbers that the British regulator reserves for drama, and accounts of a bank and country that do not exist.
        phones: [`+44 20 7946 0${random.int(100, 999)}`],
        accounts: [`XX00 ${word.slice(0, 4).toUpperCase()} ${random.int(1000, 9999)} ${random.int(1000, 9999)}`],
      }
    }),
    domains: [`${word}-mail.example`, `${word}-careers.example`],
    people: [],
    apps: brands.map(({ name, key }) => ({
      name,
      packageName: `example.${word}.${key.replaceAll('-', '')}`,
      signerSha256: [random.hex(64)],
    })),
    partners: [
      {
        name: `${word.charAt(0).toUpperCase()}${word.slice(1)} Partners`,
        role: 'agent',
        domains: [`${word}-partners.example`],
        handles: [],
        phones: [],
        accounts: [],
      },
    ],
  }
}

function peopleOf({ domain }: DemoCompany, random: Random): StoredPerson[] {
  const first = random.shuffled(firstNames)
  // A stream of its own, so that the ids stay the same.
  const last = random.fork('last names').shuffled(lastNames)
  return titles.map((title, at) => {
    const name = [required(first[at], 'a first name'), required(last[at], 'a last name')]
    const login = name.join('.').toLowerCase()
    return {
      id: random.uuid(),
      name: name.join(' '),
      title,
      emails: [`${login}@${domain}`, `${login}@mailbox.example`],
      handles: [
        { source: 'LinkedIn', handle: name.join('-').toLowerCase() },
        { source: 'Telegram', handle: name.join('_').toLowerCase() },
      ],
      isDemo: true,
    }
  })
}
