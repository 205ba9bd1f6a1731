import { expect, test } from 'vitest'
import { materialChangesOf } from './material-changes.ts'

const app = { source: 'APK' as const, severityOfScore: 2, fields: { appName: 'Quayside', signerSha256: 'AA11' } }
const signedBy = (signerSha256: string) => ({ ...app, fields: { ...app.fields, signerSha256 } })

test('a score of a higher severity is material, one of the same or a lower severity is not', () => {
  expect(materialChangesOf(app, { ...app, severityOfScore: 3 })).toEqual([
    { what: 'Severity', before: 'Medium', after: 'High', isMaterial: true },
  ])
  expect(materialChangesOf(app, app)).toEqual([])
  expect(materialChangesOf(app, { ...app, severityOfScore: 1 })).toEqual([])
})

test('an app that someone else signed is material, however the signer is written', () => {
  expect(materialChangesOf(app, signedBy('bb22'))).toEqual([
    { what: 'Signer', before: 'AA11', after: 'bb22', isMaterial: true },
  ])
  expect(materialChangesOf(app, signedBy('aa11'))).toEqual([])
})

test('a signer that is not known before or after, and any other field, is no material change', () => {
  expect(materialChangesOf(signedBy(''), app)).toEqual([])
  expect(materialChangesOf(app, { ...app, fields: { appName: 'Quayside' } })).toEqual([])
  expect(
    materialChangesOf(app, { ...app, fields: { ...app.fields, appName: 'Quayside 2', versionName: '9' } }),
  ).toEqual([])
})
