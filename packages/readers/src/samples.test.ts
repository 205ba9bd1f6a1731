import { expect, test } from 'vitest'
import { samples } from '../test/samples.ts'
import { fileKinds, SourceFile } from './index.ts'

test('each kind of file has a sample', () => {
  const kinds = new Set(fileKinds.map(({ name }) => name))
  expect([...new Set(samples.map(({ kind }) => kind))].toSorted()).toEqual([...kinds].toSorted())
})

test.each(samples)('a sample of the kind $kind is of no other kind, and says what it contains', async (sample) => {
  const file = new SourceFile(sample.name, sample.bytes)
  const kind = fileKinds.find((each) => each.recognizes(file))
  expect(kind?.name).toBe(sample.kind)
  expect(await kind?.read(file)).toMatchObject(sample.facts)
})
