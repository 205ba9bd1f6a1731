import { randomUUID } from 'node:crypto'
import type { Examples } from '../../../test/every-call/examples.ts'
import { theWorld, type TestCompany } from '../../../test/harness.ts'

/** A request whose subject, text, message and assignee contain the marker. */
async function addRequest(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  await theWorld().database.pool.query(
    `insert into requests (company_id, id, kind, subject, text, created_by_name, due_at, first_due_at)
     values ($1, $2, 'question', $3, $3, $3, now() + interval '2 days', now() + interval '2 days')`,
    [company.id, id, marker],
  )
  await theWorld().database.pool.query(
    `insert into request_messages (company_id, id, request_id, by_name, is_staff, text) values ($1, $2, $3, $4, true, $4)`,
    [company.id, randomUUID(), id, marker],
  )
  await theWorld().database.pool.query(
    `insert into assignments (company_id, kind, record_id, user_id, user_name, assigned_by_name) values ($1, 'request', $2, $3, $4, $4)`,
    [company.id, id, randomUUID(), marker],
  )
  return id
}

export const examples: Examples = {
  records: {
    requestId: addRequest,
  },
  inputs: {
    addRequest: ({ company }) => ({
      form: { fields: { company: company.key, kind: 'question', subject: 'A question', text: 'Why?' }, files: [] },
    }),
    // The names of a company's threats contain that of the company.
    findKnownThreats: ({ company }) => ({ query: { words: company.key.replace(/-.*/, '') } }),
    answerRequest: () => ({ form: { fields: { text: 'Because.' }, files: [] } }),
    moveRequest: () => ({ body: { status: 'inProgress', version: 1 } }),
    changeRequestDue: () => ({ body: { dueOn: '2030-01-01', reason: 'We wait for the registry', version: 1 } }),
  },
  bodies: {
    changeRequestDue: { dueOn: '2030-01-01', reason: 'We wait for the registry', version: 1 },
  },
  async rows(tx, { company, marker, base }) {
    const requestId = await addRequest(company, marker)
    await tx
      .insertInto('request_threats')
      .values({ ...base, request_id: requestId })
      .execute()
  },
}
