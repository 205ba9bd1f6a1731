// `npm run demo:record`: lets the product work on the takedowns of the demo on a simulated internet and writes what happened to the file
// that the demo is loaded from (docs/fakenet.md).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { worlds } from '../apps/demo/src/worlds/index.ts'
import { recordTakedowns } from './record/record-takedowns.ts'

const { values } = parseArgs({
  options: {
    // Another file, e.g. to compare two recordings.
    to: { type: 'string', default: path.resolve(import.meta.dirname, '../apps/demo/recorded/takedowns.json.br') },
    // Records the takedowns of one company only, and of these threats.
    company: { type: 'string' },
    threat: { type: 'string', multiple: true },
  },
})
const { company, threat: threats, to } = values
if (company === undefined) await recordAll()
else {
  const only = threats && ((id: string) => threats.includes(id))
  const { recording, missed } = await recordTakedowns((line) => console.log(line), company, only)
  write(recording)
  for (const line of missed) console.error(line)
  if (missed.length > 0) process.exitCode = 1
}
console.log(`${path.relative(process.cwd(), to)}: ${Math.round(fs.statSync(to).size / 1024)} KB`)

/** Records every company in a process of its own, because each has its own clock. */
async function recordAll(): Promise<void> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-record-'))
  try {
    const files = await Promise.all(
      worlds.map(async ({ company: { key } }) => {
        const file = path.join(directory, key)
        const child = spawn(process.execPath, [import.meta.filename, '--company', key, '--to', file], {
          stdio: 'inherit',
        })
        const [code] = await once(child, 'exit')
        if (code !== 0) throw new Error(`The takedowns of ${key} could not be recorded`)
        return file
      }),
    )
    write(Object.assign({}, ...files.map((file) => JSON.parse(brotliDecompressSync(fs.readFileSync(file)).toString()))))
  } finally {
    fs.rmSync(directory, { recursive: true })
  }
}

function write(recording: object): void {
  const text = Buffer.from(JSON.stringify(recording))
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  fs.writeFileSync(to, brotliCompressSync(text, { params }))
}
