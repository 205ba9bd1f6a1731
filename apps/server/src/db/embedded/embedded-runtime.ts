import { chmod, constants, copyFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { fileError } from './embedded-postgres-error.ts'

/** PostgreSQL as packaged for this platform. It isn't runnable yet: the links between its libraries are missing. */
export interface PackagedPostgres {
  /** The package's `native` folder with `bin`, `lib`, `share` and `pg-symlinks.json`. */
  native: string
  /** Version of the package, e.g. `18.4.0-beta.17`. */
  version: string
  /** Major version of PostgreSQL, e.g. 18. */
  major: number
}

/**
 * Finds the npm package with PostgreSQL for this platform.
 *
 * @throws ProgramError if there is none or it isn't installed
 */
export async function findPackagedPostgres(
  platform = `${process.platform}-${process.arch}`,
): Promise<PackagedPostgres> {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const home = dirname(dirname(entry))
    const { version } = PackageFile.parse(JSON.parse(await readFile(join(home, 'package.json'), 'utf8')))
    return { native: join(home, 'native'), version, major: Number.parseInt(version, 10) }
  } catch (cause) {
    throw new ProgramError('POSTGRES_NOT_PACKAGED', { platform }, { cause })
  }
}

/**
 * Creates a runnable copy of the package in `<dataDir>/runtime/<version>`, once, readable by the user that runs PostgreSQL.
 *
 * The copy is made under a temporary name and renamed when it is complete, so an interrupted copy is repeated.
 *
 * @returns the folder that contains `bin`
 */
export async function ensureRuntime(dataDir: string, packaged: PackagedPostgres): Promise<string> {
  const home = join(dataDir, 'runtime')
  const runtime = join(home, packaged.version)
  if (await isComplete(runtime)) return runtime
  try {
    await mkdir(home, { recursive: true })
    await chmod(home, 0o755)
    for (const name of await readdir(home)) {
      if (name.startsWith('copying-') || name === packaged.version) await rm(join(home, name), { recursive: true })
    }
    const copying = join(home, `copying-${process.pid}`)
    await copyReadable(packaged.native, copying)
    await linkLibraries(copying)
    await writeFile(join(copying, completeMarker), packaged.version)
    await rename(copying, runtime)
    return runtime
  } catch (cause) {
    throw fileError(cause, 'copyPostgres', home)
  }
}

/** Removes the copies of other versions. Only call it while no server runs, because a server loads libraries for each connection. */
export async function removeOtherRuntimes(dataDir: string, version: string): Promise<void> {
  const home = join(dataDir, 'runtime')
  for (const name of await readdir(home)) if (name !== version) await rm(join(home, name), { recursive: true })
}

const completeMarker = 'complete'
const PackageFile = z.object({ version: z.string() })
const LinksFile = z.array(z.object({ source: z.string(), target: z.string() }))

async function isComplete(runtime: string): Promise<boolean> {
  return readFile(join(runtime, completeMarker)).then(
    () => true,
    () => false,
  )
}

/** Copies a tree with permissions that let another user run it, regardless of the umask of the installation. */
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  const isProgramFolder = basename(from) === 'bin'
  const entries = await readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const source = join(from, entry.name)
      const target = join(to, entry.name)
      if (entry.isDirectory()) return copyReadable(source, target)
      await copyFile(source, target, constants.COPYFILE_FICLONE)
      return chmod(target, isProgramFolder || /\.(so|dylib)\b/.test(entry.name) ? 0o755 : 0o644)
    }),
  )
}

async function linkLibraries(runtime: string): Promise<void> {
  const links: unknown = JSON.parse(await readFile(join(runtime, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of LinksFile.parse(links)) {
    // Paths are relative to the package's root, and both ends are in the same folder.
    const link = join(runtime, target.replace(/^native\//, ''))
    await rm(link, { force: true })
    await symlink(basename(source), link)
  }
}
