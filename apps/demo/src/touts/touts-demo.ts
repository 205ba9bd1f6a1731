import type { DemoContext, DemoPart } from '../demo-part.ts'
import { liveThrough } from '../companies/company-year.ts'
import { hasDemoRecords, insertDemoThreats } from '../companies/insert-company.ts'
import { makeTouts } from './make-touts.ts'
import { toutTrades } from './tout-trades.ts'
import { worlds } from '../worlds/index.ts'

/** A year of touts for every invented company that has them, with the decisions of reviewers and the client. */
export const toutsDemo: DemoPart = {
  name: 'touts',
  async load({ program, company, companyId, brandIds, users, random, today }: DemoContext): Promise<void> {
    const world = worlds.find((one) => one.company === company)
    const trade = toutTrades[company.trade]
    if (!world || !trade || !company.modules.touts) return
    const { database, files } = program
    if (await hasDemoRecords(database, companyId, 'tout')) return
    const made = makeTouts(world, trade, random.fork('touts'), today)
    const data = liveThrough(world, random, made, today)
    await insertDemoThreats(database, files, { companyId, brandIds, users, world, data })
  },
}
