import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { anotherServer, useWorld } from '../../../test/harness.ts'
import { newVisitor } from '../../../test/visitor.ts'

useWorld()

/** A server whose log can be read. */
async function loggedServer() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  const server = await anotherServer({ log: pino({ level: 'info' }, stream) })
  return { server, lines, reports: () => lines.filter(({ client }) => client !== undefined) }
}

test('a report of the portal is logged by its three fields, cut short, and never echoed', async () => {
  const { server, reports } = await loggedServer()
  const form = { level: 'error', code: 'CLIENT_FETCH_ERROR', message: 'm'.repeat(900), secretField: 'not kept' }
  const answer = await newVisitor(server).post('/api/auth/_log', { form })
  expect(answer).toMatchObject({ status: 200, text: '' })
  expect(reports().map(({ client }) => client)).toEqual([
    { level: 'error', code: 'CLIENT_FETCH_ERROR', message: 'm'.repeat(500) },
  ])
  await server.close()
})

test('more than thirty reports a minute from one address are dropped, those of others are not', async () => {
  const { server, reports } = await loggedServer()
  const noisy = newVisitor(server)
  for (let sent = 1; sent <= 35; sent += 1) {
    expect(await noisy.post('/api/auth/_log', { form: { message: 'again' } })).toMatchObject({ status: 200, text: '' })
  }
  expect(reports()).toHaveLength(30)
  await newVisitor(server).post('/api/auth/_log', { form: { message: 'other' } })
  expect(reports()).toHaveLength(31)
  await server.close()
})

test('a report over 8 KB is refused', async () => {
  const { server, reports } = await loggedServer()
  const answer = await newVisitor(server).post('/api/auth/_log', { form: { message: 'm'.repeat(8 * 1024) } })
  expect(answer).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
  expect(reports()).toEqual([])
  await server.close()
})

test('a request is logged without its query, its tokens and its body', async () => {
  const { server, lines } = await loggedServer()
  const visitor = newVisitor(server)
  await visitor.get('/api/rest/threats/getAllThreats?searchQuery=planted-query', {
    authorization: 'Bearer planted-token',
  })
  await visitor.signIn('planted-user@test.example', 'planted-password')
  const logged = JSON.stringify(lines)
  expect(logged).toContain('/api/rest/threats/getAllThreats')
  expect(logged).not.toContain('planted')
  await server.close()
})
