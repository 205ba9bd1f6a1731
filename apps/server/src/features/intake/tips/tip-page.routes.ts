import type * as contract from '@signet/contract/collection/tips'
import type { TipPage } from '@signet/contract/collection/tips'
import type { Context } from '../../../app/context.ts'
import type { Handler } from '../../../app/handler.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { companyTarget } from '../../companies/company-target.ts'
import { findTipPage, putTipPageRow, tipCounts } from './tip-page.queries.ts'

async function pageOf({ tx, company }: Pick<Context, 'tx' | 'company'>): Promise<TipPage> {
  const { is_on: isOn, intro, keep_days: keepDays } = await findTipPage(tx, company.id)
  return {
    isOn,
    intro: { en: '', de: '', ...intro },
    keepDays,
    path: `/report/${company.key}`,
    counts: await tipCounts(tx, company.id),
  }
}

export const getTipPage: Handler<typeof contract.getTipPage> = (context) => pageOf(context)

export const putTipPage: Handler<typeof contract.putTipPage> = async (context, { body }) => {
  const { tx, company } = context
  const { isOn, intro, keepDays } = body
  const { counts: _counts, path: _path, ...before } = await pageOf(context)
  await putTipPageRow(tx, company.id, { isOn, intro, keepDays })
  await recordAudit(context, {
    action: 'settings.tipPageChanged',
    targetType: 'company',
    targetId: companyTarget(company.id),
    before,
    after: { isOn, intro, keepDays },
  })
  return pageOf(context)
}
