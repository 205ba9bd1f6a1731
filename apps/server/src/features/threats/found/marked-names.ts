import { markUp, type MarkUpBrand } from '@signet/detection'
import type { MarkedName } from '@signet/contract/threats/marked-name'
import { isNamedByHost, fieldOf } from '@signet/contract/threats/sources'
import type { Tx } from '../../../db/database.ts'
import { brandsWithIds } from '../record/threat-detail.queries.ts'
import type { ListedRow } from '../threats.queries.ts'

/*
 * Comparing a name with a brand takes a fifth of a millisecond, too much for a hundred rows each time a list is read. The result depends
 * only on the name and the forms of the brand, so it is cached.
 */
const keptMax = 10_000
const kept = new Map<string, MarkedName | null>()

type Named = Pick<ListedRow, 'source' | 'fields' | 'title'>

/** The marked parts of a record's name compared with the brand it imitates; null if its name is not a host or has nothing to mark. */
export function markedNameOf({ source, fields, title }: Named, brand: MarkUpBrand): MarkedName | null {
  if (!isNamedByHost(source)) return null
  const name = fieldOf(fields, 'domain_name') ?? fieldOf(fields, 'host') ?? title
  const key = JSON.stringify([name, brand.aliases, brand.official])
  const known = kept.get(key)
  if (known !== undefined) return known
  const marked = markUp(name, brand)
  if (kept.size >= keptMax) kept.clear()
  kept.set(key, marked)
  return marked
}

/** Marks the names of a page of records; the brands they imitate are read once. */
export async function nameMarks(tx: Tx, companyId: number, rows: readonly ListedRow[]) {
  const ids = new Set(rows.flatMap(({ source, brand_id: id }) => (id !== null && isNamedByHost(source) ? [id] : [])))
  const brands = await brandsWithIds(tx, companyId, [...ids])
  const byId = new Map(brands.map((brand) => [brand.id, brand]))
  return (row: ListedRow): { markedName?: MarkedName } => {
    const brand = row.brand_id === null ? undefined : byId.get(row.brand_id)
    const markedName = brand && markedNameOf(row, brand)
    return markedName ? { markedName } : {}
  }
}
