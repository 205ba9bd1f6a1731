import { everySource, type AnySource } from '@signet/contract/threats/sources'
import { dayMs, hourMs } from '@signet/contract/time'
import type { Tx } from '@signet/server/db/database'
import { derivedId } from '@signet/server/derived-id'
import { dayIn, endOfDay } from '@signet/server/features/companies/company-zone'
import { recordChange } from '@signet/server/features/deeper-analyses/list-analyses.queries'
import type { DemoContext, DemoPart } from '../demo-part.ts'

/** Number of the latest analyses that have files; files of older ones count as deleted. */
const withFiles = 25

/** The files of the latest completed analyses, and a word from the team on those that are late. */
export const analysisFilesDemo: DemoPart = {
  name: 'cases',
  async load(demo: DemoContext): Promise<void> {
    const { program, companyId } = demo
    const isLoaded = await program.database.inCompanies([companyId], (tx) =>
      tx
        .selectFrom('files')
        .select('id')
        .where('company_id', '=', companyId)
        .where('owner_kind', '=', 'deeperAnalysis')
        .where('is_demo', '=', true)
        .limit(1)
        .executeTakeFirst(),
    )
    if (isLoaded) return
    const files = await findingsOf(demo)
    if (files.length === 0) return
    await program.database.inCompanies([companyId], async (tx) => {
      await tx.insertInto('files').values(files).execute()
      await explainDelays(tx, demo)
    })
  },
}

/** The findings of the completed analyses. */
async function findingsOf({ program, company, companyId, random, users }: DemoContext) {
  const rows = await program.database.inCompanies([companyId], (tx) =>
    tx
      .selectFrom('deeper_analyses')
      .select(['id', 'updated_at'])
      .where('company_id', '=', companyId)
      .where('is_demo', '=', true)
      .where('status', '=', 'completed')
      .orderBy('updated_at', 'desc')
      .limit(withFiles)
      .execute(),
  )
  return Promise.all(
    rows.map(async ({ id, updated_at: at }) => {
      const own = random.fork(`findings ${id}`)
      const names = Array.from({ length: own.int(3, 7) }, () => `${own.hex(6)}-portal.example`)
      const text = `Names found during the analysis, ${company.name}\n\n${names.map((name) => `${name}  203.0.113.${own.int(1, 250)}`).join('\n')}\n`
      return {
        company_id: companyId,
        id: own.uuid(),
        owner_kind: 'deeperAnalysis' as const,
        owner_id: id,
        name: 'names-and-addresses.txt',
        type: 'text/plain',
        created_by: users.subAdmin.id,
        created_by_name: users.subAdmin.name,
        created_at: at,
        is_demo: true,
        ...(await program.files.put(Buffer.from(text))),
      }
    }),
  )
}

/** A question of the client on every second analysis that is late, and its answer of today, with a new due date. */
async function explainDelays(tx: Tx, { companyId, users, today }: DemoContext): Promise<void> {
  const late = await tx
    .selectFrom('deeper_analyses as d')
    .innerJoin('threats as t', (join) =>
      join.onRef('t.company_id', '=', 'd.company_id').onRef('t.id', '=', 'd.threat_id'),
    )
    .select(['d.company_id', 'd.id', 'd.status', 'd.updated_at', 'd.due_at', 't.source'])
    .where('d.company_id', '=', companyId)
    .where('d.is_demo', '=', true)
    .where('d.status', 'in', ['requested', 'inProgress'])
    .where('d.due_at', '<', today)
    .orderBy('d.requested_at')
    .orderBy('d.id')
    .execute()
  const asked = late.filter((_, at) => at % 2 === 0)
  if (asked.length === 0) return
  const answeredAt = new Date(today.getTime() - 4 * hourMs)
  const dueOn = dayIn(new Date(answeredAt.getTime() + dayMs), 'UTC')
  const promised = new Date(dueOn).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  await tx
    .insertInto('analysis_questions')
    .values(
      asked.map(({ id, source }) => ({
        company_id: companyId,
        id: derivedId(`question on ${id}`, 4),
        analysis_id: id,
        text: 'When can we expect the findings?',
        asked_by_name: users.client.name,
        asked_at: new Date(today.getTime() - 20 * hourMs),
        answer: `We are late: ${awaitedFor(source)} has not answered our questions yet. You get the findings on ${promised}, with or without one.`,
        answered_by_name: users.subAdmin.name,
        answered_at: answeredAt,
        version: 2,
      })),
    )
    .execute()
  await tx
    .updateTable('deeper_analyses')
    .set({ due_at: endOfDay(dueOn, 'UTC') })
    .where('company_id', '=', companyId)
    .where(
      'id',
      'in',
      asked.map(({ id }) => id),
    )
    .execute()
  const { id: userId, name, email, role } = users.subAdmin
  await tx
    .insertInto('audit')
    .values(
      asked.map((analysis) => ({
        company_id: companyId,
        id: derivedId(`due date of ${analysis.id}`, 4),
        at: answeredAt,
        user_id: userId,
        by_name: name,
        by_email: email,
        by_role: role,
        action: 'deeperAnalysis.dueChanged',
        target_type: 'deeperAnalysis',
        target_id: analysis.id,
        before: JSON.stringify({ dueOn: dayIn(analysis.due_at, 'UTC') }),
        after: JSON.stringify({ dueOn, remark: `No answer from ${awaitedFor(analysis.source)} yet` }),
      })),
    )
    .execute()
  for (const analysis of asked) await recordChange(tx, analysis, answeredAt)
}

/** Who has to answer before an analysis of a source goes on. */
function awaitedFor(source: AnySource): string {
  return source === 'Domain' || source === 'URL' ? 'the registrar' : everySource[source].label
}
