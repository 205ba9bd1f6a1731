import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeServer, type FakeServer } from '../../test/fake-server.ts'
import { parseSecurityTxt } from './parse-security-txt.ts'
import { readSecurityTxt } from './read-security-txt.ts'

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
afterAll(() => server.close())

const now = new Date('2026-11-01T00:00:00Z')
const valid =
  'Contact: mailto:Security@site.example\nContact: https://site.example/report\nExpires: 2027-01-01T00:00:00Z\n'
const read = () => {
  const port = Number(server.address.split(':')[1])
  return readSecurityTxt('127.0.0.1', now, { allowAddress: [server.address], port, scheme: 'http' })
}
const answer = (path: string, body: string | Buffer, type = 'text/plain; charset=utf-8', status = 200) =>
  server.on(path, (_, response) => response.writeHead(status, { 'content-type': type }).end(body))

test('the contacts of a valid file are listed in its order', () => {
  expect(parseSecurityTxt(valid, now)).toEqual(['security@site.example', 'https://site.example/report'])
  const signed = `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${valid}-----BEGIN PGP SIGNATURE-----\n\niQ==\n`
  expect(parseSecurityTxt(signed, now)).toHaveLength(2)
})

test('a file that has expired or says nothing about it has no contacts, and a contact must be safe', () => {
  expect(parseSecurityTxt(valid.replace('2027', '2025'), now)).toEqual([])
  expect(parseSecurityTxt(valid.replace('Expires', 'Other'), now)).toEqual([])
  expect(parseSecurityTxt(`${valid}Expires: 2030-01-01T00:00:00Z\n`, now)).toEqual([])
  const bad =
    'Contact: mailto:a@x.example,b@x.example\nContact: http://x.example\nContact: tel:+1\nContact: javascript:1\n'
  expect(parseSecurityTxt(`${bad}Expires: 2027-01-01T00:00:00Z`, now)).toEqual([])
})

test('the file is read at its well-known address, or the old one', async () => {
  answer('/security.txt', valid)
  expect(await read()).toEqual({
    contacts: ['security@site.example', 'https://site.example/report'],
    record: server.url('/security.txt'),
  })
  answer('/.well-known/security.txt', valid.replace('Security@', 'first@'))
  expect((await read())?.contacts[0]).toBe('first@site.example')
})

test('a page for every address, a large file, and a redirect to another host are no such file', async () => {
  answer('/security.txt', '', 'text/plain', 404)
  answer('/.well-known/security.txt', valid, 'text/html')
  expect(await read()).toBeNull()
  answer('/.well-known/security.txt', Buffer.alloc(100_000, valid))
  expect(await read()).toBeNull()
  server.on('/.well-known/security.txt', (_, response) =>
    response.writeHead(302, { location: server.url('/elsewhere').replace('127.0.0.1', 'localhost') }).end(),
  )
  answer('/elsewhere', valid)
  expect(await read()).toBeNull()
})
