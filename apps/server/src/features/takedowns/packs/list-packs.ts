import type * as contract from '@signet/contract/takedowns/pack-list'
import type { Handler } from '../../../app/handler.ts'
import { AppError } from '../../../errors.ts'
import { findTakedown } from '../../cases/takedowns.queries.ts'
import { packsOf } from './packs.queries.ts'
import { packIdOf } from './takedown-pack.ts'

/** @throws AppError `NOT_FOUND` if the takedown is outside the company */
export const listTakedownPacks: Handler<typeof contract.listTakedownPacks> = async (context, { params }) => {
  const { tx, company, fileHref } = context
  const row = await findTakedown(tx, company.id, params.takedownId)
  if (!row) throw new AppError('NOT_FOUND', { what: 'takedown' })
  return (await packsOf(tx, company.id, row.id)).map((pack) => ({
    sequence: pack.sequence,
    madeAt: pack.made_at.toISOString(),
    madeBy: pack.made_by_name,
    manifestSha256: pack.manifest_hash,
    timestampedAt: pack.timestamped_at?.toISOString() ?? null,
    href: fileHref(packIdOf(row.id, pack.sequence)),
  }))
}
