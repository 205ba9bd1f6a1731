/*
 * The child process of `npm run fuzz:files` that reads the items: it sends the number of each before it reads it, so that the parent knows
 * which one took too long, used up the memory or ended the process.
 */
import { sourceFiles } from './changed-files.ts'
import { readItem } from './read-item.ts'

/** What the child sends. */
export type FuzzMessage = { at: number } | { at: number; problem: string }

const [seed = '', from = '0', folder] = process.argv.slice(2)
const files = sourceFiles(folder)
const send = (message: FuzzMessage) => new Promise((done) => process.send?.(message, undefined, undefined, done))
for (let at = Number(from); process.connected; at += 1) {
  await send({ at })
  try {
    await readItem(files, `${seed} ${at}`)
  } catch (error) {
    await send({ at, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
