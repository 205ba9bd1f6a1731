import { afterEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { anotherServer, newCompany, newUser, testPassword, useWorld } from '../../../test/harness.ts'
import { newVisitor, portalOrigin } from '../../../test/visitor.ts'
import { RateGates } from './rate-gates.ts'

const world = useWorld()
// No interval of a test ends while it is running.
const longMs = 1e12

const url = (error: string) => `${portalOrigin}/api/auth/error?error=${error}&provider=credentials`

const opened: RateGates[] = []
afterEach(async () => {
  for (const gates of opened.splice(0)) await gates.stop()
})
function newProcess(database = world().database) {
  const gates = new RateGates(database)
  opened.push(gates)
  return gates
}

test('two processes let through together what one would', async () => {
  const [here, there] = [newProcess(), newProcess()]
  const [a, b] = [here.gate('calls', 10, longMs), there.gate('calls', 10, longMs)]
  for (let time = 1; time <= 6; time += 1) expect(a.admits('caller')).toBe(true)
  await here.exchange()
  // The database isn't queried before an answer: the first call there passes, and the count is known afterwards.
  expect(b.admits('caller')).toBe(true)
  await there.exchange()
  expect([b.admits('caller'), b.admits('caller'), b.admits('caller'), b.admits('caller')]).toEqual([
    true,
    true,
    true,
    false,
  ])
  await there.exchange()
  expect(a.admits('caller')).toBe(true)
  await here.exchange()
  expect(a.admits('caller')).toBe(false)
  expect(a.admits('another')).toBe(true)
  expect(here.gate('other calls', 10, longMs).admits('caller')).toBe(true)
})

test('requests during the synchronisation are counted once', async () => {
  const [here, there] = [newProcess(), newProcess()]
  const [a, b] = [here.gate('while asked', 100, longMs), there.gate('while asked', 100, longMs)]
  for (let round = 0; round < 10; round += 1) {
    for (let time = 0; time < 4; time += 1) a.admits('caller')
    b.admits('caller')
    const exchanges = Promise.all([here.exchange(), there.exchange()])
    for (let time = 0; time < 4; time += 1) a.admits('caller')
    b.admits('caller')
    await exchanges
  }
  await Promise.all([here.exchange(), there.exchange()])
  const { rows } = await world().database.pool.query(`select count from rate_counts where gate = 'while asked'`)
  expect(rows).toEqual([{ count: 100 }])
  a.admits('caller')
  await here.exchange()
  expect(a.admits('caller')).toBe(false)
})

test('a process that cannot reach the database counts locally and synchronises later', async () => {
  let isDown = true
  const { inIdentity } = world().database
  const flaky = newProcess({
    ...world().database,
    inIdentity: async (work) => {
      if (isDown) throw new Error('the database does not answer')
      return inIdentity(work)
    },
  })
  const gate = flaky.gate('alone', 3, longMs)
  expect([1, 2, 3, 4].map(() => gate.admits('caller'))).toEqual([true, true, true, false])
  await flaky.exchange()
  isDown = false
  await flaky.exchange()
  const other = newProcess()
  const there = other.gate('alone', 3, longMs)
  there.admits('caller')
  await other.exchange()
  expect(there.admits('caller')).toBe(false)
})

test('counts of spans that are over are deleted', async () => {
  await world().database.pool.query(`insert into rate_counts values ('old', 'caller', now() - interval '1 second', 1)`)
  const gates = newProcess()
  gates.gate('new', 1, longMs).admits('caller')
  await gates.exchange()
  const { rowCount } = await world().database.pool.query(`select from rate_counts where gate = 'old'`)
  expect(rowCount).toBe(0)
})

test('wrong passwords are counted by the account and the address, whichever process is asked', async () => {
  const session = { staffFactor: false }
  const servers: [FastifyInstance, FastifyInstance] = [
    await anotherServer({ session }),
    await anotherServer({ session }),
  ]
  try {
    const user = await newUser('client', await newCompany())
    const answers: unknown[] = []
    for (let time = 0; time < 12; time += 1) {
      const visitor = newVisitor(servers[time % 2] as FastifyInstance, `198.51.100.${time + 1}`)
      answers.push((await visitor.signIn(user.email, 'not the password')).body['url'])
    }
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => url('CredentialsSignin')))
    expect(answers.slice(10)).toEqual([url('TooManyAttempts'), url('TooManyAttempts')])
    for (const server of servers) {
      const own = await newVisitor(server, '198.51.100.77').signIn(user.email, testPassword)
      expect(own.body['url']).toBe(url('TooManyAttempts'))
    }

    const address = '203.0.113.9'
    const people = Array.from({ length: 12 }, (_, index) => `nobody-${index}@test.example`)
    const tried: unknown[] = []
    for (const [index, email] of people.entries()) {
      const visitor = newVisitor(servers[index % 2] as FastifyInstance, address)
      tried.push((await visitor.signIn(email, 'not the password')).body['url'])
    }
    expect(tried.filter((location) => location === url('CredentialsSignin'))).toHaveLength(10)
  } finally {
    for (const server of servers) await server.close()
  }
})
