import type { Brand } from '@signet/contract/companies/brands'
import { required } from '@signet/contract/narrow'
import type { DemoContext, DemoPart } from '../demo-part.ts'
import { drawLogo } from './draw-logo.ts'
import { tintOf } from './draw-tint.ts'
import { idFrom } from '../sources/files-demo.ts'

/** A generated logo for each brand of an invented company. */
export const brandLogosDemo: DemoPart = {
  name: 'brandLogos',
  async load(demo) {
    if (!demo.company.isInvented) return
    await insertBrandPictures(demo, {
      owner: 'brandLogo',
      action: 'settings.brandLogoChanged',
      idOf: (key) => idFrom(`${demo.company.key} logo ${key}`),
      nameOf: (key) => `${key}.svg`,
      draw: ({ id, name }) => drawLogo(name, tintOf(demo.company, id).main),
    })
  },
}

/** How the images of a company's brands are generated and stored. */
interface Pictures {
  owner: 'brandLogo' | 'brandCapture'
  /** The audit action of a change. */
  action: string
  idOf: (key: string) => string
  nameOf: (key: string) => string
  draw: (brand: Brand) => string
}

/** Adds a generated image to each brand, unless there are images already or one has been removed. */
export async function insertBrandPictures(
  { program, company, companyId, brandIds, users, today }: DemoContext,
  { owner, action, idOf, nameOf, draw }: Pictures,
): Promise<void> {
  const { database, files } = program
  const isTouched = await database.inCompanies([companyId], async (tx) => {
    const picture = await tx
      .selectFrom('files')
      .select('id')
      .where('company_id', '=', companyId)
      .where('owner_kind', '=', owner)
      .limit(1)
      .executeTakeFirst()
    // An image that a user removed is not added again.
    const change = await tx
      .selectFrom('audit')
      .select('id')
      .where('company_id', '=', companyId)
      .where('action', '=', action)
      .limit(1)
      .executeTakeFirst()
    return picture !== undefined || change !== undefined
  })
  if (isTouched) return
  const rows = await Promise.all(
    company.brands.map(async (brand) => ({
      company_id: companyId,
      id: idOf(brand.id),
      owner_kind: owner,
      owner_id: required(brandIds.get(brand.id), brand.id),
      name: nameOf(brand.id),
      type: 'image/svg+xml',
      created_by: users.admin.id,
      created_by_name: users.admin.name,
      created_at: today,
      is_demo: true,
      ...(await files.put(Buffer.from(draw(brand)))),
    })),
  )
  await database.inCompanies([companyId], (tx) => tx.insertInto('files').values(rows).execute())
}
