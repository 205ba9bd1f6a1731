import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { definitions, type RouteName } from '@signet/contract'
import { errorStatus } from '@signet/contract/errors/errors'
import { can, roles, type Role } from '@signet/contract/access/permissions'
import type { RouteDefinition } from '@signet/contract/route'
import { newCompany, newThreat, newUser, useWorld, type TestCompany, type TestUser } from '../harness.ts'
import { oddRequests, type OddRequest } from './odd-requests.ts'
import { recordMakers } from './every-example.ts'

// With a worker, because some calls wait for a job.
const world = useWorld({ works: true })
const everyRoute = Object.entries(definitions) as [RouteName, RouteDefinition][]
const marker = 'strangers-only'
const allModules = { touts: true, leaks: true, news: true, kmp: true }
// The same requests in every run; another seed tries others.
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const runs = Number(process.env['FUZZ_RUNS'] ?? 40)

let users: Record<Role, TestUser>
let known: Record<string, string>

beforeAll(async () => {
  const own = await newCompany({ modules: allModules })
  const foreign = await newCompany({ name: `Company ${marker}`, modules: allModules })
  // Changes of a company or a user are made on these, so that the callers can continue to call.
  const other = await newCompany({ modules: allModules })
  known = { ...(await recordsOf(own, 'own')), company: other.key }
  await recordsOf(foreign, marker)
  const entries = roles.map(async (role) => [role, await newUser(role, own)] as const)
  users = Object.fromEntries(await Promise.all(entries)) as Record<Role, TestUser>
})

async function recordsOf(company: TestCompany, word: string): Promise<Record<string, string>> {
  const threat = await newThreat(company, { name: `record-${company.key}-${word}.example` })
  const made: Record<string, string> = { source: 'Domain', threatId: threat.id }
  for (const [name, make] of Object.entries(recordMakers)) made[name] = await make(company, word)
  return made
}

/** Details that would reveal how the server is built, or data of another company. */
const internalDetails =
  /\n\s+at |node_modules|apps\/server|\.ts:\d|PostgreSQL|pg_|syntax error|relation "|column "|violates|duplicate key|\bselect\b.+\bfrom\b/i

async function call(user: TestUser, route: RouteDefinition, { params, query, body }: OddRequest) {
  const address = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent((params[name] ?? 'x').toWellFormed()),
  )
  const search = new URLSearchParams(query.map(([key, value]): [string, string] => [key, value.toWellFormed()]))
  return world().server.inject({
    method: route.method,
    url: `/api/rest${address}?${search.toString()}`.slice(0, 8000),
    headers: {
      authorization: `Bearer ${user.accessToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) ?? '' }),
  })
}

describe.each(everyRoute)('%s', (_name, route) => {
  const allowed = roles.filter((role) => route.access !== 'PUBLIC' && can(role, route.access))
  // A superAdmin may see every company, so another company's name is a secret only to other roles.
  const role = allowed.find((name) => name !== 'superAdmin') ?? (allowed[0] as Role)

  test('answers every odd request with a clear error or a result, without internal details', async () => {
    await fc.assert(
      fc.asyncProperty(oddRequests(route, known), async (request) => {
        const answer = await call(users[role], route, request)
        expect(answer.statusCode, answer.body).toBeLessThan(500)
        // A request refused for missing access would test nothing.
        expect([401, 403]).not.toContain(answer.statusCode)
        if (answer.statusCode >= 400) {
          const problem = answer.json<{ code: string; requestId: string; message: string }>()
          expect(Object.keys(errorStatus)).toContain(problem.code)
          expect(problem.requestId).toBeTruthy()
          expect(problem.message).toBeTruthy()
          expect(answer.body).not.toMatch(internalDetails)
        }
        if (role !== 'superAdmin') expect(answer.body).not.toContain(marker)
      }),
      { seed, numRuns: runs },
    )
  })
})
