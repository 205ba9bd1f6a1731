import path from 'node:path'
import { fileURLToPath } from 'node:url'

/* The folders of packages that limited programs may read. */

/** The folder of an installed package, which isn't one of ours. */
export function packageOf(name: string): string {
  const entry = fileURLToPath(import.meta.resolve(name))
  const folder = path.join('node_modules', name)
  return entry.slice(0, entry.lastIndexOf(folder) + folder.length)
}

/** The folder of one of our packages. */
export const ownPackage = (name: 'connectors' | 'contract' | 'detection' | 'readers'): string =>
  path.resolve(fileURLToPath(import.meta.resolve(`@signet/${name}`)), '../..')

/** The links by which our packages import each other. */
export const ownLinks = path.resolve(ownPackage('contract'), '../../node_modules/@signet')

/** The library for pictures, which loads its platform-specific part from the folder next to it. */
export const pictureLibrary = path.dirname(packageOf('@napi-rs/image'))

/** Our file with the parser of emails. */
export const mailParser = path.join(import.meta.dirname, 'parse-mail.ts')
