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

/** Apps of kinds that aren't read. */
function otherKindOf({ entries }: Zip): 'bundle' | 'ios' | null {
  if (entries.some(({ name }) => name === 'BundleConfig.pb')) return 'bundle'
  return entries.some(({ name }) => /^Payload\/[^/]+\.app\/Info\.plist$/.test(name)) ? 'ios' : null
}

function readBase(bytes: Buffer): ReadApk | 'bundle' | 'ios' {
  const zip = new Zip(bytes)
  if (containerKind(zip) !== undefined) {
    const { container, iconBytes } = readContainer(bytes)
    return { apk: container.base, iconBytes }
  }
  const other = otherKindOf(zip)
  if (other) return other
  const isApp = zip.entries.some(({ name }) => /^(?:AndroidManifest\.xml|classes\.dex|resources\.arsc)/.test(name))
  if (!isApp) throw new UnreadableFile('damaged', 'no app')
  return readApk(bytes)
}

function read(bytes: Buffer): ReadApp {
  try {
    const app = readBase(bytes)
    if (typeof app === 'string') return { state: 'unreadable', reason: app }
    const icon = app.iconBytes && app.iconBytes.bytes.length <= iconMax ? app.iconBytes.bytes : null
    return { state: 'read', facts: appFactsOf(app), icon: icon && icon.toString('base64') }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { state: 'unreadable', reason: error.reason }
  }
}

giveUpRights()
process.stdout.write(JSON.stringify(read(await readInput())))
