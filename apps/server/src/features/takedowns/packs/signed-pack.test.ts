import { beforeAll, expect, test } from 'vitest'
import { buffer } from 'node:stream/consumers'
import {
  packFiles,
  signingKeysPath,
  verifyPack,
  type PackReport,
  type PublishedKeys,
} from '@signet/contract/takedowns/evidence-pack'
import { listTakedownPacks } from '@signet/contract/takedowns/pack-list'
import { addTakedownFile } from '@signet/contract/threats/files'
import { writeOnTakedown } from '@signet/contract/takedowns/takedown-work'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, send, tinyPng, useWorld, type TestUser } from '../../../../test/harness.ts'
import { unzip } from '../../../../test/unzip.ts'
import { pemOf, renewSigningKey, signingKey } from '../../../secrets/signing-keys.ts'
import { insertEvidence } from '../../evidence/evidence.queries.ts'
import { zipStream } from '../../evidence/zip-stream.ts'

const world = useWorld()

async function newCase(user: TestUser): Promise<string> {
  const threat = await newThreat(user.company)
  const params = { source: threat.source, threatId: threat.id }
  const { body } = await send(user, decideThreat, { params, body: { action: 'takedown', version: 1 } })
  return body.takedown?.id as string
}

async function download(user: TestUser, takedownId: string): Promise<Buffer> {
  const { body } = await send(user, getTakedown, { params: { takedownId } })
  const answer = await world().server.inject(body.packHref)
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

const verify = (pack: Buffer, key?: Buffer) =>
  verifyPack(new Blob([new Uint8Array(pack)]), key && [new Uint8Array(key)])

const zipOf = (entries: ReadonlyMap<string, Uint8Array>) =>
  buffer(zipStream([...entries].map(([name, bytes]) => ({ name, content: [bytes] }))))

const changedIn = ({ files }: PackReport) => files.filter(({ result }) => result !== 'unchanged')

const keyParts = () => ({ database: world().database, sealing: world().keys.sealing })

let staff: TestUser
let takedownId: string
let pack: Buffer
beforeAll(async () => {
  const company = await newCompany()
  staff = await newUser('subAdmin', company, [company])
  const client = await newUser('client', company)
  takedownId = await newCase(client)
  const files = [{ bytes: tinyPng('notice'), name: 'notice.png' }]
  await send(staff, addTakedownFile, { params: { takedownId }, form: { files } })
  await world().database.pool.query(
    `insert into domain_observations (company_id, id, threat_id, kind, facts, hash, observed_at, seen_at, is_settled)
     select $1, gen_random_uuid(), threat_id, 'dns', '{"host": "login.example", "a": ["192.0.2.1"]}', 'h', now(), now(), true
     from takedowns where id = $2`,
    [company.id, takedownId],
  )
  pack = await download(staff, takedownId)
})

test('the manifest of a pack lists each file with its hash, kind and time, and is signed', async () => {
  const { id, publicKey } = await signingKey(keyParts())
  const report = await verify(pack, publicKey)
  expect(report).toMatchObject({ isIntact: true, signature: 'valid', keyId: id })
  expect(report.manifest).toMatchObject({
    takedown: { id: takedownId },
    sequence: 1,
    previousManifestSha256: null,
    madeBy: expect.stringMatching(/\S/) as string,
    keyId: id,
  })
  const kinds = Object.fromEntries(report.manifest?.items.map(({ path, kind }) => [path, kind]) ?? [])
  expect(kinds).toMatchObject({
    'case.txt': 'summary',
    'case.json': 'record',
    'case/notice.png': 'file',
    'observations/001-dns.json': 'observation',
  })
  const seen = (await unzip(pack)).get('observations/001-dns.json')?.toString() ?? ''
  expect(JSON.parse(seen)).toMatchObject({ kind: 'dns', facts: { a: ['192.0.2.1'] } })
})

test('each item names the program that made it, and how a page was seen', async () => {
  const user = await newUser('client', await newCompany())
  const id = await newCase(user)
  const { database, files } = world()
  const { rows } = await database.pool.query<{ threat_id: string }>('select threat_id from takedowns where id = $1', [
    id,
  ])
  const { sha256 } = await files.put(Buffer.from('seen'))
  await database.inCompanies([user.company.id], (tx) =>
    insertEvidence(tx, {
      companyId: user.company.id,
      threatId: rows[0]?.threat_id ?? '',
      kind: 'record',
      name: 'page.har',
      type: 'application/json',
      size: 4,
      sha256,
      tool: 'Chromium 1.2',
      vantage: 'phone, DE',
      capturedAt: new Date(),
    }),
  )
  await database.pool.query(
    `insert into domain_observations (company_id, id, threat_id, kind, facts, hash, observed_at, seen_at, is_settled, tool)
     values ($1, gen_random_uuid(), $2, 'dns', '{"host": "login.example", "a": []}', 'h', now(), now(), true, 'Signet 1')`,
    [user.company.id, rows[0]?.threat_id],
  )
  const { manifest } = await verify(await download(user, id))
  const made = Object.fromEntries(manifest?.items.map(({ path, tool, vantage }) => [path, [tool, vantage]]) ?? [])
  expect(made).toMatchObject({
    'evidence/page.har': ['Chromium 1.2', 'phone, DE'],
    'observations/001-dns.json': ['Signet 1', 'server'],
    'case.txt': [expect.stringMatching(/^Signet \d/), null],
  })
})

test('many captures do not displace what people added', async () => {
  const user = await newUser('client', await newCompany())
  const id = await newCase(user)
  const { database, files } = world()
  const { sha256 } = await files.put(Buffer.from('upload'))
  const add = `insert into evidence (company_id, id, threat_id, kind, name, type, size, sha256, captured_at, vantage)
    select t.company_id, gen_random_uuid(), t.threat_id, $2, $3 || n, 'text/html', 6, $4 || repeat('0', 64 - length($4 || n)) || n,
      now() + n * interval '1 minute', $5 from takedowns t, generate_series(1, $6) n where t.id = $1`
  await database.pool.query(add, [id, 'record', 'capture-', 'c', 'desktop', 600])
  await database.pool.query(add, [id, 'upload', 'upload-', 'a', null, 3])
  await database.pool.query(`update evidence set sha256 = $2 where name = 'upload-1' and company_id = $1`, [
    user.company.id,
    sha256,
  ])
  const { manifest, isIntact } = await verify(await download(user, id))
  expect(isIntact).toBe(true)
  expect(manifest?.items.map(({ path }) => path)).toContain('evidence/upload-1')
})

test('downloading an unchanged case again gives the same pack, and a changed one the next of the chain', async () => {
  const user = await newUser('client', await newCompany())
  const [one, other] = [await newCase(user), await newCase(user)]
  const [first, again] = await Promise.all([download(user, one), download(user, one)])
  expect(again.equals(first)).toBe(true)
  expect((await download(user, one)).equals(first)).toBe(true)
  const second = await verify(await download(user, other))
  await send(user, writeOnTakedown, { params: { takedownId: one }, body: { text: 'More is known.' } })
  const third = await verify(await download(user, one))
  const start = await verify(first)
  expect([start, second, third].map(({ manifest }) => manifest?.sequence)).toEqual([1, 2, 3])
  expect(second.manifest?.previousManifestSha256).toBe(start.manifestSha256)
  expect(third.manifest?.previousManifestSha256).toBe(second.manifestSha256)
  const { body } = await send(user, getTakedown, { params: { takedownId: one } })
  expect(body.events.filter(({ action }) => action === 'takedown.packMade')).toHaveLength(2)
  const list = (await send(user, listTakedownPacks, { params: { takedownId: one } })).body
  expect(list).toMatchObject([
    { sequence: 3, manifestSha256: third.manifestSha256, timestampedAt: null },
    { sequence: 1, manifestSha256: start.manifestSha256 },
  ])
  // An earlier pack is still the same, and its link opens no other.
  const href = list[1]?.href ?? ''
  expect((await world().server.inject(href)).rawPayload.equals(first)).toBe(true)
  for (const wrong of [href.replace(`${one}.1`, `${one}.3`), href.replace(`${one}.1`, `${other}.1`)]) {
    expect((await world().server.inject(wrong)).statusCode).toBe(404)
  }
})

test('the chain of a company says nothing about other companies', async () => {
  const user = await newUser('client', await newCompany())
  const { manifest } = await verify(await download(user, await newCase(user)))
  expect(manifest).toMatchObject({ sequence: 1, previousManifestSha256: null })
})

test('a pack is valid for the key that signed it and no other, also when that key was replaced', async () => {
  const before = await signingKey(keyParts())
  const renewed = await renewSigningKey(keyParts())
  expect(await verify(pack, renewed.publicKey)).toMatchObject({ isIntact: false, signature: 'otherKey' })
  expect(await verify(pack, before.publicKey)).toMatchObject({ isIntact: true })
  const { rows } = await world().database.pool.query('select sealed from signing_keys where id = $1', [before.id])
  expect(rows).toEqual([{ sealed: null }])
  expect(await signingKey(keyParts())).toMatchObject({ id: renewed.id })
})

test('a hundred packs are accepted', async () => {
  const user = await newUser('client', await newCompany())
  const id = await newCase(user)
  const href = (await send(user, getTakedown, { params: { takedownId: id } })).body.packHref
  let previous: string | null = null
  for (let count = 1; count <= 100; count += 1) {
    await world().database.pool.query('update takedowns set reference = $2 where id = $1', [id, `case ${count}`])
    const report: PackReport = await verify((await world().server.inject(href)).rawPayload)
    expect(report.isIntact).toBe(true)
    expect(report.manifest).toMatchObject({ sequence: count, previousManifestSha256: previous })
    previous = report.manifestSha256
  }
})

test('a hundred changes of one byte are each named', async () => {
  const entries = await unzip(pack)
  const names = [...entries.keys()]
  for (let count = 0; count < 100; count += 1) {
    const name = names[count % names.length] as string
    const bytes = Buffer.from(entries.get(name) ?? [])
    const at = (count * 7919) % bytes.length
    bytes[at] = (bytes[at] as number) ^ (1 << (count % 8))
    const report = await verify(await zipOf(new Map([...entries, [name, bytes]])))
    expect(report.isIntact, `${name} ${at}`).toBe(false)
    expect(changedIn(report), `${name} ${at}`).toEqual([{ path: name, result: 'changed' }])
  }
})

test('missing and additional files are named', async () => {
  const entries = await unzip(pack)
  entries.delete('case/notice.png')
  entries.set('case/other.png', Buffer.from('other'))
  expect(changedIn(await verify(await zipOf(entries)))).toEqual([
    { path: 'case/notice.png', result: 'missing' },
    { path: 'case/other.png', result: 'unlisted' },
  ])
  entries.delete(packFiles.sums)
  expect(changedIn(await verify(await zipOf(entries)))).toContainEqual({ path: packFiles.sums, result: 'missing' })
})

test('a byte that is changed within the archive is named, or changes no file', async () => {
  for (let at = 0; at < pack.length; at += Math.ceil(pack.length / 300)) {
    const bytes = Buffer.from(pack)
    bytes[at] = (bytes[at] as number) ^ 0x55
    const result = await verify(bytes).catch((error: unknown) => error as Error)
    const isNamedByHost = result instanceof Error ? result.name === 'PackError' : changedIn(result).length > 0
    // The times and checksums in the headers of the archive aren't part of any file.
    if (!isNamedByHost) expect(result).toMatchObject({ isIntact: true })
  }
})

test('the public keys are published for everyone, the current one first, and no private key with them', async () => {
  const renewed = await renewSigningKey(keyParts())
  const answer = await world().server.inject(signingKeysPath)
  expect(answer.statusCode).toBe(200)
  const [current, ...past] = answer.json<PublishedKeys>().keys
  expect(current).toMatchObject({ id: renewed.id, publicKey: pemOf(renewed.publicKey), retiredAt: null })
  expect(past.length).toBeGreaterThan(0)
  for (const { retiredAt } of past) expect(retiredAt).not.toBeNull()
  expect(Object.keys(current ?? {})).toEqual(['id', 'algorithm', 'publicKey', 'createdAt', 'retiredAt'])
})

test('the report of a pack is a PDF for the abuse desk, with the pictures of the case', async () => {
  const report = (await unzip(pack)).get('report.pdf')
  expect(report?.subarray(0, 5).toString()).toBe('%PDF-')
  // The picture is embedded as JPEG, so the uploaded bytes aren't in it.
  expect(report?.includes('/DCTDecode')).toBe(true)
  expect(report?.includes(tinyPng('notice'))).toBe(false)
})
