/*
 * The child process that reads the file of one app. `read-app.ts` starts and limits it.
 */
import { UnreadableFile } from '@signet/readers/file-kind'
import { isBundle, readApk, readBundle, type ReadApk } from '@signet/readers/apk/apk'
import { containerKind, readContainer } from '@signet/readers/apk/container'
import { isIpa, readIpa } from '@signet/readers/ios/ipa'
import { Zip } from '@signet/readers/zip'
import { giveUpRights, readInput } from '../../child-processes/limited-program.ts'
import { appFactsOf, iosFactsOf } from './app-facts.ts'
import type { AppFileFacts, ReadApp } from './read-app.ts'

/** Larger icons are not compared. */
const iconMax = 1024 * 1024

function readAny(bytes: Buffer): { facts: AppFileFacts; iconBytes: ReadApk['iconBytes'] } {
  const zip = new Zip(bytes)
  if (isIpa(zip)) {
    const ios = readIpa(zip)
    return { facts: iosFactsOf(ios), iconBytes: ios.iconBytes }
  }
  const android = readAndroid(zip)
  return { facts: appFactsOf(android), iconBytes: android.iconBytes }
}

function readAndroid(zip: Zip): ReadApk {
  if (containerKind(zip) !== undefined) {
    const { container, iconBytes } = readContainer(zip.bytes)
    return { apk: container.base, iconBytes }
  }
  if (isBundle(zip)) return readBundle(zip.bytes)
  const isApp = zip.entries.some(({ name }) => /^(?:AndroidManifest\.xml|classes\.dex|resources\.arsc)/.test(name))
  if (!isApp) throw new UnreadableFile('damaged', 'no app')
  return readApk(zip.bytes)
}

function read(bytes: Buffer): ReadApp {
  try {
    const { facts, iconBytes } = readAny(bytes)
    const icon = iconBytes && iconBytes.bytes.length <= iconMax ? iconBytes.bytes : null
    return { state: 'read', facts, icon: icon && icon.toString('base64') }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { state: 'unreadable', reason: error.reason }
  }
}

giveUpRights()
process.stdout.write(JSON.stringify(read(await readInput())))
