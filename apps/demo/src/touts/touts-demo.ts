import { applyOutcomes, recordedKey } from '../decisions/recorded-cases.ts'
import type { DemoContext, DemoPart } from '../demo-part.ts'
import { liveThrough } from '../companies/company-year.ts'
import { hasDemoRecords, insertDemoThreats } from '../companies/insert-company.ts'
import { makeTouts } from './make-touts.ts'
import { toutTrades } from './tout-trades.ts'
import { worlds } from '../worlds/index.ts'

/** The touts of a company that has them, with the decisions of reviewers and the client; null for the others. */
export function toutYear({ company, random, today }: Pick<DemoContext, 'company' | 'random' | 'today'>) {
  const world = worlds.find((one) => one.company === company)
  const trade = toutTrades[company.trade]
  if (!world || !trade || !company.modules.touts) return null
  return { world, data: liveThrough(world, random, makeTouts(world, trade, random.fork('touts'), today), today) }
}

/** A year of touts for every invented company that has them, with the decisions of reviewers and the client. */
export const toutsDemo: DemoPart = {
  name: 'touts',
  async load(demo: DemoContext): Promise<void> {
    const { program, company, companyId, brandIds, users, today } = demo
    const { database, files } = program
    if (!company.modules.touts || (await hasDemoRecords(database, companyId, 'tout'))) return
    const year = toutYear(demo)
    if (!year) return
    const cases = demo.recorded(recordedKey(company.key, 'tout'))
    applyOutcomes(year.data.threats, cases)
    await insertDemoThreats(database, files, { companyId, brandIds, users, ...year, recorded: { cases, today } })
  },
}
