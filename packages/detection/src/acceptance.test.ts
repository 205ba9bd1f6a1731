import { expect, test } from 'vitest'
import { compileAssets } from './match/compile-assets.ts'
import { matchName } from './match/match-name.ts'

/*
 * The acceptance vectors for look-alike engines: the asset is `client.com`, and its owner has a second domain. The server's
 * `acceptance.test.ts` runs the same vectors through the intake.
 */

const brand = { id: 'client', owner: 'acme', name: 'Client', aliases: ['client'] }
const index = compileAssets([{ ...brand, official: ['client.com', 'client-group.org'] }])

test.each([
  'client.com.secure-login.xyz',
  'login-client.com',
  'client.community',
  'cl1ent.com',
  'сlient.com',
  'xn--lient-0ye.com',
  'clientcom.net',
  'client.co',
  'www-client.com',
  'user@client.com@evil.tld',
  'https://user@client.com@evil.tld/',
  'client.com/r?u=evil',
  'client.github.io',
])('fires on %s', (name) => {
  expect(matchName(index, name)[0]?.score ?? 0).toBeGreaterThanOrEqual(0.5)
})

test('fires on letters that look alike: rn for m', () => {
  const modernum = compileAssets([
    { id: 'modernum', owner: 'm', name: 'Modernum', aliases: ['modernum'], official: ['modernum.com'] },
  ])
  for (const name of ['rnodernum.com', 'modernurn.com']) expect(matchName(modernum, name)).toHaveLength(1)
})

test.each([
  'client.com',
  'www.client.com',
  'a.b.client.com',
  'CLIENT.COM.',
  'https://client.com:443/x',
  'client-group.org',
  'www.client-group.org',
])('stays silent on %s', (name) => {
  expect(matchName(index, name, { scoreMin: 0 })).toEqual([])
})

test('ignores a name under a hosting suffix once it is an asset', () => {
  const withPages = compileAssets([{ ...brand, official: ['client.com', 'client.github.io'] }])
  expect(matchName(withPages, 'client.github.io', { scoreMin: 0 })).toEqual([])
  expect(matchName(withPages, 'https://client.github.io/docs', { scoreMin: 0 })).toEqual([])
})
