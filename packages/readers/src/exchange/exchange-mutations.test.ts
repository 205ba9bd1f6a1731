import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeSamples } from '../../test/samples.ts'
import { UnreadableFile } from '../file-kind.ts'
import { SourceFile } from '../source-file.ts'
import { exchangeKinds } from './kinds.ts'

const files = exchangeSamples.map(({ bytes }) => bytes)

/** A file of no kind is refused too. */
async function isReadOrRefused(bytes: Buffer): Promise<boolean> {
  const file = new SourceFile('file', bytes)
  const kind = exchangeKinds.find((each) => each.recognizes(file))
  try {
    await kind?.read(file)
    return true
  } catch (error) {
    return error instanceof UnreadableFile
  }
}

const changed = fc
  .record({
    file: fc.constantFrom(...files),
    edits: fc.array(fc.tuple(fc.nat(4000), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
    length: fc.option(fc.nat(4000)),
  })
  .map(({ file, edits, length }) => {
    const bytes = Buffer.from(file)
    for (const [at, byte] of edits) bytes[at % bytes.length] = byte
    return length === null ? bytes : bytes.subarray(0, length)
  })

test('a file with changed or missing bytes is read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(changed, async (bytes) => {
      expect(await isReadOrRefused(bytes)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

/** JSON whose fields are as expected, but hold anything. */
const otherValue = fc.oneof(
  fc.constantFrom(null, true, 0, -1.5, '', 'x', '9007199254740993', {}, []),
  fc.jsonValue({ maxDepth: 2 }),
)
const changedJson = fc
  .tuple(
    fc.constantFrom(...files.map(String).filter((text) => /^[{[]/.test(text))),
    fc.array(otherValue, { minLength: 3, maxLength: 3 }),
    fc.nat(40),
  )
  .map(([text, values, from]) => {
    let count = 0
    return JSON.stringify(JSON.parse(text), (_key, value: unknown) => {
      count += 1
      return count > 1 && count >= from && count < from + values.length ? values[count - from] : value
    })
  })

test('a file whose fields hold other values is read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(changedJson, async (text) => {
      expect(await isReadOrRefused(Buffer.from(text))).toBe(true)
    }),
    { numRuns: 300 },
  )
})
