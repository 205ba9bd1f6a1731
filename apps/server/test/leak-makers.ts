import { randomUUID } from 'node:crypto'
import { getLeaks, type Leak } from '@signet/contract/leaks/leaks'
import type { Page } from '@signet/contract/wire'
import { expect } from 'vitest'
import type { LeakDraft } from '../src/features/leaks/list/describe-leak.ts'
import { keepLeaks, leakKeepingOf } from '../src/features/leaks/files/keep-leaks.ts'
import { addPeople } from '../src/features/assets/assets.queries.ts'
import { newCompany, newUser, send, type TestCompany, type TestUser, type useWorld } from './harness.ts'

type World = ReturnType<ReturnType<typeof useWorld>>

let counter = 0

/** Credentials that differ from all others. */
export function aLeak(more: Partial<LeakDraft> = {}): LeakDraft {
  counter += 1
  return {
    id: randomUUID(),
    leakType: 'comboLists',
    entity: 'package-one',
    source: 'database-one',
    leakedAt: new Date(),
    url: 'https://login.example.org/',
    username: `person-${counter}@mail.example`,
    password: `password-${counter}`,
    ...more,
  }
}

/** Stores leaks of a company; returns their ids. */
export async function newLeaks(
  { database, secrets }: Pick<World, 'database' | 'secrets'>,
  company: Pick<TestCompany, 'id'>,
  drafts: readonly LeakDraft[],
): Promise<string[]> {
  await database.inCompanies([company.id], async (tx) =>
    keepLeaks(tx, secrets, await leakKeepingOf(tx, company.id), drafts),
  )
  return drafts.map(({ id }) => id as string)
}

/** A person whose leaks are watched. */
export async function newPerson(
  { database }: Pick<World, 'database'>,
  company: Pick<TestCompany, 'id'>,
  person: { name: string; title?: string; emails?: string[]; handles?: string[] },
): Promise<string> {
  const id = randomUUID()
  const { name, title = '', emails = [] } = person
  const handles = (person.handles ?? []).map((handle) => ({ source: 'Telegram' as const, handle }))
  await database.inCompanies([company.id], (tx) => addPeople(tx, company.id, [{ id, name, title, emails, handles }]))
  return id
}

/** A company with leaks, and a client of it. */
export async function clientWithLeaks(world: World, drafts: readonly LeakDraft[], config: object = {}) {
  const company = await newCompany({ modules: { leaks: true, kmp: true }, config })
  const ids = await newLeaks(world, company, drafts)
  return { company, ids, user: await newUser('client', company) }
}

/** The leaks as they are shown to a user. */
export async function listOf(user: TestUser, query: Parameters<typeof send<typeof getLeaks>>[2] = {}) {
  const answer = await send(user, getLeaks, query)
  expect(answer.status).toBe(200)
  return answer.body as unknown as Page<Leak>
}
