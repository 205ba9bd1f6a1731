import type { RouteName } from '@signet/contract'
import { randomUUID } from 'node:crypto'
import { insertEntry } from '../src/features/allow-list/allow-list.queries.ts'
import { addKey } from './api-key.ts'
import { newThreat, newUser, theWorld, type TestCompany } from './harness.ts'
import { addPasskeyOf } from './passkey.ts'
import { aLeak, newLeaks } from './leak-makers.ts'
import { addCase, addExport, addReport, addRequest, addSchedule } from './case-records.ts'

/**
 * Creates a record of the company for a path parameter, e.g. `leakId`, whose text contains the marker. A parameter without a maker gets the
 * id of a threat.
 */
export const recordMakers: Record<string, (company: TestCompany, marker: string) => Promise<string>> = {
  toutId: async (company, marker) => (await newThreat(company, { kind: 'tout', name: `tickets-${marker}.example` })).id,
  brand: async (company, marker) => {
    const key = `brand-${randomUUID()}`
    await theWorld().database.inCompanies([company.id], (tx) =>
      tx
        .insertInto('brands')
        .values({ company_id: company.id, id: randomUUID(), key, name: marker, aliases: [marker], official: [] })
        .execute(),
    )
    return key
  },
  channel: () => Promise.resolve('registrar'),
  userId: async (company) => (await newUser('client', company)).id,
  passkeyId: addPasskeyOf,
  takedownId: (company, marker) => addCase(company, 'takedowns', marker),
  attemptId: async (company, marker) => {
    const [id, takedownId] = [randomUUID(), await addCase(company, 'takedowns', marker)]
    await theWorld().database.inCompanies([company.id], (tx) =>
      tx
        .insertInto('takedown_attempts')
        .values({
          company_id: company.id,
          id,
          takedown_id: takedownId,
          channel: 'registrar',
          way: 'form',
          recipient: marker,
          status: 'sent',
          sent_at: new Date(),
          reference: marker,
          answer: marker,
        })
        .execute(),
    )
    return id
  },
  analysisId: (company, marker) => addCase(company, 'deeper_analyses', marker),
  reportId: addReport,
  requestId: addRequest,
  newsId: async (company, marker) => {
    const id = randomUUID()
    await theWorld().database.inCompanies([company.id], (tx) =>
      tx.insertInto('news').values({ company_id: company.id, id, title: marker, body: marker, by_name: 'x' }).execute(),
    )
    return id
  },
  exportId: addExport,
  scheduleId: addSchedule,
  viewId: async (company, marker) => {
    const id = randomUUID()
    await theWorld().database.inCompanies([company.id], (tx) =>
      tx
        .insertInto('saved_views')
        .values({
          company_id: company.id,
          id,
          user_id: randomUUID(),
          user_name: marker,
          list: 'threats',
          name: marker,
          source: 'All',
          filters: JSON.stringify({ q: marker }),
          columns: null,
        })
        .execute(),
    )
    return id
  },
  entryId: async (company, marker) => {
    const id = randomUUID()
    await theWorld().database.inCompanies([company.id], (tx) =>
      insertEntry(tx, company.id, {
        id,
        kind: 'domain',
        value: `${marker}-${id}.example`,
        reason: marker,
        expiresAt: null,
        by: { userId: randomUUID(), name: marker },
      }),
    )
    return id
  },
  apiKeyId: (company, marker) => addKey(company, { name: marker }).then(({ id }) => id),
  leakId: async (company, marker) => {
    const leak = aLeak({ username: `${marker}@mail.example`, entity: marker })
    return (await newLeaks(theWorld(), company, [leak]))[0] as string
  },
}

/** A body that passes validation, for every route whose body needs more than a version. */
export const validBodies: Partial<Record<RouteName, object>> = {
  decideThreat: { action: 'whitelist', version: 1 },
  requestDeletion: { remark: { kind: 'Irrelevant' }, version: 1 },
  addRemark: { kind: 'Irrelevant' },
  addExport: { kind: 'threats', format: 'csv' },
  addView: { list: 'threats', name: 'Mine', source: 'All', filters: {}, columns: null, isShared: false },
  changeView: { name: 'Mine', version: 1 },
  addAllowEntry: { kind: 'domain', value: 'partner.example', reason: 'a reseller', until: null },
  changeContactRule: { kind: 'ignore', reason: 'Nobody reads it', version: 1 },
  addReportSchedule: { rhythm: 'weekly', sections: ['threats'], format: 'pdf' },
  publishReport: { kind: 'monthly', period: '2026-10' },
  addRequest: { kind: 'question', subject: 'a question', text: 'why?' },
  answerRequest: { text: 'because' },
  moveRequest: { status: 'inProgress', version: 1 },
  authoriseTakedown: { version: 1 },
  writeOnTakedown: { text: 'how does it stand?' },
  writeOnAnalysis: { text: 'who is behind it?' },
  addAttempt: { way: 'form', channel: 'registrar', recipient: 'the abuse desk' },
  putNoticeChannel: { isOn: true },
  changeAttempt: { answer: 'we look into it' },
  reopenTakedown: { reason: 'it is back', version: 1 },
  moveTakedown: { status: 'authorised', version: 1 },
  changeLeaks: { ids: ['00000000-0000-4000-8000-000000000001'], status: 'resolved' },
  exportPeople: { reason: 'for the board of directors' },
  changeLeak: { status: 'resolved', version: 1 },
  revealLeak: { totp: '000000' },
  moveDeeperAnalysis: { status: 'inProgress', version: 1 },
  addApiKey: { name: 'Reader', scopes: ['read'] },
  matchNames: { names: ['login-brand.example'] },
  backTestAssets: { aliases: ['qarrow'], official: ['qarrow.example'] },
  addNews: { title: 'News', body: 'Text' },
  addWhatsNew: { title: 'News', body: 'Text' },
  putAlerts: { rules: [], recipients: [], version: 0 },
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
  putSso: { protocol: null, domains: [], enforced: false, version: 0 },
  correctThreat: { severity: 'Low', version: 1 },
  patchThreat: { severity: 'Low', version: 1 },
  patchTout: { severity: 'Low', version: 1 },
  addBookmark: {},
  addToutBookmark: {},
  claimThreats: { n: 1 },
  addThreats: {
    source: 'Domain',
    rows: [{ threatType: 'Look-alike domain', severity: 'High', fields: { domain_name: 'by-hand.example' } }],
  },
  openForReview: { kind: 'threat', id: randomUUID() },
  recheckWatched: { kind: 'threat', ids: [randomUUID()], everyDays: 7 },
  mergeThreat: { into: randomUUID(), version: 1 },
  mergeTout: { into: randomUUID(), version: 1 },
  decideTout: { action: 'whitelist', version: 1 },
  requestToutDeletion: { remark: { kind: 'Irrelevant' }, version: 1 },
  addToutRemark: { kind: 'Irrelevant' },
  correctTout: { severity: 'Low', version: 1 },
}

/** A file that a call accepts, if it doesn't accept an image. */
export const validFiles: Partial<Record<RouteName, Uint8Array>> = {
  publishReport: Buffer.from('%PDF-1.7\n'),
}
