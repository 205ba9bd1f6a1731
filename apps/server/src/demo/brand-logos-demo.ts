import type { DemoPart } from './demo-part.ts'
import { drawLogo } from './draw-logo.ts'
import { idFrom } from './files-demo.ts'

/** The logo of each brand of an invented company, drawn by code. */
export const brandLogosDemo: DemoPart = {
  name: 'brandLogos',
  async load({ program, company, companyId, brandIds, users, today }) {
    if (!company.isInvented) return
    const { database, files } = program
    const isTouched = await database.inCompanies([companyId], async (tx) => {
      const logo = await tx
        .selectFrom('files')
        .select('id')
        .where('company_id', '=', companyId)
        .where('owner_kind', '=', 'brandLogo')
        .limit(1)
        .executeTakeFirst()
      // A logo that a person took away stays away.
      const change = await tx
        .selectFrom('audit')
        .select('id')
        .where('company_id', '=', companyId)
        .where('action', '=', 'settings.brandLogoChanged')
        .limit(1)
        .executeTakeFirst()
      return logo !== undefined || change !== undefined
    })
    if (isTouched) return
    const rows = await Promise.all(
      company.brands.map(async ({ id: key, name }, at) => ({
        company_id: companyId,
        id: idFrom(`${company.key} logo ${key}`),
        owner_kind: 'brandLogo' as const,
        owner_id: brandIds.get(key) as string,
        name: `${key}.svg`,
        type: 'image/svg+xml',
        created_by: users.admin.id,
        created_by_name: users.admin.name,
        created_at: today,
        is_demo: true,
        ...(await files.put(Buffer.from(drawLogo(name, at % 2 === 0 ? 'teal' : 'orange')))),
      })),
    )
    await database.inCompanies([companyId], (tx) => tx.insertInto('files').values(rows).execute())
  },
}
