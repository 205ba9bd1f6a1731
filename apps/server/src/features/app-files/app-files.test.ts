import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { getQueued } from '@signet/contract/review/qa'
import { addThreats } from '@signet/contract/threats/add-threats'
import { addAppFile, getAppFile } from '@signet/contract/threats/app-files'
import { makeBundle, makeIpa } from '@signet/readers/test/make-apps'
import { makeSigner } from '@signet/readers/test/make-signed'
import { newCompany, newUser, send, useWorld } from '../../../test/harness.ts'
import { runReadAppFile } from './read-app-file.job.ts'

const world = useWorld()
const samples = path.resolve(import.meta.dirname, '../../../../../packages/readers/test/apk')
const sample = (name: string) => readFile(path.join(samples, name))
const genuine = {
  name: 'northwind-official.apk',
  packageName: 'com.northwindbank.mobile',
  label: 'Northwind Bank',
}
const fake = 'northwind-fake-same-icon.apk'

/** A company with a registered app, and a reviewer who uploads files. */
async function createFixture(signerSha256: string[] = []) {
  const company = await newCompany()
  const query = { company: company.key }
  const reviewer = await newUser('qa', company)
  const superAdmin = await newUser('superAdmin', company)
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const apps = [{ name: genuine.label, packageName: genuine.packageName, signerSha256 }]
  expect((await send(superAdmin, putAssets, { query, body: { ...assets, apps } })).status).toBe(200)
  const parts = { database: world().database, files: world().files }
  const read = async (bytes: Buffer, name = 'app.apk') => {
    const { status, body } = await send(reviewer, addAppFile, { form: { fields: query, files: [{ bytes, name }] } })
    expect(status).toBe(202)
    expect(body).toMatchObject({ state: 'reading', name, fields: {}, indicators: [] })
    await runReadAppFile(parts, { companyId: company.id, appFileId: body.id }, { attempt: 1 })
    return (await send(reviewer, getAppFile, { query, params: { appFileId: body.id } })).body
  }
  const add = async (appFile: string, fields: object, more: object = {}) => {
    const row = { threatType: 'Fake app', severity: 'High', fields, appFile }
    const body = { ...query, source: 'APK', rows: [row], ...more }
    return send(reviewer, addThreats, { query, body })
  }
  return { company, query, reviewer, superAdmin, read, add }
}

test('a fake of a registered app is read, and becomes a threat with its facts, reasons and the file as evidence', async () => {
  const { query, reviewer, read, add } = await createFixture(['ab'.repeat(32)])
  const file = await read(await sample(fake), 'Northwind update.apk')
  expect(file).toMatchObject({
    state: 'read',
    problem: null,
    isOwn: false,
    fields: {
      appName: genuine.label,
      signerSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      sha256: file.sha256,
      permissions: expect.stringContaining('SMS'),
    },
  })
  const names = file.indicators.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Label of an official app', 'Different signer', 'Risky permissions']))
  expect(file.indicators.every(({ description }) => description)).toBe(true)

  const { body: results } = await add(file.id, file.fields)
  expect(results).toEqual([{ state: 'added', id: expect.any(String) }])
  const threatId = results[0]?.id ?? ''
  const { body: threat } = await send(reviewer, getQueued, { query, params: { threatId } })
  expect(threat).toMatchObject({ source: 'APK', title: genuine.label, severity: 'High' })
  expect(threat.indicators.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  expect(threat.evidence).toMatchObject([
    {
      kind: 'upload',
      name: 'Northwind update.apk',
      sha256: file.sha256,
      type: 'application/vnd.android.package-archive',
    },
  ])
  expect((await add(file.id, file.fields)).body).toEqual([{ state: 'known', id: threatId }])

  const download = await world().server.inject(threat.evidence[0]?.href ?? '')
  expect(download.headers['content-disposition']).toMatch(/^attachment;/)
})

test('an app of a registered signer is the company’s own, and only added on request', async () => {
  const unknown = await createFixture()
  const { fields } = await unknown.read(await sample(genuine.name))
  const { read, add } = await createFixture([fields['signerSha256'] ?? ''])
  const file = await read(await sample(genuine.name))
  expect(file).toMatchObject({ state: 'read', isOwn: true, indicators: [] })
  const refused = (await add(file.id, file.fields)).body
  expect(refused).toMatchObject([
    { state: 'own', problem: { reason: 'OWN_ASSET', parameters: { kind: 'app', value: genuine.packageName } } },
  ])
  expect((await add(file.id, file.fields, { isAddedAnyway: true })).body).toMatchObject([{ state: 'added' }])
  // Now its icon is known.
  expect((await read(await sample(fake))).indicators.map(({ name }) => name)).toContain('Icon of an official app')
})

test.each(['aab', 'ipa'] as const)('an app as %s is judged by its signer, bundle id and label', async (kind) => {
  const signer = makeSigner('iPhone Distribution: Northwind Bank', 'NWB1234567')
  const make = kind === 'aab' ? makeBundle : makeIpa
  const { read } = await createFixture([createHash('sha256').update(signer.certificate).digest('hex')])
  expect(await read(make({ signer }), `northwind.${kind}`)).toMatchObject({
    state: 'read',
    name: `northwind.${kind}`,
    isOwn: true,
    indicators: [],
  })
  const file = await read(make({ packageName: 'com.northwind-bank.mobile' }), `fake.${kind}`)
  expect(file).toMatchObject({
    state: 'read',
    isOwn: false,
    fields: {
      appName: genuine.label,
      packageName: 'com.northwind-bank.mobile',
      versionName: '4.2',
      hosts: 'api.northwind.example',
    },
  })
  // Apple didn't issue the certificate.
  expect(file.fields).not.toHaveProperty('teamId')
  const names = file.indicators.map(({ name }) => name)
  // Both have the icon of the company's own app, which was read before.
  for (const name of ['Label of an official app', 'Different signer', 'Icon of an official app'])
    expect(names).toContain(name)
})

test('an app for iOS of a registered team is the company’s own, whatever its certificate', async () => {
  const { query, reviewer } = await createFixture(['NWB1234567'])
  const add = (teamId: string, more: object = {}) => {
    const fields = { appName: genuine.label, packageName: 'com.northwind.ios', signerSha256: 'cd'.repeat(32), teamId }
    const rows = [{ threatType: 'Fake app', severity: 'High', fields }]
    return send(reviewer, addThreats, { query, body: { ...query, source: 'APK', rows, ...more } })
  }
  const problem = { reason: 'OWN_ASSET', parameters: { kind: 'app', value: genuine.packageName } }
  expect((await add('NWB1234567')).body).toMatchObject([{ state: 'own', problem }])
  expect((await add('NWB1234567', { isAddedAnyway: true })).body).toMatchObject([{ state: 'added' }])
  expect((await add('ZZZ1234567')).body).toMatchObject([{ state: expect.stringMatching(/added|known/) }])
})

test('an app in several parts is read by its base', async () => {
  const { read } = await createFixture()
  const file = await read(await sample('app.xapk'), 'app.xapk')
  expect(file).toMatchObject({ state: 'read', name: 'app.xapk', fields: { packageName: expect.any(String) } })
  expect(file.fields['sha256']).not.toBe(file.sha256)
})

test('a file that is no app, or a damaged one, says why it could not be read, and no threat can name it', async () => {
  const { read, add } = await createFixture()
  const bytes = await sample(fake)
  const damaged = await read(bytes.subarray(0, bytes.length / 2))
  expect(damaged).toMatchObject({
    state: 'unreadable',
    problem: { reason: 'APP_FILE_UNREADABLE', parameters: { reason: 'damaged' } },
  })
  const emptyZip = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')
  const noApp = await read(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), emptyZip]), 'folder.zip')
  expect(noApp.state).toBe('unreadable')
  expect(await add(damaged.id, { appName: 'Northwind' })).toMatchObject({
    status: 409,
    body: { reason: 'APP_FILE_NOT_READ' },
  })
})

test('only archives are accepted, and files of another company are not found', async () => {
  const { query, reviewer, read, add } = await createFixture()
  const files = [{ bytes: Buffer.from('%PDF-1.7'), name: 'app.apk' }]
  expect((await send(reviewer, addAppFile, { form: { fields: query, files } })).status).toBe(415)
  const other = await createFixture()
  const { id } = await other.read(await sample(fake))
  expect((await send(reviewer, getAppFile, { query, params: { appFileId: id } })).status).toBe(404)
  expect((await add(id, { appName: 'Northwind' })).status).toBe(404)
  expect((await read(await sample(fake))).state).toBe('read')
})
