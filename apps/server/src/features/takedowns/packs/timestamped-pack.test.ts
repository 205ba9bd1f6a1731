import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startFakeTimestampAuthority,
  type FakeTimestampAuthority,
} from '@signet/connectors/test/fake-timestamp-authority'
import { packFiles, verifyPack } from '@signet/contract/takedowns/evidence-pack'
import { decideThreat } from '@signet/contract/threats/threats'
import { openLog } from '../../../log.ts'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'
import { zipStream } from '../../evidence/zip-stream.ts'
import { packOf } from './make-pack.ts'

const world = useWorld()
let authority: FakeTimestampAuthority
beforeAll(async () => {
  authority = await startFakeTimestampAuthority()
})
afterAll(() => authority.close())

/** The files of a new pack. */
async function newPack(): Promise<Map<string, Buffer>> {
  const user = await newUser('client', await newCompany())
  const threat = await newThreat(user.company)
  const params = { source: threat.source, threatId: threat.id }
  const { body } = await send(user, decideThreat, { params, body: { action: 'takedown', version: 1 } })
  const { database, files, keys } = world()
  const actor = { userId: user.id, name: 'Mira', email: user.email, role: user.role }
  const pack = await packOf(
    { database, files, keys, publicOrigin: null, timestampUrl: authority.url, log: openLog('silent') },
    { actor, company: { ...user.company, name: 'Example', modules: {} }, requestId: 'test', ip: null },
    body.takedown?.id ?? '',
  )
  const entries = new Map<string, Buffer>()
  for (const { path, sha256 } of pack?.files ?? []) {
    const stream = await files.open(sha256)
    if (stream) entries.set(path, await buffer(stream))
  }
  return entries
}

async function verify(entries: ReadonlyMap<string, Buffer>) {
  const zip = await buffer(zipStream([...entries].map(([name, bytes]) => ({ name, content: [bytes] }))))
  return verifyPack(new Blob([new Uint8Array(zip)]))
}

const changedIn = async (entries: ReadonlyMap<string, Buffer>) =>
  (await verify(entries)).files.filter(({ result }) => result !== 'unchanged')

test('a pack has a timestamp of its manifest, and names it if it was changed or removed', async () => {
  const entries = await newPack()
  const report = await verify(entries)
  expect(report).toMatchObject({
    isIntact: true,
    timestamp: { authority: 'Example Timestamp Authority', certificateSha256: authority.certificateSha256 },
    manifest: { timestampedBy: new URL(authority.url).host },
  })
  const token = entries.get(packFiles.timestamp) ?? Buffer.alloc(0)
  for (let at = 0; at < token.length; at += 37) {
    const changed = Buffer.from(token)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await changedIn(new Map([...entries, [packFiles.timestamp, changed]])), String(at)).toContainEqual({
      path: packFiles.timestamp,
      result: 'changed',
    })
  }
  const other = await newPack()
  const swapped = new Map([...entries, [packFiles.timestamp, other.get(packFiles.timestamp) ?? token]])
  expect(await changedIn(swapped)).toEqual([{ path: packFiles.timestamp, result: 'changed' }])
  const without = new Map(entries)
  without.delete(packFiles.timestamp)
  expect(await changedIn(without)).toContainEqual({ path: packFiles.timestamp, result: 'missing' })
})

test('a pack is made without a timestamp if the authority fails, and says so', async () => {
  authority.breakWith('badSignature')
  const entries = await newPack()
  authority.breakWith(null)
  expect(await verify(entries)).toMatchObject({ isIntact: true, timestamp: null, manifest: { timestampedBy: null } })
  expect([...entries.keys()]).not.toContain(packFiles.timestamp)
  const other = (await newPack()).get(packFiles.timestamp) ?? Buffer.alloc(0)
  expect(await changedIn(new Map([...entries, [packFiles.timestamp, other]]))).toEqual([
    { path: packFiles.timestamp, result: 'unlisted' },
  ])
})
