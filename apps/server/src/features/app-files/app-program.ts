/*
 * The child process that reads the file of one app. `read-app.ts` starts and limits it.
 */
import { UnreadableFile } from '@signet/readers/file-kind'
import { readApk, type ReadApk } from '@signet/readers/apk/apk'
import { containerKind, readContainer } from '@signet/readers/apk/container'
import { Zip } from '@signet/readers/zip'
import { giveUpRights, readInput } from '../../child-processes/limited-program.ts'
import { appFactsOf } from './app-facts.ts'
import type { ReadApp } from './read-app.ts'

/** Larger icons are not compared. */
const iconMax = 1024 * 1024

function readBase(bytes: Buffer): ReadApk {
  const zip = new Zip(bytes)
  if (containerKind(zip) !== undefined) {
    const { container, iconBytes } = readContainer(bytes)
    return { apk: container.base, iconBytes }
  }
  const isApp = zip.entries.some(({ name }) => /^(?:AndroidManifest\.xml|classes\.dex|resources\.arsc)/.test(name))
  if (!isApp) throw new UnreadableFile('damaged', 'no app')
  return readApk(bytes)
}

function read(bytes: Buffer): ReadApp {
  try {
    const app = readBase(bytes)
    const icon = app.iconBytes && app.iconBytes.bytes.length <= iconMax ? app.iconBytes.bytes : null
    return { state: 'read', facts: appFactsOf(app), icon: icon && icon.toString('base64') }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { state: 'unreadable', reason: error.reason }
  }
}

giveUpRights()
process.stdout.write(JSON.stringify(read(await readInput())))
