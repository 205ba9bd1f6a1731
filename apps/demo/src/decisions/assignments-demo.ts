import { sql } from 'kysely'
import type { AssignedKind } from '@signet/contract/threats/assignees'
import type { DemoPart, DemoPerson } from '../demo-part.ts'
import { hasDemoRows } from '../has-demo-rows.ts'

/** Which records of an invented company have an assignee: for each kind, how to find some of them and who works on them in turn. */
export const assignmentsDemo: DemoPart = {
  name: 'assignments',
  async load({ program, company, companyId, users }) {
    if (!company.isInvented) return
    const { client, admin, subAdmin } = users
    const wanted: readonly { kind: AssignedKind; people: readonly DemoPerson[]; ids: ReturnType<typeof sql> }[] = [
      {
        kind: 'threat',
        people: [client, client, subAdmin],
        ids: sql`select id from threats where company_id = ${companyId} and kind = 'threat' and stage = 'published'
          and status = 'open' and not auto_filtered and is_demo order by severity desc, first_seen desc, id limit 9`,
      },
      {
        kind: 'takedown',
        people: [subAdmin, admin],
        ids: sql`select id from takedowns where company_id = ${companyId} and is_demo
          and status in ('authorised', 'submitted', 'escalated', 'info_requested') order by requested_at, id limit 6`,
      },
      {
        kind: 'deeperAnalysis',
        people: [subAdmin, admin],
        ids: sql`select id from deeper_analyses where company_id = ${companyId} and is_demo
          and status = 'inProgress' order by requested_at, id`,
      },
      {
        kind: 'request',
        people: [subAdmin],
        ids: sql`select id from requests where company_id = ${companyId} and is_demo and status <> 'open' order by created_at, id`,
      },
    ]
    await program.database.inCompanies([companyId], async (tx) => {
      if (await hasDemoRows(tx, companyId, 'assignments')) return
      for (const { kind, people, ids } of wanted) {
        const { rows } = await sql<{ id: string }>`${ids}`.execute(tx)
        for (const [index, { id }] of rows.entries()) {
          const person = people[index % people.length]
          if (!person) continue
          const by = { assigned_by: person.id, assigned_by_name: person.name }
          const to = { user_id: person.id, user_name: person.name, ...by, is_demo: true }
          await tx
            .insertInto('assignments')
            .values({ company_id: companyId, kind, record_id: id, ...to })
            .execute()
        }
      }
    })
  },
}
