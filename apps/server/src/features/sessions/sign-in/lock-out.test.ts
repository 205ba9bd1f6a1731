import { describe, expect, test } from 'vitest'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newUser, send, testPassword, useWorld } from '../../../../test/harness.ts'
import { newVisitor, portalOrigin } from '../../../../test/visitor.ts'

const world = useWorld()
const visit = (address?: string) => newVisitor(world().server, address)
const newClient = async () => newUser('client', await newCompany())
const errorUrl = (error: string) => `${portalOrigin}/api/auth/error?error=${error}&provider=credentials`
const age = (email: string, seconds: number) =>
  world().database.pool.query(`update sign_ins set at = at - make_interval(secs => $2) where email = $1`, [
    email,
    seconds,
  ])
const guess = async (email: string) => (await visit().signIn(email, 'not the password')).body['url']

describe('guessing a password', () => {
  test('a thousand times looks at ten of them, locks the account and puts that on record', async () => {
    const user = await newClient()
    const visitors = Array.from({ length: 50 }, (_one, index) => visit(`198.51.100.${index}`))
    const tokens = await Promise.all(visitors.map((visitor) => visitor.csrfToken()))
    const answers: unknown[] = []
    for (let round = 0; round < 20; round += 1) {
      const attempts = visitors.map(async (visitor, index) => {
        const form = { csrfToken: tokens[index] as string, json: 'true', email: user.email, password: `guess ${round}` }
        return (await visitor.post('/api/auth/callback/credentials', { form })).body['url']
      })
      answers.push(...(await Promise.all(attempts)))
    }
    expect(answers).toHaveLength(1000)
    expect(answers.filter((url) => url === errorUrl('CredentialsSignin'))).toHaveLength(10)
    expect(answers.filter((url) => url === errorUrl('TooManyAttempts'))).toHaveLength(990)
    expect((await visit().signIn(user.email, testPassword)).body['url']).toBe(errorUrl('TooManyAttempts'))

    const auditor = await newUser('superAdmin', user.company)
    const { body } = await send(auditor, listAudit, {
      query: { company: user.company.key, action: ['account.locked'] },
    })
    expect(body.items).toMatchObject([{ target: { id: user.id }, after: { seconds: 60, by: 'password' } }])

    await age(user.email, 61)
    expect((await visit().signIn(user.email, testPassword)).status).toBe(200)
  })

  test('locks for longer after each further wrong one, at most for an hour, and is reset by a sign-in', async () => {
    const user = await newClient()
    for (let attempt = 1; attempt <= 10; attempt += 1) await guess(user.email)
    for (const seconds of [60, 120, 240, 480, 960, 1920, 3600, 3600]) {
      await age(user.email, seconds - 5)
      expect(await guess(user.email)).toBe(errorUrl('TooManyAttempts'))
      await age(user.email, 6)
      expect(await guess(user.email)).toBe(errorUrl('CredentialsSignin'))
    }
    await age(user.email, 3601)
    expect((await visit().signIn(user.email, testPassword)).status).toBe(200)
    expect(await guess(user.email)).toBe(errorUrl('CredentialsSignin'))
    expect((await visit().signIn(user.email, testPassword)).status).toBe(200)
  })

  test('locks an account that does not exist in the same way', async () => {
    const email = 'nobody-at-all@test.example'
    const answers: unknown[] = []
    for (let attempt = 1; attempt <= 11; attempt += 1) answers.push(await guess(email))
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => errorUrl('CredentialsSignin')))
    expect(answers[10]).toBe(errorUrl('TooManyAttempts'))
  })

  test('from one address, at many accounts, stops that address for ever longer', async () => {
    const address = '198.51.100.200'
    await world().database.pool.query(
      `insert into sign_ins (email, ip, result, at) select 'many-' || n, $1, 'refused', now() - interval '119 seconds'
       from generate_series(1, 60) n`,
      [address],
    )
    const user = await newClient()
    expect((await visit(address).signIn(user.email, testPassword)).body['url']).toBe(errorUrl('TooManyAttempts'))
    await world().database.pool.query(`update sign_ins set at = at - interval '2 seconds' where ip = $1`, [address])
    expect((await visit(address).signIn(user.email, testPassword)).status).toBe(200)
  })
})

const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

async function lastsMs(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

test(
  'how long a refusal takes does not tell whether there is such an account, or whether it is disabled',
  { timeout: 300_000 },
  async () => {
    const disabled = await newClient()
    await world().database.pool.query('update users set is_active = false where id = $1', [disabled.id])
    /**
     * The largest difference between the medians of the three, relative to the time of any of them; other work on the machine increases it.
     */
    const gap = async () => {
      const times: Record<'known' | 'unknown' | 'disabled', number[]> = { known: [], unknown: [], disabled: [] }
      for (let round = 0; round < 9; round += 1) {
        const known = await newClient()
        times.known.push(await lastsMs(() => guess(known.email)))
        times.unknown.push(await lastsMs(() => guess(`nobody-${known.email}`)))
        await age(disabled.email, 100_000)
        times.disabled.push(await lastsMs(() => guess(disabled.email)))
      }
      const medians = Object.values(times).map(medianOf)
      return { ms: Math.max(...medians) - Math.min(...medians), share: 1 - Math.min(...medians) / Math.max(...medians) }
    }
    // If an unknown account weren't hashed too, it would be answered in a tenth of the time, regardless of the load.
    await expect
      .poll(
        async () => {
          const { ms, share } = await gap()
          return ms < 20 || share < 0.3
        },
        { timeout: 250_000, interval: 100 },
      )
      .toBe(true)
  },
)
