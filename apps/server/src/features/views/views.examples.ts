import { randomUUID } from 'node:crypto'
import { addView } from '@signet/contract/threats/views'
import type { Caller, DemoInput, Examples } from '../../../test/every-call/examples.ts'
import { send, theWorld } from '../../../test/harness.ts'

/** A new view of the caller for each call, because names must be unique. */
async function keptView({ user, company }: Caller): Promise<DemoInput> {
  const body = { ...emptyView, name: `view ${randomUUID()}` }
  const { id, version } = (await send(user, addView, { query: { company: company.key }, body })).body
  return { params: { viewId: id }, body: { isShared: true, version } }
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
    viewId: async (company, marker) => {
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
          })
          .execute(),
      )
      return id
    },
  },
  inputs: {
    addView: () => ({ body: { ...emptyView, name: `view ${randomUUID()}` } }),
    changeView: keptView,
    deleteView: keptView,
  },
}
