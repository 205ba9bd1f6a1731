import { expect, test } from 'vitest'
import { compileWatch } from '../observations/watch.ts'
import { scoreOf } from '../score/score.ts'
import { judgeAppFile, type AppContents } from './judge-app-file.ts'

const signer = 'ab'.repeat(32)
const app = { name: 'Northwind Mobile', packageName: 'com.northwindbank.mobile', signerSha256: [signer] }
const brand = { name: 'Northwind Bank', key: 'northwind', aliases: ['northwindbank'], official: ['northwindbank.test'] }
const watch = compileWatch({
  brands: [{ ...brand, handles: [], phones: [], accounts: [] }],
  domains: [],
  people: [],
  apps: [app],
})
const official = {
  packages: [app.packageName],
  labels: [app.name, brand.name],
  certificateSha256s: [signer],
  iconHashes: ['00ff00ff00ff00ff'],
}
const foreign: AppContents = {
  package: 'org.garden.planner',
  labels: ['Garden Planner'],
  permissions: ['android.permission.INTERNET'],
  certificateSha256s: ['ef'.repeat(32)],
  iconHash: 'ff00aa5500112233',
  hosts: [],
  keys: [],
}
const judge = (facts: Partial<AppContents>, logoAgreement: number | null = null) => {
  const file = { ...foreign, ...facts }
  return judgeAppFile(watch, file, official, { fields: { appName: file.labels[0] ?? '' }, logoAgreement })
}
const namesOf = (facts: Partial<AppContents>) => judge(facts)?.indicators.map(({ name }) => name)

test('a copy of an official app has a reason for each part that gives it away, and they add up to its score', () => {
  const verdict = judge({
    package: app.packageName,
    labels: [app.name],
    iconHash: '00ff00ff00ff00ff',
    permissions: ['android.permission.READ_SMS'],
    hosts: ['api.northwindbank.test', 'collect.example'],
    keys: ['AWS AKIA…'],
  })
  expect(verdict?.indicators).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Package copied from an official app' }),
      expect.objectContaining({ name: 'Label of an official app' }),
      expect.objectContaining({ name: 'Icon of an official app' }),
      expect.objectContaining({ name: 'Different signer', value: 'ef'.repeat(32) }),
      expect.objectContaining({ name: 'Risky permissions', value: 'READ_SMS' }),
      expect.objectContaining({ name: 'Foreign hosts in its code', value: 'collect.example' }),
      expect.objectContaining({ name: 'Keys in its code', value: 'AWS AKIA…' }),
    ]),
  )
  expect(verdict?.score).toBe(scoreOf(verdict?.indicators ?? []))
  expect(new Set(verdict?.indicators.map(({ name }) => name)).size).toBe(verdict?.indicators.length)
})

test('the brand in the name of an app is enough to ask who signed it', () => {
  const names = namesOf({ labels: ['Northwind Bank KYC Update'], certificateSha256s: [] })
  expect(names).toContain('No valid signature')
  expect(judge({ labels: ['Northwind Bank KYC Update'] })).toMatchObject({
    brandId: 'northwind',
    threatType: 'Fake app',
  })
})

test('an icon that looks like a logo of the company adds to the reasons, and is none without others', () => {
  expect(judge({ labels: [app.name] }, 0.96)?.indicators).toContainEqual(
    expect.objectContaining({ name: 'Picture matches a logo', value: '96 %' }),
  )
  expect(judge({}, 0.96)).toBeNull()
})

test('an app of a registered signer is no threat whatever it contains, and an unrelated one neither', () => {
  expect(judge({ labels: [app.name], certificateSha256s: [signer], keys: ['AWS AKIA…'] })).toBeNull()
  expect(judge({ permissions: ['android.permission.READ_SMS'], hosts: ['collect.example'] })).toBeNull()
})
