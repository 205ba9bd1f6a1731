import { buffer } from 'node:stream/consumers'
import { confidenceLabels, type AnalysisFinding } from '@signet/contract/requests/analysis-parts'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { isFixed } from '@signet/contract/threats/case-words'
import { everySource, type AnySource } from '@signet/contract/threats/sources'
import { newPdf } from '../../pdf/look.ts'
import { drawFacts, drawHead, drawLines, numberPages, utc, valueMax } from '../../pdf/sections.ts'

/** A file of the case as the report lists it. */
export interface ReportFile {
  id: string
  name: string
  size: number
  sha256: string
}

/** What a report contains; nothing in it is for analysts only. */
export interface AnalysisReportInput {
  analysis: Pick<
    DeeperAnalysisDetail,
    'id' | 'title' | 'threatType' | 'severity' | 'source' | 'requestedAt' | 'requestedBy' | 'due'
  > &
    Pick<DeeperAnalysisDetail, 'questions' | 'findings' | 'relations'>
  files: readonly ReportFile[]
  company: string
  summary: string
  releasedBy: string
  releasedAt: Date
}

/** The report of a deeper analysis to the client: summary, answers, findings with their evidence, related records and files. */
export async function writeAnalysisReport(input: AnalysisReportInput): Promise<Buffer> {
  const { analysis, files, company, summary, releasedBy, releasedAt } = input
  const released = utc(releasedAt.toISOString())
  const doc = await newPdf(`Deeper analysis: ${analysis.title}`, releasedAt)
  let y = drawHead(doc, 'Deeper analysis', `For ${company}. Released by ${releasedBy}, ${released}.`)
  y = drawFacts(doc, 'Subject', subjectOf(analysis), y)
  y = drawLines(doc, 'Summary', paragraphsOf(summary), y)
  y = drawLines(doc, 'Questions and answers', answersOf(analysis), y)
  for (const [index, finding] of analysis.findings.entries()) {
    y = drawLines(doc, `Finding ${index + 1}: ${finding.title}`, linesOf(finding, files), y)
  }
  y = drawLines(doc, 'Related records', relatedTo(analysis), y)
  drawLines(doc, 'Files of the case', files.map(fileLine), y)
  numberPages(doc, `${company} · Deeper analysis ${analysis.id} · Confidential`)
  doc.end()
  return buffer(doc)
}

type Analysis = AnalysisReportInput['analysis']

const subjectOf = ({ id, title, threatType, severity, source, requestedBy, requestedAt, due }: Analysis) =>
  [
    ['Threat', title],
    ['Type', threatType],
    ['Severity', severity],
    ['Source', everySource[source].label],
    ['Requested', `${utc(requestedAt)}, by ${requestedBy}`],
    ['Due', due.on === due.firstOn ? due.on : `${due.on}, at first ${due.firstOn}`],
    ['Case', id],
  ] as const

const answersOf = ({ questions }: Analysis) =>
  questions.flatMap(({ text, answer }) => [
    ...paragraphsOf(`Question: ${text}`),
    ...paragraphsOf(answer ? `Answer: ${answer.text}` : 'Not answered yet.'),
  ])

const linesOf = ({ confidence, text, fileIds }: AnalysisFinding, files: readonly ReportFile[]) => [
  `Confidence: ${confidenceLabels[confidence]}`,
  ...paragraphsOf(text),
  ...files.filter(({ id }) => fileIds.includes(id)).map((file) => `Evidence: ${fileLine(file)}`),
]

const relatedTo = ({ relations }: Analysis) =>
  relations.map(({ kind, threat, number }) =>
    kind === 'campaign'
      ? `Campaign ${number}`
      : `${kind === 'takedown' ? caseOf(threat?.source) : 'Threat'} ${threat?.title}`,
  )

const caseOf = (source: AnySource | undefined) => (isFixed(source) ? 'Fix of' : 'Takedown of')

const fileLine = ({ name, size, sha256 }: ReportFile) => `${name}, ${size} bytes, SHA-256 ${sha256}`

/** The paragraphs of a text, in pieces that are printed whole. */
function paragraphsOf(text: string): string[] {
  const piece = new RegExp(`.{1,${valueMax}}(?:\\s|$)|\\S{1,${valueMax}}`, 'gu')
  return text.split('\n').flatMap((paragraph) => paragraph.match(piece) ?? [])
}
