import type * as contract from '@signet/contract/collection/ct-logs'
import type { Handler, IdentityHandler } from '../../app/handler.ts'
import { isFollowed, toReading } from './ct-log-reading.ts'
import { brandCount, ctLogRows, isDemoCompany } from './ct-logs.queries.ts'

export const listCtLogs: Handler<typeof contract.listCtLogs> = async ({ tx }) => {
  const rows = await ctLogRows(tx)
  return { isOn: rows.some((row) => row.is_listed), logs: rows.map(toReading) }
}

export const getCtCoverage: IdentityHandler<typeof contract.getCtCoverage> = {
  withIdentity: async ({ tx, company, identity }) => {
    const followed = (await ctLogRows(tx)).filter(isFollowed)
    // Demo data doesn't cover a real company of the same installation.
    const isInvented = followed.some((row) => row.is_demo)
    const isShown = !isInvented || (await identity((people) => isDemoCompany(people, company.id)))
    const rows = isShown ? followed : []
    const behind = rows.map(toReading).filter(({ isBehind }) => isBehind)
    const lags = behind.flatMap(({ lagSeconds }) => lagSeconds ?? [])
    const checked = rows.flatMap(({ checked_at: at }) => at?.getTime() ?? [])
    return {
      isOn: rows.length > 0,
      brands: await brandCount(tx, company.id),
      logs: rows.length,
      behind: behind.length,
      behindSeconds: lags.length > 0 ? Math.max(...lags) : null,
      stopped: rows.filter(({ state }) => state === 'stopped').length,
      checkedAt: checked.length > 0 ? new Date(Math.max(...checked)).toISOString() : null,
    }
  },
}
