import { expect, test } from 'vitest'

const modules = import.meta.glob<string>('../**/words.ts', { eager: true, query: '?raw', import: 'default' })

test('every room reads its texts by the name of its folder', () => {
  const named = Object.entries(modules).flatMap(([file, code]) => {
    const room = /wordsOf\('([^']+)'/.exec(code)?.[1]
    return room === undefined ? [] : [[file, room] as const]
  })
  expect(named.length).toBeGreaterThan(30)
  for (const [file, room] of named)
    expect(room, file).toBe(file.replace(/^\.\.\/(features\/)?/, '').replace(/\/words\.ts$/, ''))
})
