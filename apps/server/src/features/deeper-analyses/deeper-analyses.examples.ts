import { addCase } from '../../../test/case-records.ts'
import { pick, look, picture } from '../../../test/demo-records.ts'
import type { Examples } from '../../../test/examples.ts'

export const examples: Examples = {
  records: {
    analysisId: (company, marker) => addCase(company, 'deeper_analyses', marker),
  },
  inputs: {
    writeOnAnalysis: async (caller) => ({
      params: { analysisId: (await look(caller, 'deeper_analyses')).id },
      body: { text: 'Who is behind it?' },
    }),
    getDeeperAnalysis: async (caller) => ({ params: { analysisId: (await look(caller, 'deeper_analyses')).id } }),
    moveDeeperAnalysis: async (caller) => {
      // Decisions of earlier calls may have ended those of the demo.
      const { id, version } = await pick(caller, 'deeper_analyses', `status = 'requested'`).catch(async () => ({
        id: await addCase(caller.company, 'deeper_analyses', 'another'),
        version: 1,
      }))
      return { params: { analysisId: id }, body: { version, status: 'inProgress' } }
    },
    addAnalysisFile: async (caller) => ({
      params: { analysisId: (await look(caller, 'deeper_analyses')).id },
      form: picture(caller),
    }),
  },
}
