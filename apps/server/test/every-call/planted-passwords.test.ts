import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { revealLeak } from '@signet/contract/leaks/leaks'
import { openLog } from '../../src/log.ts'
import { withAuthenticatorApp } from '../outside/authenticator-app.ts'
import { anotherServer, newCompany, newUser, send, testPassword, useWorld } from '../harness.ts'
import { aLeak, newLeaks } from '../leak-makers.ts'
import { newVisitor } from '../visitor.ts'

const world = useWorld()

/** The forms in which a text may be stored: plain, or as a part of an encoded text. */
const formsOf = (text: string) => [
  text,
  Buffer.from(text).toString('hex'),
  // Wherever it begins in a longer text, one of these is contained in it.
  ...[0, 1, 2].map((shift) =>
    Buffer.from(text)
      .subarray((3 - shift) % 3)
      .toString('base64')
      .replace(/..?=*$/, ''),
  ),
  encodeURIComponent(text),
]

/** The tables of all schemas with a row that contains the text; bytes are searched as hexadecimal digits. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = world().database
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pool.query(
      `select from ${name} as one where exists (select from unnest($1::text[]) form where position(form in one::text) > 0) limit 1`,
      [formsOf(text)],
    )
    if (rowCount) found.push(name)
  }
  return found
}

test('a thief of the database or of the log finds no password, key or token', async () => {
  const lines: string[] = []
  const log = openLog(
    'trace',
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    }),
  )
  const server = await anotherServer({ log, session: { staffFactor: false } })
  const mark = randomBytes(6).toString('hex')
  const secrets = {
    'a leaked password': `leaked-${mark}-Pässwort`,
    'a wrong password': `guessed-${mark}-password`,
    'a text searched for': `searched-${mark}-for`,
  } as Record<string, string>
  const username = `person-${mark}@mail.example`

  const company = await newCompany({ modules: { leaks: true } })
  const user = await newUser('client', company)
  const draft = aLeak({ password: secrets['a leaked password'] as string, username })
  const [leakId] = (await newLeaks(world(), company, [draft])) as [string]
  const app = await withAuthenticatorApp(user)
  secrets['a second factor'] = app.secret
  secrets['a recovery code'] = app.recoveryCodes[0] as string

  const visitor = newVisitor(server)
  await visitor.signIn(user.email, secrets['a wrong password'] as string)
  await visitor.signIn(user.email, testPassword, { totp: secrets['a recovery code'] })
  secrets['the right password'] = testPassword
  for (const [name, { value }] of visitor.cookies) {
    if (!name.includes('csrf') && value.length > 30) secrets[`the cookie ${name}`] = value
  }
  expect(Object.keys(secrets).filter((name) => name.startsWith('the cookie')).length).toBeGreaterThanOrEqual(2)
  secrets['an access token'] = user.accessToken
  const headers = { authorization: `Bearer ${user.accessToken}` }
  await server.inject({ url: `/api/rest/threats/getAllThreats?searchQuery=${secrets['a text searched for']}`, headers })
  const shown = await send(user, revealLeak, { params: { leakId }, body: { totp: app.recoveryCodes[1] } })
  expect(shown.body).toMatchObject({ password: secrets['a leaked password'] })
  await server.close()

  // The search does find text that is stored.
  expect(await tablesWith(username)).toContain('public.leaks')
  expect(lines.join('')).toContain('getAllThreats')
  for (const [name, secret] of Object.entries(secrets)) {
    expect(await tablesWith(secret), name).toEqual([])
    for (const form of formsOf(secret)) expect(lines.join('').includes(form), `${name} in the log`).toBe(false)
  }
}, 180_000)
