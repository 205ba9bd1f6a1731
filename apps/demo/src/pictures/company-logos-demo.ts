import type { DemoPart } from '../demo-part.ts'
import { drawTile } from './draw-logo.ts'
import { tintOf } from './draw-tint.ts'
import { idFrom } from '../sources/files-demo.ts'

/** The generated logo of each invented company, which the portal shows next to its name. */
export const companyLogosDemo: DemoPart = {
  name: 'companyLogos',
  async load({ program: { database, files }, company, companyId, users, today }) {
    if (!company.isInvented) return
    const { logo_file_id: known } = await database.inIdentity((tx) =>
      tx.selectFrom('companies').select('logo_file_id').where('id', '=', companyId).executeTakeFirstOrThrow(),
    )
    // This includes a logo that a user has uploaded.
    if (known !== null) return
    const id = idFrom(`${company.key} company logo`)
    const file = {
      company_id: companyId,
      id,
      owner_kind: 'logo' as const,
      owner_id: null,
      name: `${company.key}.svg`,
      type: 'image/svg+xml',
      created_by: users.admin.id,
      created_by_name: users.admin.name,
      created_at: today,
      is_demo: true,
      ...(await files.put(Buffer.from(drawTile(tintOf(company).main)))),
    }
    await database.inCompanies([companyId], (tx) =>
      tx
        .insertInto('files')
        .values(file)
        // An earlier start may have been interrupted here.
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    await database.inIdentity((tx) =>
      tx.updateTable('companies').set({ logo_file_id: id }).where('id', '=', companyId).execute(),
    )
  },
}
