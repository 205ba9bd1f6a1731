import { expect, test } from 'vitest'
import { getDeeperAnalysis, listDeeperAnalyses } from '@signet/contract/requests/deeper-analyses'
import { addAnalysisFile } from '@signet/contract/threats/files'
import { decideThreat } from '@signet/contract/threats/threats'
import { onePage, pdfOf } from '@signet/readers/documents/document-fixtures'
import { fileHrefOf } from '../evidence/files.routes.ts'
import { findActor } from '../sessions/sessions.queries.ts'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../test/harness.ts'

const world = useWorld()

const pdf = pdfOf(onePage('findings'))

test('the findings of an analysis are shown in its list and detail, and open as a PDF', async () => {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('admin', company)]
  const { id: threatId, source } = await newThreat(company)
  await send(client, decideThreat, { params: { source, threatId }, body: { action: 'deeperAnalysis', version: 1 } })
  const analysisId = (await send(client, listDeeperAnalyses)).body.items[0]?.id as string
  const params = { analysisId }
  const form = { files: [{ bytes: pdf, name: 'Befund März.pdf' }] }
  expect((await send(staff, addAnalysisFile, { params, form })).status).toBe(201)
  const listed = await send(client, listDeeperAnalyses)
  const { body } = await send(client, getDeeperAnalysis, { params })
  expect(listed.body.items[0]?.files).toEqual(body.files)
  expect(body.events.at(-1)).toMatchObject({ action: 'deeperAnalysis.fileAdded' })
  const answer = await world().server.inject(body.files[0]?.href as string)
  expect(answer.rawPayload).toEqual(pdf)
  expect(answer.headers['content-disposition']).toBe(
    `inline; filename="Befund_M_rz.pdf"; filename*=UTF-8''Befund%20M%C3%A4rz.pdf`,
  )
  // Reviewers only work with threats, so a link created for one of them opens nothing here.
  const reviewer = await findActor(world().database, (await newUser('qa', company)).sessionId)
  if (!reviewer || !body.files[0]) throw new Error('no reviewer or no file')
  const href = fileHrefOf(world().keys, reviewer, reviewer.company, body.files[0].id, Date.now())
  expect((await world().server.inject(href)).statusCode).toBe(404)
})
