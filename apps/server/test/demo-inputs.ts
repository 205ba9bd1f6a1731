import { addCase } from './case-records.ts'
import { randomUUID } from 'node:crypto'
import { mergeThreat, mergeTout } from '@signet/contract/review/qa-merge'
import { openForReview } from '@signet/contract/review/qa-work'
import { expect } from 'vitest'
import { messageInputs } from './demo-inputs-messages.ts'
import { addExport } from '@signet/contract/reports/exports'
import { addReportSchedule } from '@signet/contract/reports/report-schedules'
import { addAttempt } from '@signet/contract/takedowns/takedown-work'
import { addView } from '@signet/contract/threats/views'
import { codeOf } from './authenticator.ts'
import { confirmed, inputsOfPeople } from './demo-inputs-people.ts'
import type { Caller, DemoInput, Inputs } from './demo-input.ts'
import { newUser, send, theWorld, type TestForm } from './harness.ts'

interface Picked {
  id: string
  version: number
  source: string
}

const used = new Set<string>()

/** A record of the company that no other call has used, selected by a condition in SQL. */
export async function pick(caller: Caller, table: string, where = 'true', columns = 'id, version'): Promise<Picked> {
  const row = await look(caller, table, where, columns)
  used.add(row.id)
  return row
}

/** A record of the company for reading, selected by a condition in SQL. */
async function look(caller: Caller, table: string, where = 'true', columns = 'id, version'): Promise<Picked> {
  const { rows } = await theWorld().database.pool.query<Picked>(
    `select ${columns} from ${table} where company_id = $1 and (${where}) and not (id = any($2::uuid[])) order by id limit 1`,
    [caller.company.id, [...used]],
  )
  const [row] = rows
  return row ?? expect.fail(`the demo has no ${table} of ${caller.company.key} where ${where}`)
}

const threat = (caller: Caller, where: string, kind: 'threat' | 'tout' = 'threat') =>
  pick(caller, 'threats', `kind = '${kind}' and ${where}`, 'id, version, source')

/** A published record with its path parameters. */
async function published(caller: Caller, kind: 'threat' | 'tout' = 'threat', where = `status = 'open'`) {
  const { id, version, source } = await threat(caller, `stage = 'published' and ${where}`, kind)
  return { id, version, params: { source, [kind === 'threat' ? 'threatId' : 'toutId']: id } }
}

/** A decision of a reviewer on a record in a stage. */
const reviewed =
  (kind: 'threat' | 'tout', where: string, more: object = {}) =>
  async (caller: Caller) => {
    const { id, version } = await threat(caller, where, kind)
    return { params: { [kind === 'threat' ? 'threatId' : 'toutId']: id }, body: { version, ...more } }
  }

/** Two waiting records, one to be merged into the other. */
const merging = (kind: 'threat' | 'tout') => async (caller: Caller) => {
  const into = await threat(caller, `stage = 'queued'`, kind)
  const { id, version } = await threat(caller, `stage = 'queued'`, kind)
  return { params: { [kind === 'threat' ? 'threatId' : 'toutId']: id }, body: { into: into.id, version } }
}
/** A new view of the caller for each call, because names must be unique. */
async function keptView({ user, company }: Caller): Promise<DemoInput> {
  const body = { ...emptyView, name: `view ${randomUUID()}` }
  const { id, version } = (await send(user, addView, { query: { company: company.key }, body })).body
  return { params: { viewId: id }, body: { isShared: true, version } }
}
const emptyView = {
  list: 'threats',
  source: 'All',
  filters: { status: 'open' },
  columns: null,
  isShared: false,
} as const
const picture = (caller: Caller): TestForm => ({ fields: { company: caller.company.key } })

async function withTakedown(caller: Caller, where: string, more: object): Promise<DemoInput> {
  const { id, version } = await pick(caller, 'takedowns', where)
  return { params: { takedownId: id }, body: { version, ...more } }
}

/** A notice that is a dry run. */
async function dryRun(caller: Caller): Promise<{ takedownId: string; attemptId: string }> {
  await theWorld().database.pool.query(`delete from notice_channels where channel = 'hosting'`)
  const { id: takedownId } = await look(caller, 'takedowns', `status = 'submitted'`)
  const notice = { recipient: 'abuse@host.example', subject: 'Report', text: 'Please remove it.' }
  const { body } = await send(await newUser('subAdmin', caller.company), addAttempt, {
    params: { takedownId },
    query: { company: caller.company.key },
    body: { way: 'email', channel: 'hosting', ...notice },
  })
  return { takedownId, attemptId: body.attempts.at(-1)?.id as string }
}

/** A requested export of the caller. */
async function exported({ user, company }: Caller): Promise<DemoInput> {
  const body = { company: company.key, kind: 'threats', format: 'csv', filters: {} }
  return { params: { exportId: (await send(user, addExport, { body })).body.id } }
}

const observed = 'exists (select from domain_observations o where o.threat_id = threats.id)'
const remark = { kind: 'custom', text: 'Seen again this morning' }

/** Valid input of every call that needs more than a company, on the data of the demo. */
export const demoInputs: Inputs = {
  ...messageInputs,
  ...inputsOfPeople,
  getCompanyPage: () => ({ query: { pageRoute: 'pages/contacts' } }),
  listThreats: () => ({ params: { source: 'Domain' } }),
  getThreat: async (caller) => ({ params: (await published(caller)).params }),
  getObservations: async (caller) => {
    const { id, source } = await look(caller, 'threats', `stage = 'published' and ${observed}`, 'id, version, source')
    return { params: { source, threatId: id } }
  },
  listCaptures: async (caller) => {
    const { id, params } = await published(caller, 'threat', `source = 'Domain'`)
    await theWorld().database.pool.query(
      `insert into captures (company_id, id, threat_id, address, requested_by) values ($1, $2, $3, 'http://a.example/', 'x')`,
      [caller.company.id, randomUUID(), id],
    )
    return { params }
  },
  captureThreat: async (caller) => {
    const { id, params } = await published(caller, 'threat', `source = 'Domain'`)
    // The names of the demo aren't captured.
    await theWorld().database.pool.query('update threats set is_demo = false where id = $1', [id])
    return { params }
  },
  getObservationsForReview: async (caller) => ({
    params: { threatId: (await look(caller, 'threats', observed)).id },
  }),
  getCampaign: async (caller) => ({
    params: {
      threatId: (await look(caller, 'threats', 'exists (select from threat_traits t where t.threat_id = threats.id)'))
        .id,
    },
  }),
  listRemarks: async (caller) => ({
    params: (await published(caller, 'threat', 'exists (select from remarks r where r.threat_id = threats.id)')).params,
  }),
  addRemark: async (caller) => ({ params: (await published(caller)).params, body: remark }),
  decideThreat: async (caller) => {
    const { params, version } = await published(caller)
    return { params, body: { action: 'takedown', remark, version } }
  },
  decideThreats: async (caller) => ({
    body: {
      company: caller.company.key,
      selection: { ids: [(await published(caller)).id, (await published(caller)).id] },
      action: 'whitelist',
    },
  }),
  addBookmark: async (caller) => ({ params: (await published(caller)).params }),
  removeBookmark: async (caller) => ({ params: (await published(caller)).params }),
  addEvidence: async (caller) => ({ params: (await published(caller)).params, form: picture(caller) }),

  listTouts: () => ({ params: { source: 'Telegram' } }),
  getTout: async (caller) => ({ params: (await published(caller, 'tout')).params }),
  listToutRemarks: async (caller) => ({
    params: (await published(caller, 'tout', 'exists (select from remarks r where r.threat_id = threats.id)')).params,
  }),
  addToutRemark: async (caller) => ({ params: (await published(caller, 'tout')).params, body: remark }),
  decideTout: async (caller) => {
    const { params, version } = await published(caller, 'tout')
    return { params, body: { action: 'falsePositive', version } }
  },
  addToutBookmark: async (caller) => ({ params: (await published(caller, 'tout')).params }),
  removeToutBookmark: async (caller) => ({ params: (await published(caller, 'tout')).params }),

  getQueued: reviewed('threat', `stage = 'queued'`),
  publishThreat: reviewed('threat', `stage = 'queued'`),
  watchThreat: reviewed('threat', `stage = 'queued'`, { reason: 'Look again' }),
  unwatchThreat: reviewed('threat', `stage = 'watchlist'`),
  requestDeletion: reviewed('threat', `stage = 'queued'`, { reason: 'A namesake' }),
  restoreThreat: reviewed('threat', `stage = 'deleted'`),
  approveDeletion: reviewed('threat', `stage = 'deletionPending'`),
  refuseDeletion: reviewed('threat', `stage = 'deletionPending'`),
  correctThreat: reviewed('threat', `stage = 'queued'`, { severity: 'Low' }),
  reviewThreats: async (caller) => ({
    body: { kind: 'threat', ids: [(await threat(caller, `stage = 'queued'`)).id], action: 'publish' },
  }),
  recheckWatched: async (caller) => ({
    body: { kind: 'threat', ids: [(await look(caller, 'threats', `stage = 'watchlist'`)).id], everyDays: 7 },
  }),
  getQueuedTout: reviewed('tout', `stage = 'queued'`),
  publishTout: reviewed('tout', `stage = 'queued'`),
  watchTout: reviewed('tout', `stage = 'queued'`, { reason: 'Look again' }),
  unwatchTout: reviewed('tout', `stage = 'watchlist'`),
  requestToutDeletion: reviewed('tout', `stage = 'queued'`, { reason: 'A namesake' }),
  restoreTout: reviewed('tout', `stage = 'deleted'`),
  approveToutDeletion: reviewed('tout', `stage = 'deletionPending'`),
  refuseToutDeletion: reviewed('tout', `stage = 'deletionPending'`),
  correctTout: reviewed('tout', `stage = 'queued'`, { severity: 'Low' }),

  requestTakedown: async (caller) => ({
    body: { company: caller.company.key, threatId: (await published(caller)).id, note: 'Please be quick' },
  }),
  getTakedown: async (caller) => ({ params: { takedownId: (await look(caller, 'takedowns')).id } }),
  moveTakedown: (caller) => withTakedown(caller, `status = 'submitted'`, { status: 'acknowledged', note: 'By phone' }),
  reopenTakedown: (caller) => withTakedown(caller, `status = 'resolved'`, { reason: 'It is back' }),
  authoriseTakedown: (caller) => withTakedown(caller, `status = 'awaiting_authorisation'`, {}),
  addReportSchedule: ({ company }) => ({
    body: { company: company.key, rhythm: 'weekly', sections: ['threats'], format: 'csv' },
  }),
  // Schedules and sign-ins belong to the user, who is new.
  listReportSchedules: async ({ user, company }) => {
    const body = { company: company.key, rhythm: 'monthly', sections: ['threats'], format: 'pdf' } as const
    await send(user, addReportSchedule, { body })
    return {}
  },
  listOwnSignIns: async ({ user }) => {
    await theWorld().database.pool.query(
      `insert into sign_ins (email, user_id, result) select email, id, 'ok' from users where id = $1`,
      [user.id],
    )
    return {}
  },
  deleteReportSchedule: async ({ user, company }) => {
    const body = { company: company.key, rhythm: 'monthly', sections: ['takedowns' as const], format: 'csv' } as const
    return { params: { scheduleId: (await send(user, addReportSchedule, { body })).body.id } }
  },
  writeOnTakedown: async (caller) => ({
    params: { takedownId: (await look(caller, 'takedowns')).id },
    body: { text: 'How does it stand?' },
  }),
  addAttempt: async (caller) => ({
    params: { takedownId: (await look(caller, 'takedowns', `status = 'submitted'`)).id },
    body: { way: 'form', channel: 'registrar', recipient: 'The abuse desk' },
  }),
  getNotice: async (caller) => ({ params: await dryRun(caller) }),
  sendAttempt: async (caller) => {
    const params = await dryRun(caller)
    await theWorld().database.pool.query(
      `insert into notice_channels (channel, is_on, changed_by_name) values ('hosting', true, 'x')
       on conflict (channel) do update set is_on = true`,
    )
    return { params }
  },
  draftNotice: async (caller) => ({
    params: { takedownId: (await look(caller, 'takedowns')).id },
    query: { channel: 'registrar' },
  }),
  putNoticeChannel: () => ({ params: { channel: 'registrar' }, body: { isOn: true } }),
  changeAttempt: async (caller) => {
    const attempt = await look(caller, 'takedown_attempts', 'true', 'id, 1 as version')
    const { id } = await look(
      caller,
      'takedowns',
      `id = (select takedown_id from takedown_attempts where id = '${attempt.id}')`,
    )
    return {
      params: { takedownId: id, attemptId: attempt.id },
      body: { status: 'acknowledged', answer: 'We look into it' },
    }
  },
  writeOnAnalysis: async (caller) => ({
    params: { analysisId: (await look(caller, 'deeper_analyses')).id },
    body: { text: 'Who is behind it?' },
  }),
  addTakedownFile: async (caller) => ({
    params: { takedownId: (await look(caller, 'takedowns')).id },
    form: picture(caller),
  }),
  getDeeperAnalysis: async (caller) => ({ params: { analysisId: (await look(caller, 'deeper_analyses')).id } }),
  moveDeeperAnalysis: async (caller) => {
    // Decisions of earlier calls may have ended those of the demo.
    const { id, version } = await pick(caller, 'deeper_analyses', `status = 'requested'`).catch(async () => ({
      id: await addCase(caller.company, 'deeper_analyses', 'another'),
      version: 1,
    }))
    return { params: { analysisId: id }, body: { version, status: 'inProgress' } }
  },
  addAnalysisFile: async (caller) => ({
    params: { analysisId: (await look(caller, 'deeper_analyses')).id },
    form: picture(caller),
  }),

  addThreat: ({ company, role }) => ({
    body: {
      company: company.key,
      source: 'Domain',
      threatType: 'Look-alike domain',
      severity: 'High',
      fields: { domain_name: `by-hand-${role.toLowerCase()}.example` },
    },
  }),
  addThreats: ({ company, role }) => ({
    body: {
      company: company.key,
      source: 'Domain',
      rows: [
        {
          threatType: 'Look-alike domain',
          severity: 'High',
          fields: { domain_name: `one-of-many-${role.toLowerCase()}.example` },
        },
      ],
    },
  }),
  patchThreat: async (caller) => {
    const { params, version } = await published(caller)
    return { params, body: { severity: 'Low', version } }
  },
  patchTout: async (caller) => {
    const { params, version } = await published(caller, 'tout')
    return { params, body: { severity: 'Low', version } }
  },
  addToutEvidence: async (caller) => ({ params: (await published(caller, 'tout')).params, form: picture(caller) }),
  getUserActivityWithEmail: () => ({ query: { userEmail: 'qa@demo.example', dateRange: '2026-01-01,2026-11-21' } }),
  getSourceDistribution: () => ({ query: { userEmail: 'qa@demo.example', dateRange: '2026-01-01,2026-11-21' } }),
  listExports: async (caller) => {
    await exported(caller)
    return {}
  },
  getExport: exported,
  addAllowEntry: ({ role }) => ({
    body: { kind: 'host', value: `${role.toLowerCase()}.partner.example`, reason: 'A reseller', until: '2099-12-31' },
  }),
  changeContactRule: async ({ role }) => {
    const { rows } = await theWorld().database.pool.query<{ id: string }>(
      `insert into abuse_contacts (recipient, email, role, name, origin, seen_at)
       values ($1, $1, 'host', 'A host', 'rdap', now()) returning id`,
      [`abuse-${role.toLowerCase()}@host.example`],
    )
    const body = {
      kind: 'replace',
      replacement: 'desk@host.example',
      reason: 'The old one bounces',
      version: 1,
    } as const
    return { params: { contactId: rows[0]?.id ?? '' }, body }
  },
  listTakedownContacts: async (caller) => ({ params: { takedownId: (await look(caller, 'takedowns')).id } }),
  changeAllowEntry: () => ({ body: { until: null, version: 1 } }),
  addView: () => ({ body: { ...emptyView, name: `view ${randomUUID()}` } }),
  changeView: keptView,
  deleteView: keptView,
  deleteExport: exported,
  openForReview: async (caller) => ({
    body: { kind: 'threat', id: (await threat(caller, `stage = 'queued'`)).id },
  }),
  getQaClaims: async (caller) => {
    const body = { kind: 'threat', id: (await threat(caller, `stage = 'queued'`)).id } as const
    await send(caller.user, openForReview, { body })
    return {}
  },
  mergeThreat: merging('threat'),
  mergeTout: merging('tout'),
  unmergeThreat: async (caller) => {
    const input = await merging('threat')(caller)
    await send(caller.user, mergeThreat, input as never)
    return { params: input.params, body: { version: input.body.version + 1 } }
  },
  unmergeTout: async (caller) => {
    const input = await merging('tout')(caller)
    await send(caller.user, mergeTout, input as never)
    return { params: input.params, body: { version: input.body.version + 1 } }
  },
  matchNames: () => ({ body: { names: ['login-meridian.example', 'unrelated.example'] } }),
  backTestAssets: () => ({ body: { aliases: ['meridian'], official: ['meridian.example'] } }),
  claimThreats: ({ company }) => ({ body: { company: company.key, n: 2 } }),

  publishReport: ({ company }) => ({
    form: {
      fields: { company: company.key, kind: 'monthly', period: '2026-10' },
      files: [{ bytes: Buffer.from('%PDF-1.7\n'), name: 'report.pdf' }],
    },
  }),
  addExport: ({ company }) => ({ body: { company: company.key, kind: 'threats', format: 'csv', filters: {} } }),
  addRequest: ({ company }) => ({
    form: { fields: { company: company.key, kind: 'question', subject: 'A question', text: 'Why?' }, files: [] },
  }),
  answerRequest: () => ({ body: { text: 'Because.' } }),
  moveRequest: () => ({ body: { status: 'inProgress', version: 1 } }),
  changeLeak: async (caller) => {
    const { id, version } = await pick(caller, 'leaks', `status = 'open'`)
    return { params: { leakId: id }, body: { status: 'resolved', version } }
  },
  changeLeaks: async (caller) => ({
    body: { ids: [(await pick(caller, 'leaks', `status = 'open'`)).id], status: 'ignored' },
  }),
  exportPeople: () => ({ body: { reason: 'For the board of directors' } }),
  revealLeak: async (caller) => ({
    params: { leakId: (await pick(caller, 'leaks', 'secret is not null')).id },
    body: { totp: codeOf(await confirmed(caller)) },
  }),
}
