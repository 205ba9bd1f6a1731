import { expect, test } from 'vitest'
import { csvOf } from './export-csv.ts'
import type { AnyThreat } from '../../records.ts'

test('a file has the columns on screen in their order, the reasons and URL after the name, and the id', () => {
  const row = { id: 'x-1', title: '=evil', reasons: ['Phishing keywords', 'New'], url: 'https://a.example/', score: 7 }
  const columns = [
    { key: 'score', label: 'Score', text: () => 7 },
    { key: 'threat', label: 'Threat', text: ({ title }: { title: string }) => title },
  ]
  expect(csvOf(columns, [row as unknown as AnyThreat]).split('\r\n')).toEqual([
    'Score,Threat,Reasons,Address,ID',
    "7,'=evil,Phishing keywords; New,https://a.example/,x-1",
  ])
})
