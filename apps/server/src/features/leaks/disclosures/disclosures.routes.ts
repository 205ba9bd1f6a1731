import type * as contract from '@signet/contract/leaks/disclosures'
import { disclosuresShown } from '@signet/contract/leaks/disclosures'
import type { Handler } from '../../../app/handler.ts'
import { copyNames, maskNames, showNames, shownUntil, toDisclosure } from './disclose-names.ts'
import { listDisclosures } from './disclosures.queries.ts'

export const listLeakDisclosures: Handler<typeof contract.listLeakDisclosures> = async (context) => ({
  shownUntil: (await shownUntil(context))?.toISOString() ?? null,
  items: (await listDisclosures(context.tx, context.company.id, disclosuresShown)).map(toDisclosure),
})

/** @throws AppError `DISCLOSURE_LIMIT` */
export const showLeakNames: Handler<typeof contract.showLeakNames> = async (context, { body }) => ({
  shownUntil: (await showNames(context, body.reason)).toISOString(),
})

export const maskLeakNames: Handler<typeof contract.maskLeakNames> = async (context) => {
  await maskNames(context)
  return { shownUntil: null }
}

/** @throws AppError `DISCLOSURE_LIMIT` */
export const copyLeakNames: Handler<typeof contract.copyLeakNames> = async (context, { body }) => ({
  names: await copyNames(context, body.ids, body.reason),
})
