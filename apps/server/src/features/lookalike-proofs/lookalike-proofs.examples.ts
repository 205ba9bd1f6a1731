import { randomUUID } from 'node:crypto'
import type { Examples } from '../../../test/every-call/examples.ts'

export const examples: Examples = {
  async rows(tx, { base, marker }) {
    const { company_id: companyId } = base
    const { id: captureId } = await tx
      .selectFrom('captures')
      .select('id')
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('lookalike_proofs')
      .values({
        ...base,
        capture_id: captureId,
        visit: 0,
        picture: '0'.repeat(64),
        width: 1,
        height: 1,
        shows_brand: 0,
        verdict: null,
        places: '[]',
        indicators: JSON.stringify([{ name: marker, contribution: 1 }]),
        compared_at: new Date(),
      })
      .execute()
    const { id: brandId } = await tx
      .selectFrom('brands')
      .select('id')
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('official_pages')
      .values({
        company_id: companyId,
        brand_id: brandId,
        host: `${marker}-${randomUUID()}.example`,
        checked_at: new Date(),
        captured_at: null,
      })
      .execute()
  },
}
