import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { required } from '@signet/contract/narrow'
import { readRecording, recordedToday, type RecordedCases } from '../apps/demo/src/decisions/recorded-cases.ts'

const program = path.resolve(import.meta.dirname, 'record-demo.ts')
const key = 'kestrel-rail threat'

/** What was recorded of one case: its rows by table, without those that name it only in their texts. */
function rowsOf({ tables, outcomes }: RecordedCases, threatId: string) {
  const [takedowns] = tables
  const place = (name: string) => required(takedowns, 'takedowns').columns.findIndex(([column]) => column === name)
  const takedown = required(
    takedowns?.rows.find((row) => row[place('threat_id')] === threatId),
    threatId,
  )
  const id = required(takedown[place('id')], 'the id')
  return {
    outcome: outcomes.find((one) => one.id === threatId),
    ...Object.fromEntries(
      tables
        .filter(({ name }) =>
          ['takedowns', 'takedown_periods', 'takedown_attempts', 'takedown_checks', 'audit'].includes(name),
        )
        .map(({ name, columns, rows }) => [
          name,
          rows
            .filter((row) => row.includes(id))
            .map((row) => Object.fromEntries(columns.map(([column], index) => [column, row[index]]))),
        ]),
    ),
  }
}

test('recording some takedowns of the demo again gives what is in its file', { timeout: 600_000 }, async () => {
  const recorded = required(readRecording(recordedToday)[key], key)
  // The last of each status: their checks are kept, and little time is left to them.
  const latest = new Map(
    rowsOfTakedowns(recorded)
      .filter(({ status }) =>
        ['awaiting_authorisation', 'submitted', 'acknowledged', 'info_requested', 'escalated'].includes(status),
      )
      .map(({ status, threatId }) => [status, threatId]),
  )
  const threatIds = [...latest.values()]
  expect(threatIds).toHaveLength(5)
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-record-test-'))
  try {
    const file = path.join(directory, 'takedowns.json.br')
    const only = threatIds.flatMap((id) => ['--threat', id])
    await promisify(execFile)(process.execPath, [program, '--company', 'kestrel-rail', '--to', file, ...only])
    const again = required(readRecording(recordedToday, file)[key], key)
    for (const id of threatIds) expect(rowsOf(again, id)).toEqual(rowsOf(recorded, id))
  } finally {
    await rm(directory, { recursive: true })
  }
})

function rowsOfTakedowns({ tables: [takedowns] }: RecordedCases) {
  const { columns, rows } = required(takedowns, 'takedowns')
  const place = (name: string) => columns.findIndex(([column]) => column === name)
  const textIn = (row: (typeof rows)[number], name: string) => {
    const value = row[place(name)]
    return typeof value === 'string' ? value : ''
  }
  return rows.map((row) => ({ status: textIn(row, 'status'), threatId: textIn(row, 'threat_id') }))
}
