import type { Finding, NameObservation } from '@signet/contract/threats/findings'
import { expect, test } from 'vitest'
import { compileAssets } from './compile-assets.ts'
import { matchBatch, matchObservations } from './match-observations.ts'

const index = compileAssets([
  { id: 'client', owner: 'acme', name: 'Client', aliases: ['client'], official: ['client.com'] },
])

const observations: NameObservation[] = [
  { name: 'Login-Client.com.', feed: 'test', line: 1 },
  { name: 'example.org', feed: 'test', line: 2 },
  { name: 'https://a:b@LOGIN-CLIENT.com/x?y=1#z', feed: 'test', line: 3 },
  { name: 'https://login-client.com/', feed: 'test', line: 4 },
  { name: 'client.com/r?u=evil', feed: 'test', line: 5 },
  { name: 'сlient.com', feed: 'test', line: 6 },
]

test('names each finding by its normalised host or address', () => {
  expect(matchBatch(index, observations).map(({ source, identity }) => [source, identity])).toEqual([
    ['Domain', 'login-client.com'],
    ['URL', 'https://login-client.com/x?y=1'],
    ['Domain', 'login-client.com'],
    ['URL', 'http://client.com/r?u=evil'],
    ['Domain', new URL('http://сlient.com').hostname],
  ])
})

test('finds in a stream what it finds in a batch, with the observation attached', async () => {
  async function* stream() {
    yield* observations
  }
  const streamed: Finding[] = []
  for await (const finding of matchObservations(index, stream())) streamed.push(finding)
  expect(streamed).toEqual(matchBatch(index, observations))
  expect(streamed[0]?.observation).toBe(observations[0])
})
