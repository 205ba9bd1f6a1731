import { randomUUID } from 'node:crypto'
import { addCase } from '../../../test/case-records.ts'
import { pick, look, picture } from '../../../test/demo-records.ts'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { newThreat, theWorld, type TestCompany } from '../../../test/harness.ts'

const parts = {
  questionId: `insert into analysis_questions (text, asked_by_name, company_id, id, analysis_id) values ($1, $1, $2, $3, $4)`,
  taskId: `insert into analysis_tasks (text, changed_by_name, company_id, id, analysis_id) values ($1, $1, $2, $3, $4)`,
  findingId: `insert into analysis_findings (title, text, confidence, by_name, company_id, id, analysis_id)
    values ($1, $1, 'likely', $1, $2, $3, $4)`,
}

/** A part of a new analysis, with the parameters of its path. */
async function addPart(company: TestCompany, part: keyof typeof parts, marker: string) {
  const params = { analysisId: await addCase(company, 'deeper_analyses', marker), [part]: randomUUID() }
  await theWorld().database.pool.query(parts[part], [marker, company.id, params[part], params.analysisId])
  return params
}

const partMaker = (part: keyof typeof parts) => async (company: TestCompany, marker: string) =>
  (await addPart(company, part, marker))[part] ?? ''

/** The input of a call about a new analysis, so that the calls don't depend on each other. */
const onNew =
  (body: object, status = 'requested') =>
  async ({ company }: Caller) => {
    const analysisId = await addCase(company, 'deeper_analyses', company.key)
    await theWorld().database.pool.query(`update deeper_analyses set status = $2 where id = $1`, [analysisId, status])
    return { params: { analysisId }, body }
  }

const finding = { title: 'One operator', text: 'Both names have the same key.', confidence: 'likely', fileIds: [] }

export const examples: Examples = {
  records: {
    analysisId: (company, marker) => addCase(company, 'deeper_analyses', marker),
    questionId: partMaker('questionId'),
    taskId: partMaker('taskId'),
    findingId: partMaker('findingId'),
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
    askAnalysis: onNew({ text: 'Who is behind it?' }),
    addAnalysisTask: onNew({ text: 'Ask the registrar' }),
    addAnalysisFinding: onNew(finding),
    changeAnalysisDue: onNew({ dueOn: '2030-01-01', reason: 'The registrar is slow', version: 1 }),
    releaseAnalysisReport: onNew({ summary: 'One group', version: 1 }, 'inProgress'),
    relateToAnalysis: async (caller) =>
      onNew({ kind: 'threat', id: (await newThreat(caller.company)).id, isRelated: true })(caller),
    answerAnalysisQuestion: async ({ company }) => ({
      params: await addPart(company, 'questionId', company.key),
      body: { text: 'One group', version: 1 },
    }),
    changeAnalysisTask: async ({ company }) => ({
      params: await addPart(company, 'taskId', company.key),
      body: { state: 'done' },
    }),
    changeAnalysisFinding: async ({ company }) => ({
      params: await addPart(company, 'findingId', company.key),
      body: { ...finding, version: 1 },
    }),
    removeAnalysisFinding: async ({ company }) => ({
      params: await addPart(company, 'findingId', company.key),
      query: { version: '1' },
    }),
    addAnalysisFile: async (caller) => ({
      params: { analysisId: (await look(caller, 'deeper_analyses')).id },
      form: picture(caller),
    }),
  },
  bodies: {
    changeAnalysisDue: { dueOn: '2030-01-01', reason: 'The registrar is slow', version: 1 },
  },
  async rows(tx, { company, base }) {
    const { rows } = await theWorld().database.pool.query<{ id: string }>(
      'select id from deeper_analyses where company_id = $1 limit 1',
      [company.id],
    )
    await tx
      .insertInto('analysis_relations')
      .values({ ...base, analysis_id: rows[0]?.id ?? '', by_name: 'Reader' })
      .execute()
  },
}
