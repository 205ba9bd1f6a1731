import { sql } from 'kysely'
import type { Role } from '@signet/contract/access/permissions'
import { required } from '@signet/contract/narrow'
import { dayMs, hourMs } from '@signet/contract/time'
import { noPassword } from '@signet/server/features/identity/no-password'
import { settledPassword } from './demo-users.ts'
import type { DemoCompany } from './demo-companies.ts'
import type { DemoPart, DemoPerson } from '../demo-part.ts'
import type { Random } from '../random.ts'

const days = 400
const batch = 1000

const firstNames = ['Amina', 'Bruno', 'Chiara', 'Deniz', 'Elif', 'Fergus', 'Greta', 'Hiro'] as const
const lastNames = ['Adeyemi', 'Brandt', 'Caruso', 'Demir', 'Eriksen', 'Falk', 'Grady', 'Hayashi'] as const
const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
] as const

interface Person extends Pick<DemoPerson, 'id' | 'name' | 'email'> {
  role: Role
  state: 'active' | 'invited' | 'disabled'
  isNew: boolean
}

/** Further users of a company, without a valid password, and their sign-ins over 400 days. */
export const peopleDemo: DemoPart = {
  name: 'people',
  async load({ program, company, companyId, users, random, today }) {
    if (!company.isInvented) return
    const further = peopleOf(company, random)
    await program.database.inIdentity(async (tx) => {
      const known = await tx
        .selectFrom('users')
        .select('id')
        .where('email', '=', required(further[0], 'a further user').email)
        .executeTakeFirst()
      if (known) return
      const people = [...further, ...demoPeopleOf(company, users)]
      const signIns = people
        .filter(({ state }) => state !== 'invited')
        .flatMap((person) => signInsOf(person, random.fork(person.email), today))
      await tx
        .insertInto('users')
        .values(
          further.map(({ id, email, name, role, state }) => ({
            id,
            email,
            name,
            role,
            company_id: companyId,
            password_hash: state === 'invited' ? noPassword : settledPassword,
            is_active: state !== 'disabled',
            is_demo: true,
            phone: null,
            last_sign_in_at: null,
            created_at: new Date(today.getTime() - days * dayMs),
          })),
        )
        .execute()
      for (let at = 0; at < signIns.length; at += batch) {
        await tx
          .insertInto('sign_ins')
          .values(signIns.slice(at, at + batch))
          .execute()
      }
      await sql`update users u set last_sign_in_at = (select max(s.at) from sign_ins s where s.email = u.email and s.result = 'ok')
        where u.id = any (${people.map(({ id }) => id)}::uuid[]) and u.last_sign_in_at is null`.execute(tx)
    })
  },
}

function peopleOf(company: DemoCompany, random: Random): Person[] {
  const lasts = random.shuffled(lastNames)
  return firstNames.map((first, at): Person => {
    const last = lasts[at]
    return {
      id: random.uuid(),
      name: `${first} ${last}`,
      email: `${first}.${last}@${company.domain}`.toLowerCase(),
      role: at % 3 === 2 ? 'clientPeeker' : 'client',
      state: at === 6 ? 'disabled' : at === 7 ? 'invited' : 'active',
      isNew: true,
    }
  })
}

/** The demo users who belong to the company: every role for the bank, the client for the others. */
function demoPeopleOf(company: DemoCompany, users: Record<Role, DemoPerson>): Person[] {
  const own = company.trade === 'bank' ? Object.values(users) : [users.client]
  return own.map((person) => ({ ...person, state: 'active', isNew: false }))
}

/** Some users sign in on most working days, others rarely; occasionally they mistype the password first. */
function signInsOf(person: Person, random: Random, today: Date) {
  const diligence = 0.1 + random.next() * 0.7
  const userAgent = random.pick(browsers)
  const ip = `203.0.113.${random.int(1, 254)}`
  // Disabled users no longer sign in. The last ninety days of the demo's own users are generated with their requests, in logs-demo.ts.
  const first = person.state === 'disabled' ? 120 : person.isNew ? 0 : 91
  const midnight = Math.floor(today.getTime() / dayMs) * dayMs
  return Array.from({ length: days - first }, (_, at) => midnight - (first + at) * dayMs)
    .filter((day) => {
      const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
      return random.chance(isWeekend ? diligence / 10 : diligence)
    })
    .flatMap((day) => {
      const instant = new Date(day + (6 * 3600 + random.int(0, 12 * 3600)) * 1000)
      // There are no sign-ins in the last hour, because the sign-in limits count recent ones.
      if (instant.getTime() > today.getTime() - hourMs) return []
      const entry = { email: person.email, user_id: person.id, ip, user_agent: userAgent, reason: null }
      const refused = random.chance(0.04)
        ? [{ ...entry, at: new Date(instant.getTime() - 30_000), result: 'refused' as const }]
        : []
      return [...refused, { ...entry, at: instant, result: 'ok' as const }]
    })
}
