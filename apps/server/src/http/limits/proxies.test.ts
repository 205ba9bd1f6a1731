import { expect, test } from 'vitest'
import { newVisitor } from '../../../test/visitor.ts'
import { anotherServer, useWorld } from '../../../test/harness.ts'

const world = useWorld()

async function recordedAddress(proxies: string[], email: string, forwarded: string): Promise<string | undefined> {
  const server = await anotherServer({ proxies })
  const visitor = newVisitor(server, '10.9.0.1')
  const form = { csrfToken: await visitor.csrfToken(), callbackUrl: '/', json: 'true', email, password: 'a wrong one' }
  await visitor.post('/api/auth/callback/credentials', { form, headers: { 'x-forwarded-for': forwarded } })
  await server.close()
  const { rows } = await world().database.pool.query<{ ip: string }>('select ip from sign_ins where email = $1', [
    email,
  ])
  return rows[0]?.ip
}

test('a visitor behind a named proxy is known by the address the proxy saw', async () => {
  expect(await recordedAddress(['10.9.0.0/16'], 'behind@proxy.example', '203.0.113.9')).toBe('203.0.113.9')
})

test('what a visitor claims beyond the proxy, or without one, counts for nothing', async () => {
  const claimed = '198.51.100.7, 203.0.113.9'
  expect(await recordedAddress(['10.9.0.0/16'], 'claims@proxy.example', claimed)).toBe('203.0.113.9')
  expect(await recordedAddress([], 'none@proxy.example', '203.0.113.9')).toBe('10.9.0.1')
})
