import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leakTypeKeys } from '@signet/contract/leaks/leaks'
import { dayMs } from '@signet/contract/time'
import { openDatabase, type Database } from '@signet/server/db/database'
import { openEmbeddedPostgres, type EmbeddedPostgres } from '@signet/server/db/embedded/embedded-postgres'
import { migrate } from '@signet/server/db/migrate'
import { addBrands } from '@signet/server/features/companies/companies.queries'
import { addCompany } from '@signet/server/features/companies/add-company'
import { findPeople, loginsOf } from '@signet/server/features/leaks/people/watched-people.queries'
import { environmentKeys } from '@signet/server/secrets/key-provider'
import { openSecrets } from '@signet/server/secrets/secrets'
import { assetsDemo } from '../companies/assets-demo.ts'
import { demoCompanies, type DemoCompany } from '../companies/demo-companies.ts'
import type { DemoContext } from '../demo-part.ts'
import { leaksDemo } from './leaks-demo.ts'
import { randomOf } from '../random.ts'

const today = new Date('2026-11-20T15:00:00Z')
let directory: string
let postgres: EmbeddedPostgres
let database: Database
const companyIds = new Map<DemoCompany, number>()

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'signet-demo-leaks-'))
  // The embedded server may run as another user, who needs access to the directory.
  await chmod(directory, 0o711)
  postgres = await openEmbeddedPostgres({ dataDir: path.join(directory, 'data'), durability: 'test' })
  database = openDatabase(postgres.connection)
  await migrate(database)
  const secrets = openSecrets(environmentKeys([randomBytes(32)]))
  for (const company of demoCompanies) {
    const { companyId } = await addCompany(database, { key: company.key, name: company.name, isDemo: true })
    companyIds.set(company, companyId)
    const brandIds = await database.inCompanies([companyId], (tx) => addBrands(tx, companyId, company.brands))
    // Twice, to cover a second start.
    for (let start = 1; start <= 2; start += 1) {
      const random = randomOf(1, company.key)
      const context = { program: { database, secrets }, company, companyId, brandIds, random, today }
      for (const part of [assetsDemo, leaksDemo]) await part.load(context as unknown as DemoContext)
    }
  }
}, 120_000)

afterAll(async () => {
  await database?.close()
  await postgres?.stop()
  await rm(directory, { recursive: true, force: true, maxRetries: 20 })
}, 60_000)

const leaksOf = (companyId: number) =>
  database.inCompanies([companyId], (tx) =>
    tx.selectFrom('leaks').selectAll().where('company_id', '=', companyId).execute(),
  )

test('every invented company that uses leaks has thousands of every kind over a year, once', async () => {
  for (const [company, companyId] of companyIds) {
    const rows = await leaksOf(companyId)
    if (!company.isInvented) {
      expect(rows).toEqual([])
      continue
    }
    expect(rows.length, company.key).toBeGreaterThan(5_500)
    expect(rows.length).toBeLessThanOrEqual(6_000)
    expect(new Set(rows.map(({ leak_type: kind }) => kind))).toEqual(new Set(leakTypeKeys))
    const times = rows.map(({ leaked_at: at }) => at.getTime())
    expect(today.getTime() - Math.min(...times)).toBeGreaterThan(380 * dayMs)
    expect(Math.max(...times)).toBeLessThanOrEqual(today.getTime())
    for (const row of rows) expect(row.added_at.getTime()).toBeGreaterThanOrEqual(row.leaked_at.getTime())
    for (const row of rows.filter(({ secret }) => secret !== null))
      expect(row.added_at.getTime()).toBeGreaterThanOrEqual(today.getTime() - 90 * dayMs)
    expect(rows.filter(({ secret }) => secret !== null).length).toBeGreaterThan(500)
  }
})

test('every leak carries the word of its own company and of no other', async () => {
  for (const [company, companyId] of companyIds) {
    const words = demoCompanies.filter((other) => other !== company).map(({ word }) => word)
    for (const row of await leaksOf(companyId)) {
      const text = JSON.stringify({ ...row, secret: null, hint: null, fingerprint: null }).toLowerCase()
      expect(row.entity).toContain(company.word)
      for (const word of words) expect(text).not.toContain(word)
    }
  }
})

test('the people a company looks after have leaks of their own', async () => {
  for (const [company, companyId] of companyIds) {
    const people = await database.inCompanies([companyId], (tx) => findPeople(tx, companyId))
    expect(people.length, company.key).toBe(company.isInvented ? 6 : 0)
    const logins = new Set((await leaksOf(companyId)).map(({ login }) => login))
    for (const person of people) {
      expect(person).toMatchObject({ id: expect.any(String) as string, isDemo: true })
      expect(loginsOf(person).some((login) => logins.has(login))).toBe(true)
    }
  }
})

test.each([
  ['customerCredentials', 'login'],
  ['employeeCredentials', 'mail'],
])('the hosts of %s differ in how many leaks they have, and most are of %s', async (kind, host) => {
  for (const [company, companyId] of companyIds) {
    if (!company.isInvented) continue
    const counts = new Map<string, number>()
    for (const { leak_type: type, subdomain } of await leaksOf(companyId))
      if (type === kind && subdomain) counts.set(subdomain, (counts.get(subdomain) ?? 0) + 1)
    const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
    expect(sorted[0]?.[0]).toBe(`${host}.${company.domain}`)
    const [first = 0, , third = 0, last = 0] = sorted.map(([, count]) => count)
    expect(first / third, JSON.stringify(sorted)).toBeGreaterThan(1.4)
    expect(first / last, JSON.stringify(sorted)).toBeGreaterThan(2)
  }
})

test('watched people have names, mailboxes and accounts of their own, not those of their company', async () => {
  for (const [company, companyId] of companyIds) {
    const people = await database.inCompanies([companyId], (tx) => findPeople(tx, companyId))
    const named = people.map(({ name }) => name.split(' '))
    for (const at of [0, 1]) expect(new Set(named.map((parts) => parts[at])).size, company.key).toBe(people.length)
    const texts = people.flatMap(({ name, emails, handles }) => [
      name,
      ...emails.map((email) => email.slice(0, email.indexOf('@'))),
      ...handles.map(({ handle }) => handle),
    ])
    for (const text of texts) expect(text.toLowerCase(), company.key).not.toContain(company.word)
  }
})

test('a leaked card is named by its last digits, without the company', async () => {
  for (const [company, companyId] of companyIds) {
    const cards = (await leaksOf(companyId)).filter(({ leak_type: type }) => type === 'paymentCards')
    expect(cards.length > 0, company.key).toBe(company.isInvented)
    for (const { username } of cards) expect(username).toMatch(/^Card ending \d{4}$/)
  }
})
