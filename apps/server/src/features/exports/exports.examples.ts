import { randomUUID } from 'node:crypto'
import { addExport } from '@signet/contract/reports/exports'
import { addReportSchedule } from '@signet/contract/reports/report-schedules'
import { send, theWorld, type TestCompany } from '../../../test/harness.ts'
import type { Caller, DemoInput, Examples } from '../../../test/every-call/examples.ts'

/** A requested export of the caller. */
async function exported({ user, company }: Caller): Promise<DemoInput> {
  const body = { company: company.key, kind: 'threats', format: 'csv', filters: {} }
  return { params: { exportId: (await send(user, addExport, { body })).body.id } }
}

/** A finished whose requester and file contain the marker. It belongs to no existing user, so only its company's key finds it. */
export async function exportOf(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  await theWorld().database.pool.query(
    `insert into exports (company_id, id, created_by, created_by_name, kind, format, status, finished_at)
     values ($1, $2, $3, $4, 'threats', 'csv', 'done', now())`,
    [company.id, id, randomUUID(), marker],
  )
  return id
}

/** A scheduled report whose creator contains the marker. It belongs to no existing user, so only its company's key finds it. */
async function scheduleOf(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  await theWorld().database.pool.query(
    `insert into report_schedules (company_id, id, created_by, created_by_name, rhythm, sections, format, next_on)
     values ($1, $2, $3, $4, 'monthly', '{threats}', 'pdf', '2099-01-01')`,
    [company.id, id, randomUUID(), marker],
  )
  return id
}

export const examples: Examples = {
  records: {
    exportId: exportOf,
    scheduleId: scheduleOf,
  },
  inputs: {
    addReportSchedule: ({ company }) => ({
      body: { company: company.key, rhythm: 'weekly', sections: ['threats'], format: 'csv' },
    }),
    // Schedules and sign-ins belong to the user, who is new.
    listReportSchedules: async ({ user, company }) => {
      const body = { company: company.key, rhythm: 'monthly', sections: ['threats'], format: 'pdf' } as const
      await send(user, addReportSchedule, { body })
      return {}
    },
    deleteReportSchedule: async ({ user, company }) => {
      const body = { company: company.key, rhythm: 'monthly', sections: ['takedowns' as const], format: 'csv' } as const
      return { params: { scheduleId: (await send(user, addReportSchedule, { body })).body.id } }
    },
    listExports: async (caller) => {
      await exported(caller)
      return {}
    },
    getExport: exported,
    deleteExport: exported,
    addExport: ({ company }) => ({ body: { company: company.key, kind: 'threats', format: 'csv', filters: {} } }),
  },
}
