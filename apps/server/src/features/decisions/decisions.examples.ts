import { published } from '../../../test/demo-records.ts'
import type { Examples } from '../../../test/every-call/examples.ts'

const remark = { kind: 'custom', text: 'Seen again this morning' }

export const examples: Examples = {
  inputs: {
    decideThreat: async (caller) => {
      const { params, version } = await published(caller)
      return { params, body: { action: 'takedown', remark, version } }
    },
    decideThreats: async (caller) => ({
      body: {
        company: caller.company.key,
        selection: { ids: [(await published(caller)).id, (await published(caller)).id] },
        action: 'whitelist',
      },
    }),
    decideTout: async (caller) => {
      const { params, version } = await published(caller, 'tout')
      return { params, body: { action: 'falsePositive', version } }
    },
    requestTakedown: async (caller) => ({
      body: { company: caller.company.key, threatId: (await published(caller)).id, note: 'Please be quick' },
    }),
  },
}
