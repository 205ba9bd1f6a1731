import type { RouteName } from '@signet/contract'
import { addKey } from './api-key.ts'
import { newThreat, type TestCompany } from './harness.ts'
import { addPasskeyOf } from './passkey.ts'

/**
 * Makes a record of the company for a path parameter, e.g. `leakId`, whose text carries the marker. A parameter without a maker
 * gets the id of a threat.
 */
export const recordMakers: Record<string, (company: TestCompany, marker: string) => Promise<string>> = {
  toutId: async (company, marker) => (await newThreat(company, { kind: 'tout', name: `tickets-${marker}.example` })).id,
  passkeyId: addPasskeyOf,
  apiKeyId: (company, marker) => addKey(company, { name: marker }).then(({ id }) => id),
}

/** A body that passes validation, for every route whose body needs more than a version. */
export const validBodies: Partial<Record<RouteName, object>> = {
  triageThreat: { action: 'whitelist', version: 1 },
  requestDeletion: { remark: { kind: 'Irrelevant' }, version: 1 },
  addRemark: { kind: 'Irrelevant' },
  reopenTakedown: { reason: 'it is back', version: 1 },
  moveTakedown: { status: 'authorised', version: 1 },
  moveDeeperAnalysis: { status: 'inProgress', version: 1 },
  addApiKey: { name: 'Reader', scopes: ['read'] },
  markNotificationsRead: { all: true },
  confirmTotp: { code: '000000' },
  removeTotp: { password: 'not the password', code: '000000' },
  addPasskey: {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
    clientExtensionResults: {},
  },
  correctThreat: { severity: 'Low', version: 1 },
  triageTout: { action: 'whitelist', version: 1 },
  requestToutDeletion: { remark: { kind: 'Irrelevant' }, version: 1 },
  addToutRemark: { kind: 'Irrelevant' },
  correctTout: { severity: 'Low', version: 1 },
}

/** A file that a call takes, when it does not take a picture. */
export const validFiles: Partial<Record<RouteName, Uint8Array>> = {}
