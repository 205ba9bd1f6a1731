import type { DemoContext, DemoPart } from '../demo-part.ts'

/** Number of the latest analyses that have files; files of older ones count as deleted. */
const withFiles = 25

/** The files of the latest completed analyses. */
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
    await program.database.inCompanies([companyId], (tx) => tx.insertInto('files').values(files).execute())
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
      const text = `Found with the same phishing kit, ${company.name}\n\n${names.map((name) => `${name}  203.0.113.${own.int(1, 250)}`).join('\n')}\n`
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
