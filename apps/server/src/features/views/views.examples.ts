import { randomUUID } from 'node:crypto'
import { addView } from '@signet/contract/threats/views'
import type { Caller, DemoInput, Examples } from '../../../test/every-call/examples.ts'
import { send, theWorld, type TestCompany } from '../../../test/harness.ts'

/** A new view of the caller for each call, because names must be unique. */
async function keptView({ user, company }: Caller): Promise<DemoInput> {
  const body = { ...emptyView, name: `view ${randomUUID()}` }
  const { id, version } = (await send(user, addView, { query: { company: company.key }, body })).body
  return { params: { viewId: id }, body: { isShared: true, version } }
}

/** A shared view, which read-only users may subscribe to. */
async function sharedView({ company }: Caller): Promise<DemoInput> {
  return { params: { viewId: await storeView(company, 'shared') } }
}

async function storeView(company: TestCompany, marker: string, isShared = true): Promise<string> {
  const id = randomUUID()
  await theWorld().database.inCompanies([company.id], (tx) =>
    tx
      .insertInto('saved_views')
      .values({
        company_id: company.id,
        id,
        user_id: randomUUID(),
        user_name: marker,
        list: 'threats',
        name: marker,
        source: 'All',
        filters: JSON.stringify({ q: marker }),
        columns: null,
        is_shared: isShared,
      })
      .execute(),
  )
  return id
}

const emptyView = {
  list: 'threats',
  source: 'All',
  filters: { status: 'open' },
  columns: null,
  isShared: false,
} as const

export const examples: Examples = {
  records: {
    viewId: (company, marker) => storeView(company, marker, false),
  },
  inputs: {
    addView: () => ({ body: { ...emptyView, name: `view ${randomUUID()}` } }),
    changeView: keptView,
    deleteView: keptView,
    subscribeToView: sharedView,
    unsubscribeFromView: sharedView,
  },
  async rows(tx, { company, marker, base }) {
    const subscribed = { company_id: company.id, view_id: await storeView(company, marker), user_id: randomUUID() }
    await tx.insertInto('view_subscriptions').values(subscribed).execute()
    await tx
      .insertInto('view_hits')
      .values({ ...subscribed, threat_id: base.threat_id })
      .execute()
  },
}
